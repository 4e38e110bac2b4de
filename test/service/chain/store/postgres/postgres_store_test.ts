import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ProducedBlock } from "../../../../../src/service/chain/ledger/mod.ts";
import {
  openPostgresStore,
  type PostgresStore,
  segmentSchema,
} from "../../../../../src/service/chain/store/postgres/mod.ts";
import { postgresStatements } from "../../../../../src/service/chain/store/postgres/_statements.ts";
import { type Database, openDatabase } from "../../../../../src/service/postgres.ts";
import { type Databases, openDatabases } from "../../../../_postgres.ts";
import { hashOf, makeBlock, RENDER } from "../_blocks.ts";
import { collect } from "../_chain_file.ts";
import { testStore } from "../_conformance.ts";
import { EVENTS, testEventLog } from "../_event_log_conformance.ts";
import { testFaults } from "../_faults_conformance.ts";

describe("on PostgreSQL", () => {
  let postgres: Databases;
  let database: Database;
  let schemas = 0;
  const made = new Set<string>();
  beforeAll(async () => {
    postgres = await openDatabases();
    database = await openDatabase({ url: postgres.url() });
  });
  afterAll(async () => {
    await database?.close();
  });

  function place(): string {
    return `store_${schemas++}`;
  }

  async function make(schema: string): Promise<string> {
    if (!made.has(schema)) await database.script(segmentSchema(schema, `${schema}_first`));
    made.add(schema);
    return schema;
  }

  async function open(schema = place()): Promise<PostgresStore> {
    return openPostgresStore({ database, schema: await make(schema), render: RENDER, term: 0 });
  }

  testStore("a PostgreSQL store", open, { seeds: [1] });

  testFaults(async () => {
    const schema = await make(place());
    const run = (script: string): Promise<void> =>
      database.script(script.replaceAll("{}", `"${schema}"`));
    return { store: await open(schema), run };
  });

  testEventLog({
    place,
    open: async (schema, options) => {
      const render = { ...RENDER, events: EVENTS };
      const where = { database, schema: await make(schema), render, term: 0 };
      return openPostgresStore({ ...where, ...options });
    },
  });

  test("a writer whose lease has passed to another writes nothing", async () => {
    const schema = place();
    const old = await open(schema);
    const [genesis, first] = [
      makeBlock(undefined, []),
      makeBlock(makeBlock(undefined, []), []),
    ] as [ProducedBlock, ProducedBlock];
    await old.apply([genesis]);
    await database.script(`UPDATE "${schema}".lease SET term = 1`);
    const pending = [{ hash: hashOf("x"), raw: Uint8Array.of(1) }];
    await expect(old.apply([first])).rejects.toThrow("the lease of term 0 has passed");
    await expect(old.truncate(-1)).rejects.toThrow("the lease of term 0 has passed");
    await expect(old.putPending(pending)).rejects.toThrow("the lease of term 0 has passed");
    const next = await openPostgresStore({ database, schema, render: RENDER, term: 1 });
    expect((await next.head())?.block).toEqual(genesis.block);
    expect(await next.listPending()).toEqual([]);
    await next.apply([first]);
    expect(await collect(next.inspect())).toEqual([]);
  });

  test("a store sees what another one wrote once it looks", async () => {
    const schema = place();
    const writer = await open(schema);
    const reader = await openPostgresStore({ database, schema, render: RENDER });
    const genesis = makeBlock(undefined, []);
    expect(await reader.head()).toBeUndefined();
    await writer.apply([genesis, makeBlock(genesis, [{ from: "dx1a", to: "dx1b" }])]);
    expect(reader.view.height).toBe(-1);
    expect((await reader.refresh()).height).toBe(1);
    expect((await reader.head())?.block.height).toBe(1);
    expect((await reader.listTransactions({ offset: 0, limit: 5 })).total).toBe(1);
    await writer.truncate(0);
    await reader.refresh();
    expect(await reader.findBlock(1)).toBeUndefined();
    expect((await reader.listTransactions({ offset: 0, limit: 5 })).total).toBe(0);
    await expect(reader.apply([genesis])).rejects.toThrow("has no lease");
  });

  test("submissions are stored while the writer is at a block", async () => {
    const schema = place();
    const writer = await open(schema);
    const gateway = await openPostgresStore({ database, schema, render: RENDER });
    const pending = { hash: hashOf("a"), raw: Uint8Array.of(1) };
    await database.transaction(async (session) => {
      await session.rows(postgresStatements(schema).lockBlocks, [0]);
      await gateway.acceptPending(async () => [pending]);
    });
    expect(await writer.listPending()).toEqual([pending]);
  });

  test("what was read stays cached while submissions cannot be stored", async () => {
    const schema = place();
    const writer = await open(schema);
    const genesis = makeBlock(undefined, []);
    await writer.apply([genesis]);
    const gateway = await openPostgresStore({ database, schema, render: RENDER });
    expect((await gateway.findBlock(0))?.block).toEqual(genesis.block);
    await database.script(`DELETE FROM "${schema}".block`);
    const failing = gateway.acceptPending(() => Promise.reject(new Error("no room")));
    await expect(failing).rejects.toThrow("no room");
    expect((await gateway.findBlock(0))?.block).toEqual(genesis.block);
  });

  test("a transaction of which a statement fails takes no effect, and tells the first failure", async () => {
    const schema = await make(place());
    const failing = database.transaction(async (session) => {
      session.run({ name: "", text: `INSERT INTO "${schema}".name VALUES (1, 'a')` });
      session.run({ name: "", text: "SELECT 1 / 0" });
      await session.rows({ name: "", text: "SELECT 1" });
    });
    await expect(failing).rejects.toThrow("division by zero");
    const late = database.transaction(async (session) => {
      session.run({ name: "", text: `INSERT INTO "${schema}".name VALUES (1, 'a')` });
      session.run({ name: "", text: "SELECT 1 / 0" });
    });
    await expect(late).rejects.toThrow("division by zero");
    expect(await database.rows({ name: "", text: `SELECT * FROM "${schema}".name` })).toEqual([]);
  });

  test("what others made pending while blocks are removed stays, behind what the writer says", async () => {
    const schema = place();
    const writer = await open(schema);
    const gateway = await openPostgresStore({ database, schema, render: RENDER });
    const genesis = makeBlock(undefined, []);
    await writer.apply([genesis, makeBlock(genesis, [])]);
    const pending = ["a", "b", "c"].map((text) => ({ hash: hashOf(text), raw: Uint8Array.of(1) }));
    const [known, back, late] = pending as [PendingOne, PendingOne, PendingOne];
    await gateway.acceptPending(async () => [known]);
    expect(await writer.listPending()).toEqual([known]);
    await gateway.acceptPending(async () => [late]);
    await writer.truncate(0, [back, known]);
    expect(await writer.nextPending()).toEqual([late]);
    expect(await writer.listPending()).toEqual([back, known, late]);
  });

  test("a page costs the same at any depth", async () => {
    const schema = place();
    const store = await open(schema);
    const blocks: ProducedBlock[] = [makeBlock(undefined, [])];
    const sketches = Array.from({ length: 400 }, () => ({ from: "dx1a", to: "dx1b" }));
    for (let height = 1; height <= 5; height++) blocks.push(makeBlock(blocks.at(-1), sketches));
    await store.apply(blocks);
    await database.script("ANALYZE");
    const rowsOfPage = async (offset: number): Promise<number> => {
      const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${postgresStatements(schema).listBodies.text}`;
      const rows = await database.rows<{ "QUERY PLAN": { Plan: PlanNode }[] }>({ name: "", text }, [
        ...["dx1a", null, 0, offset, 10],
      ]);
      const plans = rows.flatMap((row) => row["QUERY PLAN"]);
      return plans.reduce((sum, { Plan }) => sum + rowsIn(Plan), 0);
    };
    const first = await rowsOfPage(0);
    expect(first).toBeGreaterThan(20);
    expect(first).toBeLessThan(100);
    expect(await rowsOfPage(1_990)).toBe(first);
  });
});

interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that the steps of a plan touched. */
function rowsIn(node: PlanNode): number {
  const own = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsIn(below), own);
}

interface PendingOne {
  readonly hash: string;
  readonly raw: Uint8Array;
}
