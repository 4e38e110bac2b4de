import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { type DeliveryKey, sqliteState } from "../../src/delivery/mod.ts";

const KEY: DeliveryKey = { segment: "delta", topic: "blocks", filter: {}, format: "webhook" };
const BATCH = { id: "delta:blocks:b", cursor: "b", events: 2, body: '{"amount":"Zürich 🏔"}' };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "state-"));
  path = join(folder, "state.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a position that was written is there again, with its batch to the byte", async () => {
  const state = sqliteState(path);
  expect(await state.open(KEY)).toEqual({ cursor: null });
  const position = { cursor: "a", batch: { ...BATCH, failingSince: 1_700_000_000_000 } };
  await state.write(position);
  await state.close();
  expect(await state.open(KEY)).toEqual(position);
  await state.write({ cursor: "b" });
  await state.close();
  expect(await state.open(KEY)).toEqual({ cursor: "b" });
  await state.close();
});

test.skipIf(process.platform === "win32")("its files are for their owner alone", async () => {
  const state = sqliteState(path);
  await state.open(KEY);
  await state.write({ cursor: "a" });
  const modes = readdirSync(folder).map((name) => [
    name,
    statSync(join(folder, name)).mode & 0o777,
  ]);
  expect(modes).toEqual([
    ["state.db", 0o600],
    ["state.db-wal", 0o600],
  ]);
  await state.close();
});

test("a state that is in use is refused, and is free again once that ends", async () => {
  const first = sqliteState(path);
  await first.open(KEY);
  const second = sqliteState(path);
  expect(() => second.open(KEY)).toThrow(
    `Cannot use the state ${path}: another process delivers with it. End that one, or choose another file.`,
  );
  await first.close();
  expect(await second.open(KEY)).toEqual({ cursor: null });
  await second.close();
});

test("a state in which nothing has begun takes another delivery", async () => {
  const state = sqliteState(path);
  await state.open({ ...KEY, filter: { address: "mistyped" } });
  await state.close();
  expect(await state.open(KEY)).toEqual({ cursor: null });
  await state.write({ cursor: "a" });
  await state.close();
  expect(await state.open(KEY)).toEqual({ cursor: "a" });
  await state.close();
});

test.each([
  [{ segment: "alpha" }, "blocks of delta as webhook, not blocks of alpha as webhook"],
  [{ topic: "transactions" }, "blocks of delta as webhook, not transactions of delta as webhook"],
  [
    { filter: { type: "transfer" } },
    "blocks of delta as webhook, not blocks of delta with type transfer as webhook",
  ],
  [{ format: "ndjson" }, "blocks of delta as webhook, not blocks of delta as ndjson"],
])("a state of another delivery is refused: %j", async (change, told) => {
  const state = sqliteState(path);
  await state.open(KEY);
  await state.write({ cursor: "a" });
  await state.close();
  expect(() => sqliteState(path).open({ ...KEY, ...change } as DeliveryKey)).toThrow(
    `Cannot use the state ${path}: it is of another delivery, ${told}. Choose another file.`,
  );
  expect(await state.open(KEY)).toEqual({ cursor: "a" });
  await state.close();
});

test("another kind of file is refused, and stays as it is", () => {
  const message = `Cannot use the state ${path}: it is another kind of file. Choose a file that does not exist yet.`;
  const other = new DatabaseSync(path);
  other.exec("CREATE TABLE other (id)");
  other.close();
  expect(() => sqliteState(path).open(KEY)).toThrow(message);
  writeFileSync(path, "no database at all, but a text that is long enough".repeat(20));
  expect(() => sqliteState(path).open(KEY)).toThrow(message);
});

test("a folder that is missing, or in the place of the file, is told", () => {
  const missing = join(folder, "missing/state.db");
  expect(() => sqliteState(missing).open(KEY)).toThrow(
    `Cannot deliver: state must be a file in a folder that exists, got "${missing}"`,
  );
  expect(() => sqliteState(folder).open(KEY)).toThrow(
    `Cannot deliver: state must be a file, got the folder "${folder}"`,
  );
});
