import { prepare, type Statement } from "../../../postgres.ts";
import {
  LOG_BEGIN,
  LOG_SIZE,
  READS as SHARED_READS,
  recountAccounts,
  STATE_AFTER,
  TRANSACTION,
  WRITES as SHARED_WRITES,
} from "../_queries.ts";
import type { TableName } from "../_tables.ts";

/** Columns of every read that identify its moment. */
export interface View {
  /** Counted up with each change of the chain. */
  readonly revision: number;
  /** Revision of the last removal of blocks. */
  readonly removals: number;
  /** Height of the head, -1 in an empty store. */
  readonly height: number;
  readonly epoch: string;
  readonly last_event: number;
  /** Number of the newest transaction that ever was pending. */
  readonly last_pending: number;
}

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

/** A list by the names of its account and type, null for any, and its direction, with its length. */
const LIST = `
  SELECT account, type, $3::smallint AS direction, coalesce((
    SELECT seq + 1 FROM {}.entry WHERE entry.account = named.account AND entry.type = named.type
      AND entry.direction = $3 ORDER BY seq DESC LIMIT 1), 0) AS total
  FROM (SELECT
    CASE WHEN $1::text IS NULL THEN 0 ELSE (SELECT id FROM {}.name WHERE text = $1) END AS account,
    CASE WHEN $2::text IS NULL THEN 0 ELSE (SELECT id FROM {}.name WHERE text = $2) END AS type) AS named`;

/** The entries of such a list at $4 items from its end, at most $5, downwards. */
const ENTRIES = `
  FROM {}.entry JOIN {}.tx ON tx.seq = entry.tx
  WHERE entry.account = list.account AND entry.type = list.type AND entry.direction = list.direction
    AND entry.seq BETWEEN list.total - $4::bigint - $5::bigint AND list.total - $4 - 1`;

/** Reads by name, and what their rows are in the order of. Each is one statement, and so of one snapshot. */
const READS = {
  ...SHARED_READS,
  view: ["SELECT 1"],
  head: ["SELECT * FROM {}.block WHERE block.height = chain.height"],
  summariesUp: [
    `
    SELECT chain.height + 1 AS total, (SELECT string_agg(summary, ',' ORDER BY height) FROM {}.block
      WHERE block.height BETWEEN $1::bigint AND $1 + $2::bigint - 1) AS items`,
  ],
  summariesDown: [
    `
    SELECT chain.height + 1 AS total, (SELECT string_agg(summary, ',' ORDER BY height DESC) FROM {}.block
      WHERE block.height BETWEEN chain.height - $1::bigint - $2::bigint + 1 AND chain.height - $1) AS items`,
  ],
  bodiesDown: [
    `
    SELECT chain.transactions AS total, (SELECT string_agg(body, ',' ORDER BY seq DESC) FROM {}.tx
      WHERE seq BETWEEN chain.transactions - $1::bigint - $2::bigint AND chain.transactions - $1 - 1) AS items`,
  ],
  blockBodies: [
    `
    SELECT tx_count AS total, (SELECT string_agg(tx.body, ',' ORDER BY seq) FROM {}.tx
      WHERE seq BETWEEN first_tx + $2::bigint AND first_tx + least($2 + $3::bigint, tx_count) - 1) AS items
    FROM {}.block WHERE block.height = $1`,
  ],
  blockHashes: [
    `
    SELECT tx_count AS total, (SELECT string_agg('"0x' || encode(tx.hash, 'hex') || '"', ',' ORDER BY seq) FROM {}.tx
      WHERE seq BETWEEN first_tx AND first_tx + tx_count - 1) AS items
    FROM {}.block WHERE block.hash = $1`,
  ],
  listBodies: [
    `SELECT total, (SELECT string_agg(tx.body, ',' ORDER BY entry.seq DESC) ${ENTRIES}) AS items
    FROM (${LIST}) AS list`,
  ],
  listTransactions: [
    `SELECT whole.* FROM (${LIST}) AS list, LATERAL (SELECT entry.tx ${ENTRIES}) AS listed,
    LATERAL (${TRANSACTION} WHERE tx.seq = listed.tx) AS whole`,
    "seq DESC",
  ],
  state: [
    `SELECT asked.key, (SELECT value FROM {}.state
      WHERE state.key = asked.key AND state.height <= $2 ORDER BY state.height DESC LIMIT 1) AS value
    FROM unnest($1::text[]) AS asked (key)`,
  ],
  stateAfter: [STATE_AFTER, "key"],
  treeNodes: ["SELECT path, bytes FROM {}.tree_node WHERE path = ANY ($1::text[])"],
  pending: ["SELECT seq, hash, raw FROM {}.pending WHERE seq > $1", "seq"],
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
  events: [
    `SELECT coalesce(${LOG_BEGIN}, 1) AS first, page.*
    FROM (SELECT 1) AS one LEFT JOIN LATERAL (
      SELECT * FROM {}.event WHERE seq > $1 AND seq <= $2 AND ($3::text[] IS NULL OR topic = ANY ($3)) ORDER BY seq)
    AS page ON true`,
    "seq",
  ],
  logSize: [LOG_SIZE],
  epochEnd: [
    `SELECT coalesce((SELECT min(first_event) - 1 FROM {}.epoch AS next WHERE next.id > known.id),
      chain.last_event) AS end FROM {}.epoch AS known WHERE name = $1`,
  ],
  names: ["SELECT id, text FROM {}.name WHERE text = ANY ($1::text[])"],
} as const satisfies Readonly<Record<string, readonly [query: string, order?: string]>>;

const WRITES = {
  ...SHARED_WRITES,
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
  unlock: `UPDATE {}.chain SET revision = $1, removals = $2, height = $3, transactions = $4, epoch = $5,
      last_event = last_event + $6,
      last_pending = greatest(last_pending, (SELECT max(seq) FROM {}.pending))
    RETURNING last_event, last_pending, pg_notify('alphadelta', $7)`,
  /** Lists by the names of accounts and types, null for any; those of a name that is not there have no id. */
  listLengths: `SELECT named.*, coalesce((SELECT seq + 1 FROM {}.entry
      WHERE entry.account = named.account AND entry.type = named.type AND entry.direction = named.direction
      ORDER BY seq DESC LIMIT 1), 0) AS length
    FROM (SELECT CASE WHEN list.account IS NULL THEN 0 ELSE owner.id END AS account,
        CASE WHEN list.type IS NULL THEN 0 ELSE kind.id END AS type, list.direction
      FROM json_to_recordset($1) AS list (account text, type text, direction smallint)
      LEFT JOIN {}.name AS owner ON owner.text = list.account LEFT JOIN {}.name AS kind ON kind.text = list.type) AS named`,
  insertBlocks: insertInto("block"),
  insertTransactions: insertInto("tx"),
  insertNames: insertInto("name"),
  insertEntries: insertInto("entry"),
  insertState: insertInto("state"),
  /** Events count up from the last one. */
  insertEvents: `INSERT INTO {}.event (seq, at, topic, type, sender, receiver, body)
    SELECT chain.last_event + seq, at, topic, type, sender, receiver, body
    FROM {}.chain, json_populate_recordset(NULL::{}.event, $1)`,
  /** With true in the end the state of each row is new too. */
  touchAccounts: `INSERT INTO {}.account AS kept SELECT * FROM json_populate_recordset(NULL::{}.account, $1)
    ON CONFLICT (address) DO UPDATE SET tx_count = kept.tx_count + excluded.tx_count, last_seen = excluded.last_seen,
      state = CASE WHEN $2::boolean THEN excluded.state ELSE kept.state END`,
  putTreeNodes: `${insertInto("tree_node")} ON CONFLICT (path) DO UPDATE SET bytes = excluded.bytes`,
  deleteTreeNodes: "DELETE FROM {}.tree_node WHERE path = ANY ($1::text[])",
  insertPending: `INSERT INTO {}.pending (hash, raw, sender, nonce, serial_numbers, first_seq)
    SELECT hash, raw, sender, nonce, serial_numbers, first_seq FROM json_populate_recordset(NULL::{}.pending, $1)
    ON CONFLICT (hash) DO NOTHING RETURNING seq, hash`,
  deletePending: "DELETE FROM {}.pending WHERE hash = ANY ($1::bytea[])",
  takePending: `DELETE FROM {}.pending
    RETURNING seq, hash, raw, sender, nonce, serial_numbers, coalesce(first_seq, seq) AS first_seq`,
  changedKeys: "SELECT DISTINCT key FROM {}.state WHERE seq >= $1",
  /** Takes `count` entries off the end of each list. */
  deleteEntries: `DELETE FROM {}.entry USING (SELECT list.*, (SELECT max(seq) FROM {}.entry
        WHERE entry.account = list.account AND entry.type = list.type AND entry.direction = list.direction) AS last
      FROM json_to_recordset($1) AS list (account bigint, type bigint, direction smallint, count bigint)) AS ends
    WHERE entry.account = ends.account AND entry.type = ends.type AND entry.direction = ends.direction
      AND entry.seq > ends.last - ends.count`,
  deleteAccounts: "DELETE FROM {}.account WHERE address = ANY ($1::text[])",
  recountAccounts: recountAccounts('SELECT unnest(CAST(? AS text[])) COLLATE "C" AS address'),
} as const satisfies Readonly<Record<string, string>>;

/** Rows come as JSON, by which the columns' names alone say where a value goes. */
function insertInto(table: TableName): string {
  return `INSERT INTO {}.${table} SELECT * FROM json_populate_recordset(NULL::{}.${table}, $1)`;
}

const VIEW = `chain.revision AS v_revision, chain.removals AS v_removals, chain.height AS v_height,
  chain.epoch AS v_epoch, chain.last_event AS v_last_event,
  chain.last_pending AS v_last_pending`;

export type Statements = Readonly<Record<keyof typeof READS | keyof typeof WRITES, Statement>>;

/** Made once for each schema: a connection keeps its prepared statements. */
const known = new Map<string, Statements>();

export function statementsOf(schema: string): Statements {
  const statements = known.get(schema) ?? makeStatements(schema);
  known.set(schema, statements);
  return statements;
}

function makeStatements(schema: string): Statements {
  const reads = Object.entries(READS).map(([name, read]) => [name, viewed(read)] as const);
  const all = [...reads, ...Object.entries(WRITES)].map(([name, text]) => {
    return [name, prepare(qualified(text, schema), name)];
  });
  return Object.fromEntries(all) as Statements;
}

/** A query on the tables of a schema, with its values by number. */
export function qualified(sql: string, schema: string): string {
  let values = 0;
  return sql.replaceAll("{}", `"${schema}"`).replaceAll("?", () => `$${++values}`);
}

/** A read with the view: one row where nothing is found. */
function viewed([query, order]: readonly [query: string, order?: string]): string {
  return `SELECT ${VIEW}, found.* FROM {}.chain
    LEFT JOIN LATERAL (SELECT true AS is_found, query.* FROM (${query}) AS query) AS found ON true
    ${order === undefined ? "" : `ORDER BY ${order}`}`;
}
