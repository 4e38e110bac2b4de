import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { MIGRATIONS } from "../../../../src/service/chain/store/sqlite/open_sqlite_store.ts";
import { checkChain } from "../../../../src/service/internal.ts";
import { createService, listen } from "../../../../src/service/mod.ts";
import { SocketClient } from "../websocket/_socket_client.ts";

/** A chain of delta with 4 blocks, 2 transactions and a pending one, as the release of version 7 wrote it. */
const STORED = join(import.meta.dirname, "../../../fixtures/chain_version_7.sqlite");
const OPTIONS = { segments: ["delta"], mode: "manual", traffic: false } as const;

const data = mkdtempSync(join(tmpdir(), "upgrade-"));
beforeAll(() => copyFileSync(STORED, join(data, "delta.sqlite")));
afterAll(() => rmSync(data, { recursive: true }));

test("a chain that an earlier release wrote goes on, with its pending transaction and its cursors", async () => {
  const stored = new DatabaseSync(STORED, { readOnly: true });
  const { name: epoch } = stored.prepare("SELECT name FROM epoch").get() ?? {};
  expect(stored.prepare("PRAGMA user_version").get()).toEqual({ user_version: 7 });
  stored.close();

  const service = await createService({ data, history: 1, keylessTier: "Enterprise", ...OPTIONS });
  await service.produceBlock("delta");
  const listener = await listen(service, { port: 0 });
  const client = await SocketClient.open(listener.origin, "delta");
  // After block 2; its number was given to an event of a pending transaction then.
  await client.subscribe("blocks", { after: Buffer.from(`${epoch}:5`).toString("base64url") });
  const events = await client.take(2);
  expect(events.map(({ result }) => [result["number"], result["txCount"]])).toEqual([
    [3, 1],
    [4, 1],
  ]);
  await listener.close();

  const faults: string[] = [];
  await checkChain({ data, segment: "delta" }, (fault) => faults.push(fault));
  expect(faults).toEqual([]);
  const upgraded = new DatabaseSync(join(data, "delta.sqlite"));
  expect(upgraded.prepare("PRAGMA user_version").get()).toEqual({
    user_version: MIGRATIONS.at(-1)?.to,
  });
  upgraded.close();
});

test("transfers of tokens that an earlier release wrote are shown with what they moved", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tokens-"));
  const options = { ...OPTIONS, data: folder, history: 60, keylessTier: "Enterprise" } as const;
  const read = async (): Promise<object> => {
    const service = await createService(options);
    const url = "http://test/v1/delta/transactions?type=token_transfer&limit=100";
    const answer = await (await service.fetch(url)).json();
    await service.close();
    return answer.data;
  };
  const shown = await read();
  expect(JSON.stringify(shown)).toMatch(
    /"type":"token_transfer","token":\{"contract":"dx1\w+","amount":"\d+"\}/,
  );
  const stored = new DatabaseSync(join(folder, "delta.sqlite"));
  stored.exec(`UPDATE tx SET body = substr(body, 1, instr(body, ',"token":') - 1) || '}'
    WHERE instr(body, ',"token":') > 0; PRAGMA user_version = 8`);
  stored.close();
  expect(await read()).toEqual(shown);
  const faults: string[] = [];
  await checkChain({ data: folder, segment: "delta" }, (fault) => faults.push(fault));
  expect(faults).toEqual([]);
  rmSync(folder, { recursive: true });
});
