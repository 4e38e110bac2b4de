import { readFileSync } from "node:fs";

import { beforeAll, describe, expect, test } from "vitest";

import { openDatabase } from "../../../src/service/postgres.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "../../../src/service/fleet/_migrations.ts";
import { migrateFleet } from "../../../src/service/fleet/mod.ts";
import {
  checkChain,
  issueKey,
  migrate,
  openSharedKeys,
  rotateKey,
} from "../../../src/service/internal.ts";
import { createService, listen, type Service } from "../../../src/service/mod.ts";
import { type Databases, openDatabases } from "../../_postgres.ts";
import { IS_WHOLE } from "../../_suites.ts";
import { SocketClient } from "../server/websocket/_socket_client.ts";

const STORED = new URL("../../fixtures/fleet_version_5.sql", import.meta.url);

describe("migrate()", () => {
  let postgres: Databases;
  beforeAll(async () => {
    postgres = await openDatabases();
  });

  test("makes the missing tables, and none twice", async () => {
    const store = postgres.url("twice");
    const segments = ["delta"] as const;
    const versions = [SCHEMA_VERSION];
    expect(await migrate({ store, segments })).toEqual({ versions, segments });
    expect(await migrate({ store, segments })).toEqual({ versions: [], segments: [] });
  });

  test("runs what is additive beside older processes, and nothing else, whose processes it names", async () => {
    const store = postgres.url("beside");
    await migrate({ store, segments: ["delta"] });
    const options = { store, segments: ["delta"], history: 1, mode: "manual" } as const;
    const service = await createService(options);
    const added = {
      from: SCHEMA_VERSION,
      to: 100,
      isAdditive: true,
      script: "CREATE TABLE fleet.added (id int)",
    };
    const breaking = { from: 100, to: 101, script: "DROP TABLE fleet.added" };
    const upgrade = () =>
      migrateFleet({ store, segments: ["delta"] }, [...MIGRATIONS, added, breaking]);
    await expect(upgrade()).rejects.toThrow(
      new RegExp(
        `^Cannot upgrade the schema to version 101: processes of earlier versions run: \\S+-${process.pid}-\\w+ \\(version ${SCHEMA_VERSION}\\); stop them first$`,
      ),
    );
    await service.produceBlock("delta");
    expect(await postgres.sql("beside", "SELECT max(version) FROM fleet.version")).toBe("100");
    // A process of this release starts, too.
    await (await createService({ ...options, role: "gateway" })).close();
    await service.close();
    expect((await upgrade()).versions).toEqual([101]);
    await expect(createService(options)).rejects.toThrow(
      "its schema requires version 101; run a newer release",
    );
  });

  test("refuses a schema that is older than what this release upgrades, and says what to do", async () => {
    const store = postgres.url("too_old");
    await migrate({ store, segments: [] });
    await postgres.sql(
      "too_old",
      "DELETE FROM fleet.version; INSERT INTO fleet.version VALUES (3, false)",
    );
    await expect(migrate({ store })).rejects.toThrow(
      'Cannot upgrade the schema: it has version 3, this release upgrades from 4; run "alphadelta migrate" of the release before first',
    );
  });

  test("a service refuses a database without a schema or with that of another release, and says what to do", async () => {
    const store = postgres.url("versions");
    const opened = (): Promise<Service> => createService({ store, segments: ["delta"] });
    await expect(opened()).rejects.toThrow('it has no schema; run "alphadelta migrate"');
    await migrate({ store, segments: [] });
    const sql = (text: string): Promise<string> => postgres.sql("versions", text);
    await sql(`INSERT INTO fleet.version VALUES (${SCHEMA_VERSION + 1}, true)`);
    await expect(opened()).rejects.toThrow(
      `its schema requires version ${SCHEMA_VERSION + 1}; run a newer release`,
    );
    await sql(`DELETE FROM fleet.version WHERE version = ${SCHEMA_VERSION}`);
    await expect(opened()).rejects.toThrow(
      `its schema lacks version ${SCHEMA_VERSION}; run "alphadelta migrate"`,
    );
  });

  test("a service runs with the rights that --grant gives, which do not reach the schema", async () => {
    const store = postgres.url("rights");
    await postgres.sql("rights", "CREATE ROLE service LOGIN");
    await migrate({ store, segments: ["delta"], grant: "service" });
    const asService = store.replace("postgres@", "service@");
    const service = await createService({
      store: asService,
      segments: ["delta"],
      history: 2,
      mode: "manual",
    });
    await service.produceBlock("delta");
    const response = await service.fetch("http://fleet.test/v1/delta/chain/info");
    expect((await response.json()).data.blockHeight).toBe(3);
    await service.close();
    const database = await openDatabase({ url: asService });
    await expect(database.script("DROP TABLE delta.tx")).rejects.toThrow("must be owner");
    await expect(database.script("UPDATE fleet.version SET contracted = true")).rejects.toThrow(
      "permission denied",
    );
    await database.close();
  });

  test("a chain has statistics once it is filled, whoever filled it, and no session compiles statements", async () => {
    const store = postgres.url("statistics");
    await postgres.sql("statistics", "CREATE ROLE filler LOGIN");
    await migrate({ store, segments: ["delta"], grant: "filler" });
    const asFiller = store.replace("postgres@", "filler@");
    await (
      await createService({ store: asFiller, segments: ["delta"], history: 7, mode: "manual" })
    ).close();
    const database = await openDatabase({ url: asFiller });
    const ask = (text: string) => database.rows({ name: "", text });
    expect(await ask("SELECT reltuples FROM pg_class WHERE oid = 'delta.block'::regclass")).toEqual(
      [{ reltuples: 8 }],
    );
    expect(await ask("SHOW jit")).toEqual([{ jit: "off" }]);
    await database.close();
  });

  test("a role that was granted rights has them on what a later migration adds too", async () => {
    const store = postgres.url("granted");
    await postgres.sql("granted", 'CREATE ROLE "later service" LOGIN; CREATE ROLE stranger LOGIN');
    await migrate({ store, segments: ["delta"], grant: "later service" });
    const next = {
      from: SCHEMA_VERSION,
      to: 100,
      isAdditive: true,
      script: "CREATE TABLE fleet.added (id int)",
    };
    const migrations = [...MIGRATIONS, next];
    const later = await migrateFleet({ store, segments: ["delta", "alpha"] }, migrations);
    expect(later.segments).toEqual(["alpha"]);
    const as = (role: string): string => store.replace("postgres@", `${encodeURIComponent(role)}@`);
    const service = await openDatabase({ url: as("later service") });
    await service.script("INSERT INTO fleet.added VALUES (1); SELECT * FROM alpha.chain");
    await expect(service.script("INSERT INTO fleet.version VALUES (101, false)")).rejects.toThrow(
      "permission denied",
    );
    const stranger = await openDatabase({ url: as("stranger") });
    await expect(stranger.script("SELECT * FROM fleet.added")).rejects.toThrow("permission denied");
    await Promise.all([service.close(), stranger.close()]);
  });

  /** A database of a chain of delta with a transaction that waits, as the release of version 5 left it. */
  function restoreStored(name: string): string {
    const store = postgres.url(name);
    postgres.run("psql", ["-q", "-v", "ON_ERROR_STOP=1", store], readFileSync(STORED, "utf8"));
    return store;
  }

  test("keys of an earlier release count by themselves, and those that its processes issue meanwhile", async () => {
    const store = restoreStored("older_keys");
    const sql = (text: string): Promise<string> => postgres.sql("older_keys", text);
    const issueAsBefore = (id: string): Promise<string> =>
      sql(`INSERT INTO fleet.api_key (hash, id, email, tier, label, origins, created_at, expires_at, revoked_at)
        VALUES ('sha256:${id}', '${id}', 'ann@example.org', 'Registered', NULL, NULL, 1, NULL, NULL)`);
    await sql(`ALTER TABLE fleet.api_key DROP COLUMN subject, DROP COLUMN asked_by; DROP TABLE fleet.key_salt;
      DELETE FROM fleet.version WHERE version = 5`);
    await issueAsBefore("0123456789ab");
    expect((await migrate({ store, segments: ["delta"] })).versions).toEqual([5, 6, 7]);
    await issueAsBefore("abcdef012345");
    const keys = await openSharedKeys(store);
    await issueKey(keys, { email: "ann@example.org", tier: "Registered", now: 2 });
    expect((await keys.list()).map(({ subject, askedBy }) => [subject, askedBy])).toEqual([
      ["key:0123456789ab", null],
      ["key:abcdef012345", null],
      ["email:ann@example.org", null],
    ]);
    const old = await rotateKey(keys, "0123456789ab", 9, { now: 3 });
    expect(old?.record).toMatchObject({ subject: "key:0123456789ab", askedBy: null });
    await keys.close();
  });

  test("a chain that an earlier release wrote goes on, with its pending transaction and its cursors", async () => {
    const store = restoreStored("older");
    const epoch = await postgres.sql("older", "SELECT epoch FROM delta.chain");
    expect((await migrate({ store, segments: ["delta"] })).versions).toEqual([6, 7]);
    const options = { segments: ["delta"], history: 1, mode: "manual", traffic: false } as const;
    const service = await createService({ store, keylessTier: "Enterprise", ...options });
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
    await checkChain({ store, segment: "delta" }, (fault) => faults.push(fault));
    expect(faults).toEqual([]);
  });

  test.runIf(IS_WHOLE)(
    "transfers of tokens that an earlier release wrote are shown with what they moved",
    async () => {
      const store = postgres.url("moved");
      const segments = ["delta"] as const;
      await migrate({ store, segments });
      const options = { segments, store, history: 60, mode: "manual" } as const;
      const read = async (): Promise<string> => {
        const service = await createService(options);
        const url = "http://fleet.test/v1/delta/transactions?type=token_transfer&limit=100";
        const { data } = await (await service.fetch(url)).json();
        await service.close();
        return JSON.stringify(data);
      };
      const shown = await read();
      expect(shown).toMatch(/"type":"token_transfer","token":\{"contract":"dx1/);
      const older = `UPDATE delta.tx SET body = regexp_replace(body, ',"token":.*', '}');
      UPDATE fleet.version SET version = 6`;
      await postgres.sql("moved", older);
      expect((await migrate({ store, segments })).versions).toEqual([7]);
      expect(await read()).toBe(shown);
      const faults: string[] = [];
      await checkChain({ store, segment: "delta" }, (fault) => faults.push(fault));
      expect(faults).toEqual([]);
    },
  );

  test.runIf(IS_WHOLE)(
    "what pg_dump writes is the same chain elsewhere, and its cursors go on",
    async () => {
      const store = postgres.url("dumped");
      const options = { segments: ["delta"], history: 4, mode: "manual" } as const;
      await migrate({ store, segments: ["delta"] });
      const first = await createService({ store, ...options });
      const head = await (await first.fetch("http://fleet.test/v1/delta/blocks/4")).json();
      await first.close();
      const dump = postgres.run("pg_dump", [store]);
      const restored = postgres.url("restored");
      postgres.run("psql", ["-q", "-v", "ON_ERROR_STOP=1", restored], dump);
      const second = await createService({ store: restored, ...options });
      expect(
        (await (await second.fetch("http://fleet.test/v1/delta/blocks/4")).json()).data,
      ).toEqual(head.data);
      await second.produceBlock("delta");
      const newest = await second.fetch("http://fleet.test/v1/delta/chain/info");
      expect((await newest.json()).data.blockHeight).toBe(5);
      await second.close();
    },
  );

  test.runIf(IS_WHOLE)(
    "a cursor that a restore lost, or older than the log, is refused with the oldest one that is kept",
    async () => {
      const options = {
        segments: ["delta"],
        history: 4,
        mode: "manual",
        traffic: false,
        keylessTier: "Enterprise",
      } as const;
      /** Produces a block once the process has the lease. */
      async function mine(service: Service): Promise<void> {
        const isProduced = (): Promise<boolean> =>
          service.produceBlock("delta").then(
            () => true,
            () => false,
          );
        await expect.poll(isProduced).toBe(true);
      }
      /** The events after the cursor that the refusal of another one names. */
      async function eventsAfterRefusal(
        service: Service,
        cursor: string | undefined,
        count: number,
      ): Promise<unknown[]> {
        const listener = await listen(service, { port: 0 });
        const client = await SocketClient.open(listener.origin, "delta");
        const { error } = await client.call("chain_subscribe", ["blocks", { after: cursor }]);
        expect(error?.code).toBe(-32004);
        const named = /^The log begins at the cursor (\S+)$/.exec(error?.data ?? "")?.[1];
        expect(await client.subscribe("blocks", { after: named })).toBe(named);
        const events = await client.take(count);
        await listener.close();
        return events.map(({ result }) => result["number"]);
      }

      const lost = postgres.url("lost");
      await migrate({ store: lost, segments: ["delta"] });
      const first = await createService({ store: lost, ...options });
      const listener = await listen(first, { port: 0 });
      const reader = await SocketClient.open(listener.origin, "delta");
      await reader.subscribe("blocks");
      await mine(first);
      await mine(first);
      await reader.take(2);
      const dump = postgres.run("pg_dump", [lost]);
      await mine(first);
      const [early, , late] = (await reader.take(3)).map(({ cursor }) => cursor);
      await listener.close();

      const store = postgres.url("regained");
      postgres.run("psql", ["-q", "-v", "ON_ERROR_STOP=1", store], dump);
      const alone = await createService({ store, ...options, role: "gateway" });
      expect(await eventsAfterRefusal(alone, late, 2)).toEqual([5, 6]);
      const writer = await createService({ store, ...options });
      await mine(writer);
      await postgres.sql(
        "regained",
        "DELETE FROM delta.event WHERE seq < (SELECT max(seq) FROM delta.event)",
      );
      // What is cached of the log holds until a block comes.
      await mine(writer);
      expect(await eventsAfterRefusal(writer, early, 2)).toEqual([7, 8]);
    },
  );
});
