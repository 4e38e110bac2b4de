import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSqliteStore, type Store } from "../../../../../src/service/chain/store/mod.ts";
import { RENDER } from "../_blocks.ts";
import { chain, type EventLogOptions, EVENTS, testEventLog } from "../_event_log_conformance.ts";

const folder = mkdtempSync(join(tmpdir(), "event-log-"));
let files = 0;
afterAll(() => rmSync(folder, { recursive: true }));

function open(path = ":memory:", options: EventLogOptions = {}): Store {
  return openSqliteStore({ path, render: { ...RENDER, events: EVENTS }, ...options });
}

function freshPath(): string {
  return join(folder, `${files++}.sqlite`);
}

testEventLog({ place: freshPath, open: async (path, options) => open(path, options) });

test("a store put back to an earlier copy knows no cursor of what it has lost", async () => {
  const path = freshPath();
  const blocks = chain(6);
  const store = open(path);
  await store.apply(blocks.slice(0, 2));
  await store.close();
  const copy = freshPath();
  copyFileSync(path, copy);
  const lost = open(path);
  await lost.apply(blocks.slice(2));
  const restored = open(copy);
  expect(await restored.events.endOf(store.events.epoch)).toBe(2);
  expect(await restored.events.endOf(lost.events.epoch)).toBeUndefined();
  await Promise.all([lost.close(), restored.close()]);
});
