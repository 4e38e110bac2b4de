/**
 * The SQL dialects of the engines, and queries that are parts of several statements.
 *
 * @module
 */

/**
 * The expressions that differ between the engines. In all statements `{}.` stands for the schema, if there is one, and `$1`
 * for the first value.
 */
export interface Dialect {
  /** Height of the head; -1 in an empty store. */
  readonly height: string;
  /** Transactions in all blocks. */
  readonly transactions: string;
  /** The highest number that an event has or that is reserved; 0 before the first event. */
  readonly lastEvent: string;
  /** The condition that a column has one of the values of an array. */
  readonly among: (column: string, values: string, type: "text" | "bytes") => string;
  /** The strings of an array as a table with one column. */
  readonly texts: (values: string, name: string, column: string) => string;
  /** Bytes as hex, without `0x`. */
  readonly hex: (column: string) => string;
  /** A query with an optional order of its rows. */
  readonly read: (query: string, order?: string) => string;
  /** The source of the rows of an insert: the values of the statement. */
  readonly rows: (table: string, columns: readonly string[]) => string;
  /** The minimum of two numbers. */
  readonly least: (one: string, other: string) => string;
}

/** A query and the order of its rows. Each read is one statement, and so reads one snapshot. */
export type Read = readonly [query: string, order?: string];

/** Transactions with their names and their block. */
export const TRANSACTION = `
  SELECT tx.*, kind.text AS type_name, sender.text AS sender_name, receiver.text AS receiver_name,
    block.hash AS block_hash, block.timestamp, block.first_tx
  FROM {}.tx
  JOIN {}.block ON block.height = tx.height
  JOIN {}.name AS kind ON kind.id = tx.type
  JOIN {}.name AS sender ON sender.id = tx.sender
  JOIN {}.name AS receiver ON receiver.id = tx.receiver`;

/** The condition of the list of all transactions of an account. */
const EVERY = "account = id AND type = 0 AND direction = 0";

/**
 * Rebuilds rows of `account` from the lists and the state. An address in neither has null columns. $1 is the prefix of the
 * state keys of accounts.
 *
 * @param addresses A table with the alias `asked` and the column `address`.
 */
export function accountRows(addresses: string): string {
  return `
  WITH found AS MATERIALIZED (
    SELECT
      address,
      state_key,
      (SELECT seq + 1 FROM {}.entry WHERE ${EVERY} ORDER BY seq DESC LIMIT 1) AS total,
      (SELECT height FROM {}.tx WHERE seq = (SELECT entry.tx FROM {}.entry WHERE ${EVERY} AND seq = 0)) AS oldest,
      (SELECT height FROM {}.tx WHERE seq =
        (SELECT entry.tx FROM {}.entry WHERE ${EVERY} ORDER BY seq DESC LIMIT 1)) AS newest,
      (SELECT min(height) FROM {}.state WHERE key = state_key) AS made,
      (SELECT max(height) FROM {}.state WHERE key = state_key) AS changed
    FROM (
      SELECT asked.address, CAST($1 AS text) || asked.address AS state_key, name.id
      FROM ${addresses} LEFT JOIN {}.name ON name.text = asked.address) AS one)
  SELECT
    address,
    coalesce(total, 0) AS tx_count,
    (SELECT timestamp FROM {}.block WHERE height =
      CASE WHEN oldest < made THEN oldest ELSE coalesce(made, oldest) END) AS first_seen,
    (SELECT timestamp FROM {}.block WHERE height =
      CASE WHEN newest > changed THEN newest ELSE coalesce(changed, newest) END) AS last_seen,
    (SELECT value FROM {}.state WHERE key = state_key AND height = changed) AS state
  FROM found`;
}

/**
 * The list entries of transactions, one row each. A transaction is in the list of its type, and in the lists of its sender
 * and its receiver: by direction, of both directions, and of both with its type. 0 stands for any account or type.
 *
 * Inserts, removals and checks all use this query, so they agree on the entries.
 *
 * @param condition Selects the transactions.
 */
export function listed(condition: string): string {
  return `
  WITH one AS MATERIALIZED (SELECT seq AS tx, type, sender, receiver FROM {}.tx WHERE ${condition})
  SELECT 0 AS account, type, 0 AS direction, tx FROM one
  UNION ALL SELECT sender, 0, 0, tx FROM one
  UNION ALL SELECT sender, type, 0, tx FROM one
  UNION ALL SELECT sender, 0, 2, tx FROM one
  UNION ALL SELECT receiver, 0, 1, tx FROM one
  UNION ALL SELECT receiver, 0, 0, tx FROM one WHERE receiver <> sender
  UNION ALL SELECT receiver, type, 0, tx FROM one WHERE receiver <> sender`;
}

/**
 * The addresses in transactions and state changes, a row for each occurrence: the number of transactions that the row
 * counts as, and the height. Subqueries look names up one by one, even if the planner overestimates the rows.
 *
 * @param transactions Condition of the transactions.
 * @param prefix The prefix of the state keys of accounts.
 * @param changes Condition of the state changes.
 */
export function touched(transactions: string, prefix: string, changes: string): string {
  return `
  SELECT (SELECT text FROM {}.name WHERE id = sender) AS address, 1 AS count, height FROM {}.tx WHERE ${transactions}
  UNION ALL
  SELECT (SELECT text FROM {}.name WHERE id = receiver), 1, height FROM {}.tx WHERE ${transactions} AND receiver <> sender
  UNION ALL
  SELECT substr(key, length(prefix) + 1), 0, height FROM (SELECT CAST(${prefix} AS text) AS prefix) AS given CROSS JOIN {}.state
  WHERE ${changes} AND substr(key, 1, length(prefix)) = prefix`;
}
