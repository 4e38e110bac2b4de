import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FollowedLog, type LogStep } from "../../src/upstream/_followed_log.ts";

const folder = mkdtempSync(join(tmpdir(), "followed-log-"));
let log: FollowedLog;
afterEach(() => {
  log.close();
  rmSync(folder, { recursive: true });
});

const hashOf = (block: string): `0x${string}` => `0x${block}`;

/** Block 1 of a branch. */
const block = (branch: string): LogStep => ({
  draft: { topic: "blocks", body: "{}" },
  block: { height: 1, hash: hashOf(branch) },
});

/** A transaction in block 1 of a branch. */
function transaction(name: string, branch: string): LogStep {
  const body = { hash: hashOf(name), blockNumber: 1, blockHash: hashOf(branch) };
  return {
    draft: { topic: "transactions", body: JSON.stringify(body) },
    claim: { height: 1, hash: hashOf(branch), transaction: hashOf(name) },
  };
}

const removal: LogStep = { draft: { topic: "reorgs", body: '{"fromHeight":1}' }, removedFrom: 1 };

async function logged(): Promise<readonly string[]> {
  const { events } = await log.read(0, 100, ["transactions"]);
  return events.map(({ body }) => JSON.parse(body)).map(({ hash, blockHash }) => hash + blockHash);
}

test("a transaction is logged once for each time that its block joins the chain, also after a restart", async () => {
  const path = join(folder, "delta.db");
  log = new FollowedLog({ path });
  log.begin({ height: 0, hash: "0x0" }, { height: 0, hash: "0x0" });
  log.write([block("a"), transaction("1", "a"), transaction("2", "a")]);
  log.write([block("a"), transaction("1", "a"), transaction("2", "a"), transaction("3", "a")]);
  expect(await logged()).toEqual(["0x10xa", "0x20xa", "0x30xa"]);
  log.write([removal, block("b"), transaction("1", "b")]);
  log.write([removal, block("a"), transaction("1", "a")]);
  const before = await logged();
  expect(before.slice(3)).toEqual(["0x10xb", "0x10xa"]);
  log.close();
  log = new FollowedLog({ path });
  expect(log.transactionsFrom).toBe(1);
  log.write([transaction("1", "a"), transaction("2", "a")]);
  expect(await logged()).toEqual([...before, "0x20xa"]);
});
