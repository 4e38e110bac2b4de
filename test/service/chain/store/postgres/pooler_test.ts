import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  openPostgresStore,
  type PostgresStore,
  segmentSchema,
} from "../../../../../src/service/chain/store/postgres/mod.ts";
import { type Database, openDatabase } from "../../../../../src/service/postgres.ts";
import { type PgBouncer, startPgBouncer } from "../../../../_pgbouncer.ts";
import { requireProgram } from "../../../../_programs.ts";
import { type Postgres, startPostgres } from "../../../../_postgres.ts";
import { RENDER } from "../_blocks.ts";
import { testStore } from "../_conformance.ts";
import { EVENTS, testEventLog } from "../_event_log_conformance.ts";

const SETTINGS = ["jit", "statement_timeout", "idle_in_transaction_session_timeout"];

describe("through PgBouncer in transaction mode", () => {
  let postgres: Postgres;
  let pooler: PgBouncer;
  let database: Database;
  let schemas = 0;
  const made = new Set<string>();
  const opened: Database[] = [];
  beforeAll(async () => {
    requireProgram("PgBouncer");
    postgres = await startPostgres();
    // Each transaction gets another connection than the one before.
    pooler = await startPgBouncer(postgres.url(), { server_round_robin: "1" });
    database = await open();
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await pooler?.close();
    await postgres?.close();
  });

  async function open(options: object = {}): Promise<Database> {
    const one = await openDatabase({ url: pooler.through(postgres.url()), ...options });
    opened.push(one);
    return one;
  }

  function place(): string {
    return `store_${schemas++}`;
  }

  async function make(schema: string): Promise<string> {
    if (!made.has(schema)) await database.script(segmentSchema(schema, `${schema}_first`));
    made.add(schema);
    return schema;
  }

  async function openStore(schema = place()): Promise<PostgresStore> {
    return openPostgresStore({ database, schema: await make(schema), render: RENDER, term: 0 });
  }

  testStore("a PostgreSQL store", openStore, { seeds: [1] });

  testEventLog({
    place,
    open: async (schema, options) => {
      const render = { ...RENDER, events: EVENTS };
      const where = { database, schema: await make(schema), render, term: 0 };
      return openPostgresStore({ ...where, ...options });
    },
  });

  const settings = {
    name: "settings",
    text: `SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name`,
  };

  test("reads and transactions have the settings of a direct connection", async () => {
    const limits = { statementTimeout: 4_000, idleTimeout: 5_000 };
    const direct = await openDatabase({ url: postgres.url(), ...limits });
    opened.push(direct);
    const wanted = await direct.rows(settings, [SETTINGS]);
    expect(wanted).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "5000" },
      { name: "jit", setting: "off" },
      { name: "statement_timeout", setting: "4000" },
    ]);
    const pooled = await open(limits);
    expect(await pooled.rows(settings, [SETTINGS])).toEqual(wanted);
    expect(await pooled.transaction((session) => session.rows(settings, [SETTINGS]))).toEqual(
      wanted,
    );
    expect(await (await pooled.snapshot()).rows(settings, [SETTINGS])).toEqual(wanted);
  });

  test("a statement that takes too long is ended by the server, and the next one runs", async () => {
    const impatient = await open({ statementTimeout: 100 });
    const sleep = { name: "sleep", text: "SELECT pg_sleep($1)" };
    await expect(impatient.rows(sleep, [5])).rejects.toThrow("due to statement timeout");
    const writing = impatient.transaction((session) => session.rows(sleep, [5]));
    await expect(writing).rejects.toThrow("due to statement timeout");
    expect(await impatient.rows(sleep, [0])).toHaveLength(1);
  });

  test("a transaction whose process does nothing holds its locks no longer than it may", async () => {
    const schema = await make(place());
    const lock = { name: "lock", text: `SELECT id FROM "${schema}".chain FOR UPDATE` };
    const idle = await open({ idleTimeout: 100 });
    const holding = idle.transaction(async (session) => {
      await session.rows(lock);
      await database.transaction((other) => other.rows(lock));
      await session.rows(lock);
    });
    await expect(holding).rejects.toThrow();
    expect(await idle.rows({ name: "one", text: "SELECT 1 AS one" })).toEqual([{ one: 1 }]);
  });

  test("nothing of a session stays on the connections, which others get next", async () => {
    const notices: (string | undefined)[] = [];
    const listening = await open();
    listening.listen("alphadelta", (text) => void notices.push(text));
    // At the same time, so that there are several connections.
    const sleep = { name: "sleep", text: "SELECT pg_sleep($1)" };
    await Promise.all(
      [0.1, 0.1, 0.1].flatMap((seconds) => [
        listening.rows(sleep, [seconds]),
        database.transaction((session) => session.rows(sleep, [seconds])),
      ]),
    );
    await database.rows({ name: "notify", text: "SELECT pg_notify('alphadelta', $1)" }, ["x"]);
    await expect.poll(() => notices).toEqual([undefined]);
    const client = new Client({ connectionString: pooler.through(postgres.url()) });
    await client.connect();
    try {
      const seen = new Set<number>();
      for (let turn = 0; turn < 20; turn++) {
        const { rows } = await client.query(`SELECT pg_backend_pid() AS id,
          ARRAY(SELECT setting FROM pg_settings WHERE name = ANY ('{${SETTINGS.join()}}') ORDER BY name) AS settings,
          ARRAY(SELECT name FROM pg_prepared_statements) AS prepared,
          ARRAY(SELECT pg_listening_channels()) AS channels,
          (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`);
        const [{ id, ...state }] = rows;
        seen.add(id);
        expect(state).toEqual({
          settings: ["0", "on", "0"],
          prepared: [],
          channels: [],
          locks: 0,
        });
      }
      expect(seen.size).toBeGreaterThan(1);
    } finally {
      await client.end();
    }
  });

  test("reads go on after the pooler was away", async () => {
    const text = "SELECT 2 AS two";
    expect(await database.rows({ name: "two", text })).toEqual([{ two: 2 }]);
    await pooler.kill();
    await expect(database.rows({ name: "two", text })).rejects.toThrow();
    await pooler.start();
    expect(await database.rows({ name: "two", text })).toEqual([{ two: 2 }]);
  });
});
