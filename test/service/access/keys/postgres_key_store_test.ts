import { afterEach, expect, test, vi } from "vitest";
import {
  issueKey,
  type KeyRecord,
  openPostgresKeyStore,
  openSqliteKeyStore,
} from "../../../../src/service/access/keys/mod.ts";
import type { Database, Session, Transaction } from "../../../../src/service/postgres.ts";

const ORDER = { email: "dev@example.com", tier: "Registered", now: 1_767_225_600 } as const;

afterEach(() => void vi.restoreAllMocks());

/** A database of records that counts its reads, may be away and may be slow. */
class Records {
  readonly stored = new Map<string, KeyRecord>();
  reads = 0;
  isAway = false;
  answered: Promise<void> = Promise.resolve();

  readonly database = {
    rows: async (_statement: unknown, [hash]: readonly unknown[] = []) => {
      this.reads++;
      const record = this.stored.get(String(hash));
      await this.answered;
      if (this.isAway) throw new Error("away");
      return record ? [record] : [];
    },
    transaction: async (work: (session: Transaction) => Promise<unknown>) => {
      const session: Session = { rows: async () => [] };
      return work(session as Transaction);
    },
  } as unknown as Database;

  open() {
    return openPostgresKeyStore(this.database);
  }
}

async function newRecord(): Promise<KeyRecord> {
  return (await issueKey(openSqliteKeyStore(), ORDER)).record;
}

test("a hash without a record is read once in half a second, and at once again where its key is issued", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const records = new Records();
  const [here, elsewhere] = [records.open(), records.open()];
  const record = await newRecord();
  for (const store of [here, here, here, elsewhere, elsewhere]) {
    expect(await store.find(record.hash)).toBeUndefined();
    expect(store.isAtHand?.(record.hash)).toBe(true);
  }
  expect(records.reads).toBe(2);
  records.stored.set(record.hash, record);
  await here.put(record);
  expect(await here.find(record.hash)).toEqual(record);
  now.mockReturnValue(1_500);
  expect(elsewhere.isAtHand?.(record.hash)).toBe(false);
  expect(await elsewhere.find(record.hash)).toEqual(record);
  expect(records.reads).toBe(4);
});

test("a key that is issued while its hash is read is found", async () => {
  const records = new Records();
  const store = records.open();
  const record = await newRecord();
  let answer = (): void => undefined;
  records.answered = new Promise((resolve) => (answer = resolve));
  const found = store.find(record.hash);
  records.stored.set(record.hash, record);
  await store.put(record);
  answer();
  expect(await found).toBeUndefined();
  expect(await store.find(record.hash)).toEqual(record);
});

test("however many keys are tried, what is known of others stays, also while the database is away", async () => {
  const records = new Records();
  const store = records.open();
  const record = await newRecord();
  records.stored.set(record.hash, record);
  expect(await store.find(record.hash)).toEqual(record);
  for (let count = 0; count < 20_000; count++) await store.find(`sha256:${count}`);
  expect(records.reads).toBe(20_001);
  records.isAway = true;
  expect(await store.find(record.hash)).toEqual(record);
  await expect(store.find("sha256:0")).rejects.toThrow("away");
});
