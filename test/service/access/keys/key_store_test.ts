import { expect, test } from "vitest";
import {
  issueKey,
  type KeyStore,
  KeyUses,
  openSqliteKeyStore,
} from "../../../../src/service/access/keys/mod.ts";
import { migrate, openSharedKeys } from "../../../../src/service/internal.ts";
import { startPostgres } from "../../../_postgres.ts";

const ORDER = { email: "dev@example.com", tier: "Registered", now: 1_767_225_600 } as const;
const DAY = 86_400;

/** What every store of keys does. */
async function holds(open: () => KeyStore | Promise<KeyStore>): Promise<void> {
  const store = await open();
  const origins = ["https://a.example", "https://b.example"];
  const { record } = await issueKey(store, { ...ORDER, label: "site", origins, expiresAt: 2e9 });
  const { record: plain } = await issueKey(store, ORDER);
  expect(await store.find(record.hash)).toEqual({
    ...record,
    ...{ label: "site", origins: "https://a.example https://b.example", expiresAt: 2e9 },
  });
  expect(await store.list()).toEqual(expect.arrayContaining([record, plain]));

  // A key ends at the earlier of two times.
  await store.expire(record.id, 3e9);
  await store.expire(plain.id, 1.9e9);
  expect((await store.find(record.hash))?.expiresAt).toBe(2e9);
  expect((await store.find(plain.hash))?.expiresAt).toBe(1.9e9);

  // Two processes count the same key; one of them was late over midnight.
  const day = Math.floor(ORDER.now / DAY);
  const use = { hash: record.hash, day, requests: 2, refusals: 1, usedAt: ORDER.now + 7 };
  await store.addUses([use]);
  await store.addUses([{ ...use, usedAt: ORDER.now }]);
  expect(await store.listUses()).toEqual([{ ...use, requests: 4, refusals: 2 }]);
  const next = { ...use, day: day + 1, requests: 5, refusals: 0, usedAt: ORDER.now + DAY };
  await store.addUses([use, next]);
  await store.addUses([use]);
  expect(await store.listUses()).toEqual([next]);
  await store.close();
}

test("a store of keys in SQLite keeps them and their uses", () =>
  holds(() => openSqliteKeyStore()));

test("a store of keys in PostgreSQL keeps them and their uses", { tags: ["servers"] }, async () => {
  const postgres = await startPostgres();
  try {
    const store = postgres.url("keys");
    await migrate({ store, segments: [] });
    await holds(() => openSharedKeys(store));
  } finally {
    await postgres.close();
  }
});

test("uses that could not be written are written with the next ones", async () => {
  const store = openSqliteKeyStore();
  const errors: unknown[] = [];
  let isAway = true;
  const addUses: KeyStore["addUses"] = async (uses) => {
    if (isAway) throw new Error("away");
    await store.addUses(uses);
  };
  const uses = new KeyUses({ ...store, addUses }, (error) => errors.push(error));
  uses.count("sha256:1", 1, false, ORDER.now);
  await uses.write();
  isAway = false;
  uses.count("sha256:1", 3, true, ORDER.now + 1);
  await uses.write();
  expect(errors).toHaveLength(1);
  expect(await store.listUses()).toMatchObject([
    { requests: 4, refusals: 3, usedAt: ORDER.now + 1 },
  ]);
  await store.close();
});
