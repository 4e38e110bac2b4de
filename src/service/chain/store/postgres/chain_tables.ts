import type { Session } from "../../../postgres.ts";
import { prepareTransaction } from "../../ledger/mod.ts";
import { fromBlob } from "../_rows.ts";
import { columnsOf, type TableName, TABLES } from "../_tables.ts";
import type { EmptyTables, FilledTables, TableRow } from "../copy_tables.ts";
import type { PendingBytes, Render } from "../store.ts";
import { PostgresEngine, type SegmentParts } from "./_engine.ts";
import { type SegmentWrite, toJson } from "./_segment_write.ts";
import { qualified } from "./_statements.ts";
import { addFresh } from "./pending_check.ts";
import { openPostgresStore } from "./postgres_store.ts";

/** Rows that are fetched at once. */
const BATCH = 500;

interface ReadParts {
  /** Its statements are all of one moment. */
  readonly session: Session;
  readonly schema: string;
  readonly render: Render;
}

/** The tables of a segment as a transaction sees them. */
export async function openTables(parts: ReadParts): Promise<FilledTables> {
  const { session, schema, render } = parts;
  const ask = <Row extends object>(sql: string): Promise<Row[]> =>
    session.rows<Row>({ name: "", text: qualified(sql, schema) });
  const transaction = (): Promise<never> =>
    Promise.reject(new Error("Cannot write: the store is read alone"));
  const database = { rows: session.rows.bind(session), transaction };
  return {
    store: await openPostgresStore({ database, schema, render }),
    async count(table) {
      const [row] = await ask<{ count: number }>(`SELECT count(*) AS count FROM {}.${table}`);
      return row?.count ?? 0;
    },
    async *rows(table) {
      const names = Object.keys(TABLES[table].columns).join(", ");
      await ask(`DECLARE copied CURSOR FOR SELECT ${names} FROM {}.${table}
        ORDER BY ${TABLES[table].key.join(", ")}`);
      for (;;) {
        const rows = await ask<TableRow>(`FETCH ${BATCH} FROM copied`);
        if (rows.length > 0) yield rows;
        if (rows.length < BATCH) break;
      }
      await ask("CLOSE copied");
    },
  };
}

/**
 * Fills the tables of a segment by the holder of its lease: as `fill` has written them, or not at all where that throws or
 * the process ends.
 *
 * @throws {LeaseLostError} If the lease is of another term.
 */
export async function fillTables<T>(
  parts: SegmentParts & { readonly render: Render },
  fill: (tables: EmptyTables) => Promise<T>,
): Promise<T> {
  let filled: { readonly value: T } | undefined;
  await new PostgresEngine(parts).write(
    "all",
    async () => undefined,
    async (write) => {
      const { store } = await openTables({ ...parts, session: write.session });
      const value = await fill({
        store,
        clear: (table) => run(write, `DELETE FROM {}.${table}`),
        insert: (table, rows) => insert(write, table, rows),
        finish: () => finish(write),
      });
      filled = { value };
    },
  );
  return (filled as { readonly value: T }).value;
}

async function run(
  { session, schema }: SegmentWrite,
  sql: string,
  values?: unknown[],
): Promise<void> {
  await session.rows({ name: "", text: qualified(sql, schema) }, values);
}

/** Adds rows; a column that the database counts up by itself is counted anew, in the same order. */
async function insert(
  write: SegmentWrite,
  table: TableName,
  rows: readonly TableRow[],
): Promise<void> {
  if (table === "pending") return insertPending(write, rows);
  const columns = columnsOf(table)
    .map(({ name }) => name)
    .join(", ");
  const added = `INSERT INTO {}.${table} (${columns}) SELECT ${columns}
    FROM json_populate_recordset(NULL::{}.${table}, $1)`;
  await run(write, added, [toJson(table, rows)]);
}

/** With the columns that nonces and double spends are checked by. */
async function insertPending(write: SegmentWrite, rows: readonly TableRow[]): Promise<void> {
  const transactions = (rows as unknown as { hash: Uint8Array; raw: Uint8Array }[]).map(
    ({ hash, raw }): PendingBytes => ({
      hash: fromBlob(hash),
      raw,
      body: prepareTransaction(Uint8Array.from(raw)).body,
    }),
  );
  addFresh(write, transactions);
}

const COUNTS = `SELECT (SELECT coalesce(max(height), -1) FROM {}.block) AS height,
  (SELECT coalesce(max(first_tx + tx_count), 0) FROM {}.block) AS transactions,
  (SELECT coalesce(max(seq), 0) FROM {}.event) AS last_event,
  coalesce((SELECT name FROM {}.epoch ORDER BY id DESC LIMIT 1), epoch) AS epoch FROM {}.chain`;

/** What the chain counts follows from its rows. */
async function finish(write: SegmentWrite): Promise<void> {
  const { session, schema, chain } = write;
  const [counts] = await session.rows<SegmentWrite["chain"]>({
    name: "",
    text: qualified(COUNTS, schema),
  });
  Object.assign(chain, counts);
  chain.revision++;
  chain.removals = chain.revision;
  const { revision, removals, height, transactions, last_event, epoch } = chain;
  await run(
    write,
    `UPDATE {}.chain SET revision = $1, removals = $2, height = $3, transactions = $4, last_event = $5, epoch = $6`,
    [revision, removals, height, transactions, last_event, epoch],
  );
}
