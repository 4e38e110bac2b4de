/**
 * Queries that both dialects run. `{}.` stands for the schema, where there is one, and each `?` for the next value.
 *
 * @module
 */

/** Transactions with their names and their block. */
export const TRANSACTION = `
  SELECT tx.seq, tx.hash, tx.height, kind.text AS type, sender.text AS sender, receiver.text AS receiver, tx.value,
    tx.nonce, tx.gas_price, tx.gas_limit, tx.gas_used, tx.status, tx.extra, tx.raw, tx.body,
    block.hash AS block_hash, block.timestamp, block.first_tx
  FROM {}.tx
  JOIN {}.block ON block.height = tx.height
  JOIN {}.name AS kind ON kind.id = tx.type
  JOIN {}.name AS sender ON sender.id = tx.sender
  JOIN {}.name AS receiver ON receiver.id = tx.receiver`;

/** The state after a key as of a height, at most so many entries. */
export const STATE_AFTER = `
  SELECT newest.key, newest.value FROM {}.state AS newest
  WHERE newest.key > ? AND newest.height = (SELECT max(height) FROM {}.state
    WHERE state.key = newest.key AND state.height <= ?) AND newest.value IS NOT NULL
  ORDER BY newest.key LIMIT ?`;

/**
 * The addresses that transactions and state changes have, both from a number on (that of the transactions twice); the third
 * value is what the state keys of accounts begin with.
 */
export const ACCOUNTS_FROM = `
  SELECT text AS address FROM {}.name
  WHERE id IN (SELECT sender FROM {}.tx WHERE seq >= ? UNION SELECT receiver FROM {}.tx WHERE seq >= ?)
  UNION
  SELECT substr(key, length(prefix) + 1) FROM (SELECT CAST(? AS text) AS prefix) AS given CROSS JOIN {}.state
  WHERE seq >= ? AND substr(key, 1, length(prefix)) = prefix`;

const EVERY = "account = id AND type = 0 AND direction = 0";

/**
 * The rows of `account` as the lists and the state give them, all that is known of an address that is in neither null; the
 * first value is what the state keys of accounts begin with.
 *
 * @param asked A query of the addresses.
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
      SELECT asked.address, CAST(? AS text) || asked.address AS state_key, name.id
      FROM (${asked}) AS asked LEFT JOIN {}.name ON name.text = asked.address) AS one)
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

/** The columns of `account` in the order of {@linkcode accountsAnew}. */
const ACCOUNT = "address, tx_count, first_seen, last_seen, state";

/** Writes the rows of `account` of some addresses anew, see {@linkcode accountsAnew}. */
export function recountAccounts(asked: string): string {
  return `
  INSERT INTO {}.account (${ACCOUNT})
  SELECT ${ACCOUNT} FROM (${accountsAnew(asked)}) AS anew WHERE first_seen IS NOT NULL`;
}

/** Reads by name, and what their rows are in the order of. */
export const READS = {
  blockByHeight: ["SELECT * FROM {}.block WHERE height = ?"],
  blockByHash: ["SELECT * FROM {}.block WHERE hash = ?"],
  blockBody: ["SELECT body FROM {}.block WHERE height = ?"],
  blockBodyByHash: ["SELECT body FROM {}.block WHERE hash = ?"],
  blockTransactions: [
    `${TRANSACTION} WHERE block.height = ? AND tx.seq BETWEEN block.first_tx
      AND block.first_tx + block.tx_count - 1`,
    "seq",
  ],
  transactionByHash: [`${TRANSACTION} WHERE tx.hash = ?`],
  transactionBody: ["SELECT body FROM {}.tx WHERE hash = ?"],
  account: ["SELECT tx_count, state, first_seen, last_seen FROM {}.account WHERE address = ?"],
  /** State changes of a block, whose height is given twice. */
  changes: [
    `SELECT state.seq, state.key, state.value FROM {}.state
    WHERE seq >= (SELECT first_state FROM {}.block WHERE block.height = ?)
      AND seq < coalesce((SELECT first_state FROM {}.block WHERE block.height = ? + 1), CAST(9e18 AS bigint))`,
    "seq",
  ],
} as const satisfies Readonly<Record<string, readonly [query: string, order?: string]>>;

/** Removals of the rows of a table from a key on. */
export const REMOVALS = {
  removeTransactions: "DELETE FROM {}.tx WHERE seq >= ?",
  removeNames: "DELETE FROM {}.name WHERE id >= ?",
  removeState: "DELETE FROM {}.state WHERE seq >= ?",
  removeBlocks: "DELETE FROM {}.block WHERE height >= ?",
} as const;

const NEWEST = "(SELECT max(seq) FROM {}.event)";

/** The events of the log, and when its oldest was written. */
export const LOG_SIZE = `SELECT ${NEWEST} - oldest.seq + 1 AS events, oldest.at AS since
  FROM (SELECT seq, at FROM {}.event ORDER BY seq LIMIT 1) AS oldest`;

/** Where the event log begins; null of an empty one. */
export const LOG_BEGIN = "(SELECT min(seq) FROM {}.event)";

/**
 * Forgets the oldest events of the log: of the first so many, those with so many or more after them, and those from before a
 * time. What is older than one of these goes with it, and the newest stays.
 */
const FORGET_EVENTS = `DELETE FROM {}.event WHERE seq <= (
  SELECT max(seq) FROM (SELECT seq, at FROM {}.event ORDER BY seq LIMIT ?) AS oldest
  WHERE (seq <= ${NEWEST} - ? OR at < ?) AND seq < ${NEWEST})`;

export const WRITES = {
  /** The highest ids that were given out, 0 before the first. */
  lastIds: `SELECT coalesce((SELECT max(id) FROM {}.name), 0) AS name,
    coalesce((SELECT max(seq) FROM {}.state), 0) AS state`,
  listedFrom: "SELECT type, sender, receiver FROM {}.tx WHERE seq >= ?",
  accountsFrom: ACCOUNTS_FROM,
  ...REMOVALS,
  forgetEvents: FORGET_EVENTS,
  insertEpoch: "INSERT INTO {}.epoch (name, first_event) VALUES (?, ?)",
  forgetEpochs: "DELETE FROM {}.epoch WHERE id <= (SELECT max(id) FROM {}.epoch) - ?",
} as const;
