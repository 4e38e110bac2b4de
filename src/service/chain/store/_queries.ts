/**
 * Queries that are parts of several statements. `{}.` stands for the schema, where there is one.
 *
 * @module
 */

/** Transactions with their names and their block. */
export const TRANSACTION = `
  SELECT tx.*, kind.text AS type_name, sender.text AS sender_name, receiver.text AS receiver_name,
    block.hash AS block_hash, block.timestamp, block.first_tx
  FROM {}.tx
  JOIN {}.block ON block.height = tx.height
  JOIN {}.name AS kind ON kind.id = tx.type
  JOIN {}.name AS sender ON sender.id = tx.sender
  JOIN {}.name AS receiver ON receiver.id = tx.receiver`;

/**
 * The addresses that transactions and state changes have.
 *
 * @param transactions Which transactions.
 * @param prefix The value that the state keys of accounts begin with.
 * @param changes Which state changes.
 */
export function accountsFrom(transactions: string, prefix: string, changes: string): string {
  return `
  SELECT text AS address FROM {}.name
  WHERE id IN (SELECT sender FROM {}.tx WHERE ${transactions} UNION SELECT receiver FROM {}.tx WHERE ${transactions})
  UNION
  SELECT substr(key, length(prefix) + 1) FROM (SELECT CAST(${prefix} AS text) AS prefix) AS given CROSS JOIN {}.state
  WHERE ${changes} AND substr(key, 1, length(prefix)) = prefix`;
}

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
