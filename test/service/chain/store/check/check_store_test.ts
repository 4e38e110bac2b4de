import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openStoreFile, RENDER } from "../../../../../src/service/server/data_folder/open_store.ts";
import { checkStore } from "../../../../../src/service/chain/store/mod.ts";
import { collect, writeChainFile } from "../_chain_file.ts";

const folder = mkdtempSync(join(tmpdir(), "check-"));
const sound = join(folder, "delta.sqlite");
let files = 0;

beforeAll(() => writeChainFile(sound, "delta", 18));
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of the sound file with something done to it. */
function damaged(sql: string): string {
  const path = join(folder, `${files++}.sqlite`);
  copyFileSync(sound, path);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

async function faultsOf(path: string): Promise<string[]> {
  const store = openStoreFile(path, { check: false });
  const faults = await collect(checkStore(store, RENDER));
  await store.close();
  return faults;
}

const HEAD = "(SELECT max(height) FROM block)";
const LAST = "(SELECT max(seq) FROM tx)";
const LAST_IN_LIST = "(SELECT max(seq) FROM entry WHERE account = 0 AND type = 1)";

test("checkStore() finds nothing in a sound chain, on either chain", async () => {
  const alpha = join(folder, "alpha.sqlite");
  await writeChainFile(alpha, "alpha", 10);
  expect(await faultsOf(alpha)).toEqual([]);
  expect(await faultsOf(sound)).toEqual([]);
});

describe("a store whose end does not fit together is not opened", () => {
  test.each([
    [`UPDATE block SET timestamp = timestamp + 1 WHERE height = ${HEAD}`, /block 21 has the hash/],
    [
      `DELETE FROM block WHERE height = ${HEAD} - 1`,
      /block 21 has the parent .*, the block below it is nothing/,
    ],
    [
      `UPDATE block SET hash = x'00' WHERE height = ${HEAD} - 1`,
      /has the parent .*, the block below it is 0x00/,
    ],
    [`UPDATE block SET tx_count = 9 WHERE height = ${HEAD} - 1`, /begins with transaction/],
    [`DELETE FROM tx WHERE seq = ${LAST}`, /of the last 40 there are 39, up to number \d+$/],
    [`DELETE FROM tx WHERE seq = ${LAST} - 1`, /of the last 40 there are 39, up to number \d+$/],
    [`UPDATE tx SET raw = x'00' WHERE seq = ${LAST}`, /does not have the hash of its bytes/],
    [`UPDATE tx SET height = 5 WHERE seq = ${LAST}`, /is stored with block 5/],
    [`DELETE FROM entry WHERE account = 0 AND seq = ${LAST_IN_LIST}`, /list 0\/1\/0 does not end/],
    [`UPDATE entry SET tx = 0 WHERE account = 0 AND seq = ${LAST_IN_LIST}`, /list 0\/1\/0 does/],
    [`UPDATE entry SET seq = 999 WHERE account = 0 AND seq = ${LAST_IN_LIST}`, /list 0\/1\/0 does/],
    ["INSERT INTO entry VALUES (0, 1, 0, 999, 999)", /list 0\/1\/0 does not end/],
    ["INSERT INTO state (key, height, value) VALUES ('x', 22, '1')", /state is of height 22/],
  ])("after %s", (sql, message) => {
    const path = damaged(sql);
    expect(() => openStoreFile(path)).toThrow(`Cannot open store at ${path}: it is inconsistent: `);
    expect(() => openStoreFile(path)).toThrow(message);
  });
});

describe("checkStore() finds what the quick check cannot", () => {
  test.each([
    ["DELETE FROM block WHERE height = 7", /^Blocks have gaps: 21 rows, heights 0 to 21$/],
    ["DELETE FROM block WHERE height = 7", /^Block 7 is missing$/],
    [
      "UPDATE account SET tx_count = tx_count + 1 WHERE address = (SELECT max(address) FROM account)",
      /^Accounts do not match .*: 1, for example/,
    ],
    [
      "UPDATE account SET state = '1' WHERE address = (SELECT min(address) FROM account)",
      /^Accounts do not match .*: 1, for example/,
    ],
    [
      "DELETE FROM account WHERE address = (SELECT min(address) FROM account)",
      /^There are \d+ accounts, the/,
    ],
    [
      "UPDATE block SET tx_count = tx_count + 1 WHERE height = 7",
      /^Block 8 does not begin right after/,
    ],
    ["UPDATE block SET timestamp = timestamp + 1 WHERE height = 7", /^Block 7: hash is/],
    [
      "UPDATE block SET hash = x'00' WHERE height = 7",
      /^Block 8: parentHash is .*, expected 0x00$/,
    ],
    ["UPDATE block SET gas_used = '1' WHERE height = 7", /^Block 7: gasUsed is 1, expected/],
    [
      "UPDATE block SET state_root = x'00' WHERE height = 7",
      /^Block 7: stateRoot is 0x00, expected 0x\w{64}$/,
    ],
    [
      "UPDATE block SET transactions_root = x'00' WHERE height = 7",
      /^Block 7: transactionsRoot is 0x00, expected 0x\w{64}$/,
    ],
    [
      "UPDATE tx SET extra = json_set(extra, '$.logs[0].event', 'X') WHERE seq = 9",
      /^Transaction .*: logs is .*"X".*, expected /,
    ],
    ["UPDATE block SET gas_used = 'x' WHERE height = 7", /^Block 7 cannot be read: /],
    ["UPDATE block SET body = '{}' WHERE height = 7", /^Block 7 has a rendered body that differs/],
    [
      "UPDATE block SET summary = '{}' WHERE height = 7",
      /^Block 7 has a rendered body that differs/,
    ],
    ["DELETE FROM tx WHERE seq = 9", /^Transactions have gaps: /],
    [
      "DELETE FROM tx WHERE seq = 9",
      /^List 0\/1\/0 differs from the transactions, first at position \d+$/,
    ],
    ["UPDATE tx SET raw = x'00' WHERE seq = 9", /^Transaction .* has bytes that hash to/],
    ["UPDATE tx SET hash = x'11' WHERE seq = 9", /^Transaction 0x11 has bytes that hash to 0x/],
    ["UPDATE tx SET value = '7' WHERE seq = 9", /^Transaction 0x\w+: value is 7, expected \d+$/],
    ["UPDATE tx SET status = 'failed' WHERE seq = 9", /: status is failed, expected success$/],
    ["UPDATE tx SET body = '{}' WHERE seq = 9", /^Transaction .* has a rendered body that differs/],
    ["UPDATE tx SET height = 18 WHERE seq = 9", /^Transaction 9 is outside its block$/],
    ["UPDATE tx SET receiver = 99 WHERE seq = 9", /^Transaction 9 names an account or type/],
    [
      "DELETE FROM entry WHERE account = 0 AND seq = 9",
      /^List 0\/1\/0 differs from the transactions, first at position 9$/,
    ],
    [
      "UPDATE entry SET tx = 3 WHERE account = 0 AND seq = 9",
      /^List 0\/1\/0 differs from .*, first at position 9$/,
    ],
    [
      "INSERT INTO entry VALUES (77, 1, 0, 0, 4)",
      /^List 77\/1\/0 differs from .*, first at position 0$/,
    ],
    [
      "INSERT INTO entry VALUES (77, 1, 0, 0, 9999)",
      /^List 77\/1\/0 differs from .*, first at position 0$/,
    ],
    ["INSERT INTO name VALUES (77, 'stray')", /^Name stray belongs to no transaction$/],
    ["UPDATE state SET value = '1' WHERE height = 7", /^Block 7: running its .* to \{.*, not 1$/],
    [
      "UPDATE block SET first_state = (SELECT first_state FROM block WHERE height = 17) WHERE height = 16",
      /^Block 15: its changes hold a state value more than once$/,
    ],
    [
      "DELETE FROM state WHERE height = 7",
      /^Block 7: running its transactions sets the state value .*, not nothing$/,
    ],
    ["INSERT INTO state VALUES (9999, 'x', 9, '')", /^State value x at height 9 is outside/],
    [
      "INSERT INTO pending (hash, raw) SELECT hash, raw FROM tx WHERE seq = 9",
      /^Pending transaction 0x[0-9a-f]{64} is in a block$/,
    ],
    ["UPDATE pending SET raw = x'00'", /^Transaction .* has bytes that hash to/],
  ])("after %s", async (sql, message) => {
    const faults = await faultsOf(damaged(sql));
    expect(faults.filter((fault) => message.test(fault))).not.toEqual([]);
    expect(faults.join("\n")).not.toContain("call stack");
  });
});
