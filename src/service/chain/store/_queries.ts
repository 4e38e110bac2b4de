/**
 * The words of the engines, and queries that are parts of several statements.
 *
 * @module
 */

/**
 * The words that the engines have each their own of. In all other statements `{}.` stands for the schema, where there is
 * one, and `$1` for the first value.
 */
export interface Dialect {
  /** Height of the head; -1 in an empty store. */
  readonly height: string;
  /** Transactions in all blocks. */
  readonly transactions: string;
  /** The newest number that was given to an event, or may not be given any more; 0 before the first. */
  readonly lastEvent: string;
  /** A condition: a column has one of the values of an array. */
  readonly among: (column: string, values: string, type: "text" | "bytes") => string;
  /** The texts of an array as rows of one column. */
  readonly texts: (values: string, name: string, column: string) => string;
  /** Bytes as hex, without `0x`. */
  readonly hex: (column: string) => string;
  /** A read, whose rows have an order where one is named. */
  readonly read: (query: string, order?: string) => string;
  /** The rows that are added to a table: the values of the statement. */
  readonly rows: (table: string, columns: readonly string[]) => string;
  /** The smaller one of two numbers. */
  readonly least: (one: string, other: string) => string;
}

/** A read, and what its rows are in the order of. Each is one statement, and so of one snapshot. */
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

const EVERY = "account = id AND type = 0 AND direction = 0";

/**
 * The rows of `account` as the lists and the state give them, all that is known of an address that is in neither null; $1
 * is what the state keys of accounts begin with.
 *
 * @param asked The addresses: a table `asked`.
 */
export function accountsAnew(asked: string): string {
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
      FROM ${asked} LEFT JOIN {}.name ON name.text = asked.address) AS one)
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
 * The lists that transactions are on, a row for each: each transaction in the list of its type, and in those of its sender
 * and its receiver, of either direction and of both, with its type and with any. Adding, removing and inspecting follow from
 * this, so that no list keeps a stray entry. 0 stands for any account or type.
 *
 * @param condition Which transactions.
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
 * The addresses that transactions and state changes have, a row for each time: the transactions that it counts for, and when.
 * Names are looked up one at a time, also by a planner that takes a few transactions for many.
 *
 * @param transactions Which transactions.
 * @param prefix The value that the state keys of accounts begin with.
 * @param changes Which state changes.
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
