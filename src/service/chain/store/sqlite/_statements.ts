import type { DatabaseSync, StatementSync } from "node:sqlite";
import {
  LOG_BEGIN,
  LOG_SIZE,
  READS,
  recountAccounts,
  STATE_AFTER,
  TRANSACTION,
  WRITES,
} from "../_queries.ts";
import type { ListKey } from "../_lists.ts";
import { fromBlob } from "../_rows.ts";
import { columnsOf, type TableName } from "../_tables.ts";
import { valueOf } from "./_row_values.ts";

const LIST = "account = ? AND type = ? AND direction = ?";

/**
 * The texts of a query as one, with commas between: a row for each would cost half as much again. They stand in the
 * order of the query, which SQLite keeps wherever the aggregate is none of `count`, `min` and `max`.
 */
function together(query: string): string {
  return `SELECT group_concat(text) FROM (${query})`;
}

/** The newest number that was given; an epoch may begin beyond the events that are there. */
const LAST_EVENT = `max(coalesce((SELECT max(seq) FROM event), 0),
  coalesce((SELECT first_event - 1 FROM epoch ORDER BY id DESC LIMIT 1), 0))`;

/** Every statement that the store runs, by name. Older versions of Node bind no parameter with a number, such as `?1`. */
const SQL = {
  ...inOrder(READS),
  head: "SELECT * FROM block ORDER BY height DESC LIMIT 1",
  blockSpan: "SELECT first_tx, tx_count FROM block WHERE height = ?",
  summariesUp: together(
    "SELECT summary AS text FROM block WHERE height BETWEEN ? AND ? ORDER BY height",
  ),
  summariesDown: together(
    "SELECT summary AS text FROM block WHERE height BETWEEN ? AND ? ORDER BY height DESC",
  ),
  blockSpanByHash: "SELECT first_tx, tx_count FROM block WHERE hash = ?",
  hashesUp: together(
    `SELECT '"0x' || lower(hex(hash)) || '"' AS text FROM tx WHERE seq BETWEEN ? AND ? ORDER BY seq`,
  ),
  bodiesUp: together("SELECT body AS text FROM tx WHERE seq BETWEEN ? AND ? ORDER BY seq"),
  bodiesDown: together("SELECT body AS text FROM tx WHERE seq BETWEEN ? AND ? ORDER BY seq DESC"),
  nameId: "SELECT id FROM name WHERE text = ?",
  /** The id of an account's name with the length of its list of a direction. */
  accountList: `
    SELECT id, (SELECT coalesce(max(seq) + 1, 0) FROM entry WHERE account = name.id AND type = 0 AND direction = ?)
    FROM name WHERE text = ?`,
  listLength: `SELECT coalesce(max(seq) + 1, 0) AS total FROM entry WHERE ${LIST}`,
  listBodies: together(`
    SELECT tx.body AS text FROM entry JOIN tx ON tx.seq = entry.tx
    WHERE entry.account = ? AND entry.type = ? AND entry.direction = ? AND entry.seq BETWEEN ? AND ?
    ORDER BY entry.seq DESC`),
  listTransactions: `SELECT tx FROM entry WHERE ${LIST} AND seq BETWEEN ? AND ? ORDER BY seq DESC`,
  transactionBySeq: `${TRANSACTION} WHERE tx.seq = ?`,
  stateAt: "SELECT value FROM state WHERE key = ? AND height <= ? ORDER BY height DESC LIMIT 1",
  stateAfter: STATE_AFTER,
  changedKeys: "SELECT DISTINCT key FROM state WHERE seq BETWEEN ? AND ?",
  treeNode: "SELECT bytes FROM tree_node WHERE path = ?",
  pending: "SELECT hash, raw FROM pending ORDER BY seq",

  events: "SELECT * FROM event WHERE seq > ? AND seq <= ? ORDER BY seq",
  eventsOfTopics: `
    SELECT * FROM event WHERE seq > ? AND seq <= ? AND topic IN (SELECT value FROM json_each(?))
    ORDER BY seq`,
  eventBounds: `SELECT coalesce(${LOG_BEGIN}, 1) AS first, ${LAST_EVENT} AS last`,
  logSize: LOG_SIZE,
  epochEnd: `
    SELECT coalesce(
      (SELECT min(next.first_event) - 1 FROM epoch AS next WHERE next.id > epoch.id), ${LAST_EVENT}) AS end
    FROM epoch WHERE name = ?`,

  insertBlock: insertInto("block"),
  insertTransaction: insertInto("tx"),
  insertName: insertInto("name"),
  insertEntry: insertInto("entry"),
  insertState: insertInto("state"),
  /** Changes of a block; with a 1 at the end, of the state too. */
  touchAccount: `
    INSERT INTO account (address, tx_count, first_seen, last_seen, state) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (address) DO UPDATE SET
      tx_count = tx_count + excluded.tx_count, last_seen = excluded.last_seen,
      state = iif(?, excluded.state, state)`,
  deleteAccounts: "DELETE FROM account WHERE address IN (SELECT value FROM json_each(?))",
  recountAccounts: recountAccounts("SELECT value AS address FROM json_each(?)"),
  putTreeNode: `${insertInto("tree_node")} ON CONFLICT (path) DO UPDATE SET bytes = excluded.bytes`,
  deleteTreeNode: "DELETE FROM tree_node WHERE path = ?",
  insertPending: "INSERT OR IGNORE INTO pending (hash, raw) VALUES (?, ?)",
  deletePending: "DELETE FROM pending WHERE hash = ?",
  clearPending: "DELETE FROM pending",
  insertEvent: insertInto("event"),
  deleteEntries: `DELETE FROM entry WHERE ${LIST} AND seq >= ?`,
  ...WRITES,
} as const;

/** Statements that many answers wait for: they give rows as arrays where this Node can, in less time. */
const AS_ARRAYS = [
  "account",
  "stateAt",
  "treeNode",
  "nameId",
  "accountList",
  "listLength",
  "blockBody",
  "blockBodyByHash",
  "transactionBody",
  "summariesUp",
  "summariesDown",
  "bodiesUp",
  "bodiesDown",
  "listBodies",
  "hashesUp",
] as const satisfies (keyof typeof SQL)[];

/** Reads by name with the order of their rows. */
function inOrder<Name extends string>(
  reads: Readonly<Record<Name, readonly [query: string, order?: string]>>,
): Record<Name, string> {
  const all = Object.entries<readonly [query: string, order?: string]>(reads);
  const ordered = all.map(([name, [query, order]]) => [
    name,
    order === undefined ? query : `${query} ORDER BY ${order}`,
  ]);
  return Object.fromEntries(ordered) as Record<Name, string>;
}

export function insertInto(table: TableName): string {
  const columns = columnsOf(table).map(({ name }) => name);
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
}

export function unqualified(sql: string): string {
  return sql.replaceAll("{}.", "");
}

export type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

/** Statements of the event log. */
const EVENT_LOG = [
  "events",
  "eventsOfTopics",
  "eventBounds",
  "logSize",
  "epochEnd",
  "insertEvent",
  "forgetEvents",
  "insertEpoch",
  "forgetEpochs",
] as const satisfies (keyof typeof SQL)[];

export type EventStatements = Pick<Statements, (typeof EVENT_LOG)[number]>;

export function prepareEventStatements(database: DatabaseSync): EventStatements {
  return prepare(database, EVENT_LOG);
}

export function prepareStatements(database: DatabaseSync): Statements {
  const statements = prepare(database, Object.keys(SQL) as (keyof typeof SQL)[]);
  // Absent before 22.16.
  for (const name of AS_ARRAYS) statements[name].setReturnArrays?.(true);
  return statements;
}

function prepare<Name extends keyof typeof SQL>(
  database: DatabaseSync,
  names: readonly Name[],
): Readonly<Record<Name, StatementSync>> {
  const prepared = names.map((name) => [name, database.prepare(unqualified(SQL[name]))] as const);
  return Object.fromEntries(prepared) as Record<Name, StatementSync>;
}

export function nameId({ nameId: statement }: Statements, text: string): number | undefined {
  return valueOf(statement.get(text)) as number | undefined;
}

export function listLength({ listLength: statement }: Statements, list: ListKey): number {
  return Number(valueOf(statement.get(...list)));
}

export function stateAt(statements: Statements, key: string, height: number): string | undefined {
  const value = valueOf(statements.stateAt.get(key, height)) as string | null | undefined;
  return value ?? undefined;
}

export function readTree({ treeNode }: Statements, paths: readonly string[]): Map<string, string> {
  const nodes = new Map<string, string>();
  for (const path of paths) {
    const bytes = valueOf(treeNode.get(path)) as Uint8Array | undefined;
    if (bytes) nodes.set(path, fromBlob(bytes).slice(2));
  }
  return nodes;
}
