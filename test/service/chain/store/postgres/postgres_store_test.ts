import { afterAll, beforeAll, describe } from "vitest";

import {
  openPostgresStore,
  type PostgresStore,
  segmentSchema,
} from "../../../../../src/service/chain/store/postgres/mod.ts";
import { type Database, openDatabase } from "../../../../../src/service/postgres.ts";
import { type Postgres, startPostgres } from "../../../../_postgres.ts";
import { RENDER } from "../_blocks.ts";
import { testStore } from "../_conformance.ts";

describe("on PostgreSQL", { tags: ["servers"] }, () => {
  let postgres: Postgres;
  let database: Database;
  let schemas = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ url: postgres.url() });
  });
  afterAll(async () => {
    await database?.close();
    await postgres?.close();
  });

  async function open(): Promise<PostgresStore> {
    const schema = `store_${schemas++}`;
    await database.script(segmentSchema(schema, "first"));
    return openPostgresStore({ database, schema, render: RENDER, term: 0 });
  }

  testStore("a PostgreSQL store", open);
});
