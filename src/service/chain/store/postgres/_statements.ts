import { prepare, type Statement } from "../../../postgres.ts";
import type { Dialect } from "../_queries.ts";
import {
  type OwnStatements,
  type ReadName,
  type Statements as StatementsOf,
  statementsOf as makeStatements,
} from "../_statements.ts";

const VIEW = `chain.revision AS v_revision, chain.removals AS v_removals, chain.height AS v_height,
  chain.epoch AS v_epoch, chain.last_event AS v_last_event,
  chain.last_pending AS v_last_pending`;

const DIALECT: Dialect = {
  height: "chain.height",
  transactions: "chain.transactions",
  lastEvent: "chain.last_event",
  among: (column, values, type) =>
    `${column} = ANY (${values}::${type === "bytes" ? "bytea" : "text"}[])`,
  texts: (values, name, column) => `unnest(${values}::text[]) AS ${name} (${column})`,
  hex: (column) => `encode(${column}, 'hex')`,
  // With the view: one row where nothing is found.
  read: (query, order) => `SELECT ${VIEW}, found.* FROM {}.chain
    LEFT JOIN LATERAL (SELECT true AS is_found, query.* FROM (${query}) AS query) AS found ON true
    ${order === undefined ? "" : `ORDER BY ${order}`}`,
  // They come as JSON, by which the columns' names alone say where a value goes.
  rows: (table, columns) =>
    `SELECT ${columns.join(", ")} FROM json_populate_recordset(NULL::{}.${table}, $1)`,
  least: (one, other) => `least(${one}, ${other})`,
};

const PENDING_COLUMNS = "hash, raw, sender, nonce, serial_numbers, first_seq";

const READS = {
  view: ["SELECT 1"],
  /** Those that became pending after one of them. */
  newPending: [
    `SELECT coalesce(first_seq, seq) AS seq, hash, raw FROM {}.pending
    WHERE seq > $1 AND coalesce(first_seq, seq) > $1`,
    "seq",
  ],
  pendingCount: ["SELECT count(*) AS total FROM {}.pending"],
  pendingBytes: ["SELECT raw FROM {}.pending WHERE hash = $1"],
  /** States of transactions: in a block, or pending. */
  statuses: [
    `SELECT hash, status FROM {}.tx WHERE hash = ANY ($1::bytea[])
    UNION ALL SELECT hash, 'pending' FROM {}.pending WHERE hash = ANY ($1::bytea[])`,
  ],
  /** The nonces of each sender as one array: there may be hundreds. */
  nonces: [
    "SELECT sender, json_agg(nonce) AS nonces FROM {}.pending WHERE sender = ANY ($1::text[]) GROUP BY sender",
  ],
  spent: [
    `SELECT serial FROM {}.pending, unnest(serial_numbers) AS serial
    WHERE serial_numbers IS NOT NULL AND serial_numbers && $1::text[]`,
  ],
} as const satisfies OwnStatements["reads"];

const WRITES = {
  analyze: "SELECT {}.analyze_tables()",
  /** The first chain of a segment may be long in the making, and nobody waits for a lock on it. */
  takeTime: "SET LOCAL idle_in_transaction_session_timeout = '60s'",
  /** Nobody else writes until the transaction ends. */
  lockChain: "SELECT * FROM {}.chain FOR UPDATE",
  /**
   * The writer's: the term must still be its own, and stays so until the transaction ends. A renewal of the lease goes
   * past this lock, a take-over waits for it.
   */
  lockBlocks: "SELECT chain.* FROM {}.chain, {}.lease WHERE lease.term = $1 FOR KEY SHARE OF lease",
  /** The same, and nobody else writes either. */
  lockAll: `SELECT chain.* FROM {}.chain, {}.lease WHERE lease.term = $1 FOR UPDATE OF chain FOR KEY SHARE OF lease`,
  unlock: `UPDATE {}.chain SET revision = $1, removals = $2, height = $3, transactions = $4, epoch = $5, last_event = $6,
      last_pending = greatest(last_pending, (SELECT max(seq) FROM {}.pending))
    RETURNING last_event, last_pending, pg_notify('alphadelta', $7)`,
  insertPending: `INSERT INTO {}.pending (${PENDING_COLUMNS})
    SELECT ${PENDING_COLUMNS} FROM json_populate_recordset(NULL::{}.pending, $1)
    ON CONFLICT (hash) DO NOTHING RETURNING seq, hash`,
  takePending: `DELETE FROM {}.pending
    RETURNING seq, hash, raw, sender, nonce, serial_numbers, coalesce(first_seq, seq) AS first_seq`,
} as const satisfies OwnStatements["writes"];

/** Statements that this engine has beside the others. */
const OWN = { reads: READS, writes: WRITES } as const;

export type SegmentReadName = ReadName | keyof typeof READS;

/** A row of a read: the view, and the found columns. `is_found` is null where there are none. */
export interface ViewedRow {
  readonly v_revision: number;
  readonly v_removals: number;
  readonly v_height: number;
  readonly v_epoch: string;
  readonly v_last_event: number;
  readonly v_last_pending: number;
  readonly is_found: true | null;
}

export type PostgresStatements = StatementsOf<typeof OWN, Statement>;

/** Made once for each schema: a connection keeps its prepared statements. */
const known = new Map<string, PostgresStatements>();

export function postgresStatements(schema: string): PostgresStatements {
  const make = (text: string, name: string): Statement => prepare(qualified(text, schema), name);
  const statements = known.get(schema) ?? makeStatements(DIALECT, OWN, make);
  known.set(schema, statements);
  return statements;
}

/** A query on the tables of a schema. */
export function qualified(sql: string, schema: string): string {
  return sql.replaceAll("{}", `"${schema}"`);
}
