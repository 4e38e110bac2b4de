import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  askForKey,
  createAddressNames,
  issueKey,
  type KeyStore,
  KeyUses,
  openSqliteKeyStore,
} from "../../../../src/service/access/keys/mod.ts";
import { migrate, openSharedKeys } from "../../../../src/service/internal.ts";
import { openDatabases } from "../../../_postgres.ts";

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
  // Those that fail are added again with the next ones: none of them may count already.
  const unfit = { ...use, hash: "sha256:unfit", requests: 0.5 };
  await expect(store.addUses([next, unfit])).rejects.toThrow();
  expect(await store.listUses()).toEqual([next]);
  await store.close();
}

const ASK = { askedBy: "scrypt:1", perDay: 100, perAddress: 2 };
const BY_DAY = { ...ASK, perDay: 2, perAddress: 100 };

/** Asks for a key at a time, by default that of the order; returns its id, or what forbids it. */
async function ask(
  store: KeyStore,
  given: Partial<typeof ASK> = {},
  now: number = ORDER.now,
): Promise<string> {
  const asked = await askForKey(store, { ...ORDER, now }, { ...ASK, ...given });
  return typeof asked === "string" ? asked : asked.record.id;
}

async function isEnded(store: KeyStore, id: string): Promise<boolean> {
  const record = (await store.list()).find((one) => one.id === id);
  return record?.expiresAt !== null;
}

/** What every store of keys allows an address to ask for. */
async function bounds(open: () => KeyStore | Promise<KeyStore>): Promise<void> {
  const store = await open();
  const other = await open();
  const id = /^[0-9a-f]{12}$/;

  // By day: a key that was not issued does not count, nor does that of another address.
  const secret = new Uint8Array(32);
  const known = await askForKey(store, ORDER, { ...BY_DAY, secret });
  if (typeof known === "string") throw new Error(known);
  expect(await askForKey(store, ORDER, { ...BY_DAY, secret })).toEqual(known);
  await expect(store.ask({ ...known.record, askedBy: ASK.askedBy }, BY_DAY)).rejects.toThrow();
  expect(await ask(store, BY_DAY)).toMatch(id);
  expect(await ask(store, BY_DAY)).toBe("perDay");
  expect(await ask(other, BY_DAY)).toBe("perDay");
  expect(await ask(store, { ...BY_DAY, askedBy: "scrypt:2" })).toMatch(id);
  expect(await ask(store, BY_DAY, ORDER.now + DAY)).toMatch(id);

  // By address: of two that ask for the last place at one time, one gets it; keys of an operator do not count.
  const place = { askedBy: "scrypt:3" };
  const first = await ask(store, place);
  await issueKey(store, ORDER);
  const both = await Promise.all([ask(store, place), ask(other, place)]);
  expect(both.toSorted()).toEqual([expect.stringMatching(id), "perAddress"]);
  const second = both.find((one) => id.test(one)) ?? "";

  // The key that is unused for longest makes room, once that is 90 days; then one that is revoked, or has ended.
  const late = ORDER.now + 90 * DAY;
  const { hash = "" } = (await store.list()).find((one) => one.id === first) ?? {};
  const use = { hash, day: Math.floor(ORDER.now / DAY), requests: 1, refusals: 0 };
  await store.addUses([{ ...use, usedAt: ORDER.now + 7 }]);
  expect(await ask(store, place, late - 1)).toBe("perAddress");
  expect(await isEnded(store, second)).toBe(false);
  const third = await ask(store, place, late);
  expect(third).toMatch(id);
  expect([await isEnded(store, first), await isEnded(store, second)]).toEqual([false, true]);
  expect(await ask(store, place, late + 6)).toBe("perAddress");
  const fourth = await ask(store, place, late + 7);
  expect([await isEnded(store, first), await isEnded(store, third)]).toEqual([true, false]);
  await store.revoke(fourth, late + 8);
  await store.expire(third, late + 9);
  expect(await ask(store, place, late + 8)).toMatch(id);
  expect(await ask(store, place, late + 8)).toBe("perAddress");
  expect(await ask(store, place, late + 9)).toMatch(id);
  expect(await ask(store, place, late + 9)).toBe("perAddress");

  // An address is named by the store alone, and by each process alike.
  const names = [store, other].map((one) => createAddressNames(one)("address:192.0.2.7"));
  const [name, same] = await Promise.all(names);
  expect(name).toMatch(/^scrypt:[0-9a-f]{32}$/);
  expect(same).toBe(name);
  expect(await createAddressNames(store)("address:192.0.2.8")).not.toBe(name);
  await Promise.all([store.close(), other.close()]);
}

describe("a store of keys in SQLite", () => {
  test("keeps them and their uses", () => holds(() => openSqliteKeyStore()));

  test("bounds how many an address may ask for", async () => {
    const folder = await mkdtemp(join(tmpdir(), "asked-"));
    await bounds(() => openSqliteKeyStore(join(folder, "keys.sqlite")));
    await rm(folder, { recursive: true });
  });
});

describe("a store of keys in PostgreSQL", () => {
  async function open(name: string): Promise<() => Promise<KeyStore>> {
    const store = (await openDatabases()).url(name);
    await migrate({ store, segments: [] });
    return () => openSharedKeys(store);
  }

  test("keeps them and their uses", async () => holds(await open("keys")));

  test("bounds how many an address may ask for", async () => bounds(await open("asked")));
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
  expect(errors).toEqual([new Error("away"), expect.stringMatching(/^Over after .*: away$/)]);
  expect(await store.listUses()).toMatchObject([
    { requests: 4, refusals: 3, usedAt: ORDER.now + 1 },
  ]);
  await store.close();
});
