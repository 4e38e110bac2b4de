import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FollowedLog, type LogStep } from "../../src/upstream/_followed_log.ts";

let folder: string;
let log: FollowedLog;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "followed-log-"))));
afterEach(() => {
  log.close();
  rmSync(folder, { recursive: true });
});

const hashOf = (block: string): `0x${string}` => `0x${block}`;

/** A block of a branch. */
const block = (branch: string, height = 1): LogStep => ({
  draft: { topic: "blocks", body: "{}" },
  block: { height, hash: hashOf(branch) },
});

/** A transaction in a block of a branch. */
function transaction(name: string, branch: string, height = 1): LogStep {
  const body = { hash: hashOf(name), blockNumber: height, blockHash: hashOf(branch) };
  return {
    draft: { topic: "transactions", body: JSON.stringify(body) },
    claim: { height, hash: hashOf(branch), transaction: hashOf(name) },
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

test("transactions of lower blocks that come again are left out, and after a removal those of the blocks that stay", async () => {
  log = new FollowedLog({ path: join(folder, "delta.db") });
  log.begin({ height: 0, hash: "0x0" }, { height: 0, hash: "0x0" });
  log.write([block("a"), block("b", 2), transaction("1", "a"), transaction("2", "b", 2)]);
  log.write([transaction("1", "a"), transaction("2", "b", 2)]);
  expect(await logged()).toEqual(["0x10xa", "0x20xb"]);
  log.write([{ ...removal, removedFrom: 2 }, block("c", 2)]);
  expect(log.transactionsFrom).toBe(2);
  log.write([transaction("1", "a"), transaction("2", "c", 2)]);
  expect(await logged()).toEqual(["0x10xa", "0x20xb", "0x20xc"]);
});
