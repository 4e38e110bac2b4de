import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { presentedKey } from "../../../../src/service/access/identity.ts";
import { DatabaseSync } from "../../../../src/service/internal.ts";
import {
  askForKey,
  findKey,
  issueKey,
  openSqliteKeyStore,
  rotateKey,
  whyInvalid,
} from "../../../../src/service/access/keys/mod.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keys-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ORDER = { email: "Dev@Example.com", tier: "Registered", now: 1_767_225_600 } as const;

const UNKNOWN = "The API key is unknown";

describe("a key", () => {
  test("is found by what was issued and by nothing else", async () => {
    const store = openSqliteKeyStore();
    const { apiKey, record } = await issueKey(store, ORDER);
    expect(apiKey).toMatch(/^ad_[\w-]{43}$/);
    expect(record.email).toBe("dev@example.com");
    expect(await findKey(store, apiKey, ORDER.now)).toEqual(record);
    expect(await findKey(store, `${apiKey}x`, ORDER.now)).toBe(UNKNOWN);
    expect(await findKey(store, record.hash, ORDER.now)).toBe(UNKNOWN);
    expect(await findKey(store, "x".repeat(1_000_000), ORDER.now)).toBe(UNKNOWN);
    await store.close();
  });

  test.each([
    "nobody",
    "a@b",
    "a\u0000@b.c",
    "a@b.c\u200f",
    "\u2066a@b.c",
    "a@b.\ud800",
    "a\udfff@b.c",
  ])("is not issued to %j", async (email) => {
    const store = openSqliteKeyStore();
    await expect(issueKey(store, { ...ORDER, email })).rejects.toThrow(
      "Cannot issue key: email must be an email address of at most 254 visible characters, got",
    );
    expect(await store.list()).toEqual([]);
    await store.close();
  });

  test.each(["用户@例子.广告", "😀@example.org", "o'neil+tag@mail.example.co.uk"])(
    "is issued to %s",
    async (email) => {
      const store = openSqliteKeyStore();
      expect((await issueKey(store, { ...ORDER, email })).record.email).toBe(email);
      await store.close();
    },
  );

  test("requested again is a further one, and the first stays valid", async () => {
    const store = openSqliteKeyStore();
    const first = await issueKey(store, ORDER);
    const second = await issueKey(store, ORDER);
    expect(second.apiKey).not.toBe(first.apiKey);
    expect(await findKey(store, first.apiKey, ORDER.now)).toEqual(first.record);
    expect((await store.list()).map(({ id }) => id)).toEqual([first.record.id, second.record.id]);
    await store.close();
  });

  test("is invalid once revoked", async () => {
    const store = openSqliteKeyStore();
    const { apiKey, record } = await issueKey(store, ORDER);
    expect(await store.revoke(record.id, 1_767_225_700)).toBe(true);
    expect(await store.revoke(record.id, 1_767_225_800)).toBe(false);
    expect(await findKey(store, apiKey, ORDER.now)).toBe(UNKNOWN);
    expect((await store.list())[0]?.revokedAt).toBe(1_767_225_700);
    await store.close();
  });

  test("is stored by a hash that says how it was made", async () => {
    const store = openSqliteKeyStore();
    const { apiKey, record } = await issueKey(store, ORDER);
    const digits = createHash("sha256").update(apiKey).digest("hex");
    expect(record).toMatchObject({ hash: `sha256:${digits}`, id: digits.slice(0, 12) });
    await store.close();
  });

  test("ends at its time, and says when", async () => {
    const store = openSqliteKeyStore();
    const { record } = await issueKey(store, { ...ORDER, expiresAt: ORDER.now + 60 });
    expect(whyInvalid(record, ORDER.now + 59)).toBeUndefined();
    expect(whyInvalid(record, ORDER.now + 60)).toBe(
      "The API key expired at 2026-01-01T00:01:00.000Z",
    );
    await store.close();
  });

  test("that takes the place of another has all that this one has, which ends later", async () => {
    const store = openSqliteKeyStore();
    const given = { ...ORDER, label: "site", origins: ["https://app.example"] };
    const old = await issueKey(store, given);
    const later = { now: ORDER.now + 10 };
    const fresh = await rotateKey(store, old.record.id, ORDER.now + 100, later);
    const { email, tier, label, origins } = old.record;
    expect(fresh?.record).toMatchObject({ email, tier, label, origins, expiresAt: null });
    expect(fresh?.apiKey).not.toBe(old.apiKey);
    expect(await findKey(store, old.apiKey, ORDER.now)).toMatchObject({
      expiresAt: ORDER.now + 100,
    });
    expect(fresh?.keptUntil).toBe(ORDER.now + 100);
    expect(await rotateKey(store, "0123456789ab", 0, later)).toBeUndefined();
    expect(await rotateKey(store, old.record.id, 0, { now: ORDER.now + 100 })).toBeUndefined();
    await store.close();
  });

  test("that takes the place of one with an end is valid for as long as that was", async () => {
    const store = openSqliteKeyStore();
    const old = await issueKey(store, { ...ORDER, expiresAt: ORDER.now + 50 });
    const rotate = (expiresAt?: number): ReturnType<typeof rotateKey> =>
      rotateKey(store, old.record.id, ORDER.now + 100, { now: ORDER.now + 10, expiresAt });
    const fresh = await rotate();
    expect(fresh?.record.expiresAt).toBe(ORDER.now + 60);
    expect(fresh?.keptUntil).toBe(ORDER.now + 50);
    expect((await rotate(2e9))?.record.expiresAt).toBe(2e9);
    await store.close();
  });

  test.each([
    [{ label: "a b" }, "label must be 1 to 40 letters, digits, . _ -, got"],
    [
      { origins: ["https://app.example/"] },
      "origins must be origins such as https://app.example, got",
    ],
    [{ origins: ["app.example"] }, "origins must be"],
    [
      { origins: ["https://bücher.example"] },
      "origins must be origins such as https://xn--bcher-kva.example, got",
    ],
    // No page has these in its `Origin`.
    [{ origins: ["https://*.example"] }, "origins must be origins such as https://app.example"],
    [{ origins: ["wss://app.example"] }, "origins must be origins such as https://app.example"],
    [{ origins: ["null"] }, "origins must be origins such as https://app.example"],
    [{ origins: [] }, "origins must be"],
  ])("is not issued with %j", async (wrong, message) => {
    const store = openSqliteKeyStore();
    await expect(issueKey(store, { ...ORDER, ...wrong })).rejects.toThrow(message);
    await store.close();
  });
});

describe("a key that is asked for", () => {
  const ask = { askedBy: "scrypt:1", perDay: 10, perAddress: 10 };

  test("counts by itself, one that an operator issues by its holder", async () => {
    const store = openSqliteKeyStore();
    const asked = await askForKey(store, ORDER, ask);
    if (typeof asked === "string") throw new Error(asked);
    expect(asked.record).toMatchObject({ subject: `key:${asked.record.id}`, askedBy: "scrypt:1" });
    const issued = await issueKey(store, ORDER);
    expect(issued.record).toMatchObject({ subject: "email:dev@example.com", askedBy: null });
    await store.close();
  });

  test("counts together with the key that takes its place, at one place of its address", async () => {
    const store = openSqliteKeyStore();
    const asked = await askForKey(store, ORDER, ask);
    if (typeof asked === "string") throw new Error(asked);
    const { id, subject, askedBy } = asked.record;
    const fresh = await rotateKey(store, id, ORDER.now + 100, { now: ORDER.now });
    expect(fresh?.record).toMatchObject({ subject, askedBy });
    expect(await askForKey(store, ORDER, { ...ask, perAddress: 2 })).toBe("perAddress");
    const later = { ...ORDER, now: ORDER.now + 100 };
    expect(await askForKey(store, later, { ...ask, perAddress: 2 })).not.toBe("perAddress");
    await store.close();
  });
});

describe("a key store in a file", () => {
  test("is stored in files that only their owner can read", async () => {
    const own = await mkdtemp(join(folder, "own-"));
    const store = openSqliteKeyStore(join(own, "keys.sqlite"));
    const files = await readdir(own);
    const modes = await Promise.all(files.map(async (file) => (await stat(join(own, file))).mode));
    expect(files.length).toBeGreaterThan(1);
    expect(modes.map((mode) => mode & 0o777)).toEqual(files.map(() => 0o600));
    await store.close();
  });

  test("keeps keys across openings and never the key itself", async () => {
    const path = join(folder, "keys.sqlite");
    const store = openSqliteKeyStore(path);
    const { apiKey, record } = await issueKey(store, ORDER);
    await store.close();
    await store.close();
    const again = openSqliteKeyStore(path);
    expect(await findKey(again, apiKey, ORDER.now)).toEqual(record);
    await again.close();
    expect((await readFile(path)).includes(Buffer.from(apiKey))).toBe(false);
  });

  test("of the version before is upgraded: its keys are valid and count by themselves, and no address is left", async () => {
    const path = join(folder, "before.sqlite");
    await copyFile(new URL("../../../fixtures/keys_version_2.sqlite", import.meta.url), path);
    // Two keys of one holder, the first of which was used; and a request of 192.0.2.7 on that day.
    const apiKey = "ad_B_EWLgLLXvA_r1h9OWb8xqD20KDvVMrJ3blgBnuhX5Y";
    const further = "ad_RADGhE3W3ey_9geGWS0m2UcSmbii2tEFwS7OlNUnHgE";
    for (const store of [openSqliteKeyStore(path), openSqliteKeyStore(path)]) {
      expect(await findKey(store, apiKey, ORDER.now)).toEqual({
        ...{ id: "36de3204c1a0", hash: expect.stringMatching(/^sha256:36de3204c1a0/) as unknown },
        ...{ email: "ann@example.org", tier: "Registered", label: null, origins: null },
        ...{ createdAt: 1_767_225_600, expiresAt: null, revokedAt: null },
        ...{ subject: "key:36de3204c1a0", askedBy: null },
      });
      expect(await findKey(store, further, ORDER.now)).toMatchObject({
        ...{ subject: "key:01a95caced20", label: "site", expiresAt: 4e9 },
      });
      expect(await store.listUses()).toMatchObject([{ requests: 3, usedAt: 1_767_225_605 }]);
      expect(await store.salt()).toMatch(/^[0-9a-f]{32}$/);
      await issueKey(store, ORDER);
      await store.close();
    }
    const database = new DatabaseSync(path);
    expect(database.prepare("SELECT * FROM key_request").all()).toEqual([]);
    database.close();
  });

  test("of a later version is refused as it is", async () => {
    const path = join(folder, "later.sqlite");
    await openSqliteKeyStore(path).close();
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 4");
    expect(() => openSqliteKeyStore(path)).toThrow(
      `Cannot open key store at ${path}: it has schema version 4, this release reads 3`,
    );
    expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: 4 });
    database.close();
  });

  test("can be written by two processes at once", async () => {
    const path = join(folder, "shared.sqlite");
    const [one, two] = [openSqliteKeyStore(path), openSqliteKeyStore(path)];
    const { apiKey } = await issueKey(one, ORDER);
    expect(await findKey(two, apiKey, ORDER.now)).toMatchObject({ tier: "Registered" });
    await Promise.all([one.close(), two.close()]);
  });

  test("names a file that is no database", async () => {
    const path = join(folder, "text.sqlite");
    await writeFile(path, "no database".repeat(1_000));
    expect(() => openSqliteKeyStore(path)).toThrow(`Cannot open key store at ${path}: `);
  });
});

describe("presentedKey()", () => {
  test.each([
    [{ "x-api-key": "ad_1" }, "ad_1"],
    [{ authorization: "Bearer ad_2" }, "ad_2"],
    [{ authorization: "bearer  ad_3 " }, "ad_3"],
    [{ "x-api-key": "ad_1", authorization: "Bearer ad_2" }, "ad_1"],
    [{ "x-api-key": "" }, ""],
    [{ authorization: "Bearer ad_2 more" }, "ad_2 more"],
    [{ authorization: "Bearer" }, ""],
    [{ authorization: "Bearer " }, ""],
    [{ authorization: "Bearers ad_2" }, undefined],
    [{ authorization: "Basic abc" }, undefined],
    [{}, undefined],
  ])("reads %j", (headers: Record<string, string>, key) => {
    expect(presentedKey({ header: (name) => headers[name] })).toBe(key);
  });
});
