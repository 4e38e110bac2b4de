import type { DatabaseSync, StatementSync } from "node:sqlite";

const LIST = "account = ? AND type = ? AND direction = ?";
const EVERY = "account = id AND type = 0 AND direction = 0";
const TRANSACTION = `
  SELECT tx.seq, tx.hash, tx.height, kind.text AS type, sender.text AS sender, receiver.text AS receiver, tx.value,
    tx.nonce, tx.gas_price, tx.gas_limit, tx.gas_used, tx.status, tx.extra, tx.raw, tx.body,
    block.hash AS block_hash, block.timestamp, block.first_tx
  FROM tx
  JOIN block ON block.height = tx.height
  JOIN name AS kind ON kind.id = tx.type
  JOIN name AS sender ON sender.id = tx.sender
  JOIN name AS receiver ON receiver.id = tx.receiver`;

/**
 * The texts of a query as one, with commas between: a row for each would cost half as much again. They stand in the
 * order of the query, which SQLite keeps wherever the aggregate is none of `count`, `min` and `max`.
 */
function together(query: string): string {
  return `SELECT group_concat(text) FROM (${query})`;
}

/** Every statement that the store runs, by name. Older versions of Node bind no parameter with a number, such as `?1`. */
const SQL = {
  head: "SELECT * FROM block ORDER BY height DESC LIMIT 1",
  blockByHeight: "SELECT * FROM block WHERE height = ?",
  blockByHash: "SELECT * FROM block WHERE hash = ?",
  blockBody: "SELECT body FROM block WHERE height = ?",
  blockBodyByHash: "SELECT body FROM block WHERE hash = ?",
  blockSpan: "SELECT first_tx, tx_count FROM block WHERE height = ?",
  summariesUp: together(
    "SELECT summary AS text FROM block WHERE height BETWEEN ? AND ? ORDER BY height",
  ),
  summariesDown: together(
    "SELECT summary AS text FROM block WHERE height BETWEEN ? AND ? ORDER BY height DESC",
  ),
  bodiesUp: together("SELECT body AS text FROM tx WHERE seq BETWEEN ? AND ? ORDER BY seq"),
  bodiesDown: together("SELECT body AS text FROM tx WHERE seq BETWEEN ? AND ? ORDER BY seq DESC"),
  hashes: "SELECT hash FROM tx WHERE seq BETWEEN ? AND ? ORDER BY seq",
  transactions: `${TRANSACTION} WHERE tx.seq BETWEEN ? AND ? ORDER BY tx.seq`,
  transactionByHash: `${TRANSACTION} WHERE tx.hash = ?`,
  transactionBody: "SELECT body FROM tx WHERE hash = ?",
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
  account: "SELECT tx_count, state, first_seen, last_seen FROM account WHERE address = ?",
  accountAnew: `
    WITH
      account (id, key) AS (SELECT (SELECT id FROM name WHERE text = ?), ?),
      found AS MATERIALIZED (
        SELECT
          key,
          (SELECT seq + 1 FROM entry WHERE ${EVERY} ORDER BY seq DESC LIMIT 1) AS total,
          (SELECT height FROM tx WHERE seq = (SELECT tx FROM entry WHERE ${EVERY} AND seq = 0)) AS oldest,
          (SELECT height FROM tx WHERE seq =
            (SELECT tx FROM entry WHERE ${EVERY} ORDER BY seq DESC LIMIT 1)) AS newest,
          (SELECT min(height) FROM state WHERE key = account.key) AS made,
          (SELECT max(height) FROM state WHERE key = account.key) AS changed
        FROM account)
    SELECT
      coalesce(total, 0) AS tx_count,
      (SELECT value FROM state WHERE key = found.key AND height = found.changed) AS state,
      (SELECT timestamp FROM block
        WHERE height = min(coalesce(found.oldest, found.made), coalesce(found.made, found.oldest))) AS first_seen,
      (SELECT timestamp FROM block
        WHERE height = max(coalesce(found.newest, found.changed), coalesce(found.changed, found.newest))) AS last_seen
    FROM found`,
  stateAt: "SELECT value FROM state WHERE key = ? AND height <= ? ORDER BY height DESC LIMIT 1",
  changes: `
    SELECT key, value FROM state
    WHERE seq >= (SELECT first_state FROM block WHERE height = ?)
      AND seq < coalesce((SELECT first_state FROM block WHERE height = ? + 1), 9e18)
    ORDER BY seq`,
  stateAfter: `
    SELECT key, value FROM state AS newest
    WHERE key > ? AND height = (SELECT max(height) FROM state WHERE key = newest.key AND height <= ?)
      AND value IS NOT NULL
    ORDER BY key LIMIT ?`,
  changedKeys: "SELECT DISTINCT key FROM state WHERE seq BETWEEN ? AND ?",
  lastState: "SELECT coalesce(max(seq), 0) AS seq FROM state",
  treeNode: "SELECT bytes FROM tree_node WHERE path = ?",
  pending: "SELECT hash, raw FROM pending ORDER BY seq",

  eventsAfter: "SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ?",
  eventsOfTopics: `
    SELECT * FROM event WHERE seq > ? AND topic IN (SELECT value FROM json_each(?)) ORDER BY seq LIMIT ?`,
  eventBounds: `
    SELECT coalesce((SELECT min(seq) FROM event), 1) AS first, coalesce((SELECT max(seq) FROM event), 0) AS last`,
  epochEnd: `
    SELECT coalesce(
      (SELECT min(next.first_event) - 1 FROM epoch AS next WHERE next.id > epoch.id),
      (SELECT max(seq) FROM event), 0) AS end
    FROM epoch WHERE name = ?`,

  insertBlock: `
    INSERT INTO block (height, hash, parent_hash, timestamp, validator, state_root, transactions_root, receipts_root,
      gas_used, gas_limit, tx_count, first_tx, body, summary, first_name, first_state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) + 1 FROM name),
      (SELECT coalesce(max(seq), 0) + 1 FROM state))`,
  insertTransaction: `
    INSERT INTO tx (seq, hash, height, type, sender, receiver, value, nonce, gas_price, gas_limit, gas_used, status,
      extra, raw, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  insertName: "INSERT INTO name (text) VALUES (?)",
  insertEntry: "INSERT INTO entry (account, type, direction, seq, tx) VALUES (?, ?, ?, ?, ?)",
  /** Changes of a block; with a 1 at the end, of the state too. */
  touchAccount: `
    INSERT INTO account (address, tx_count, first_seen, last_seen, state) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (address) DO UPDATE SET
      tx_count = tx_count + excluded.tx_count, last_seen = excluded.last_seen,
      state = iif(?, excluded.state, state)`,
  putAccount: `
    INSERT OR REPLACE INTO account (address, tx_count, state, first_seen, last_seen) VALUES (?, ?, ?, ?, ?)`,
  deleteAccount: "DELETE FROM account WHERE address = ?",
  insertState: "INSERT INTO state (key, height, value) VALUES (?, ?, ?)",
  putTreeNode: `
    INSERT INTO tree_node (path, bytes) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET bytes = excluded.bytes`,
  deleteTreeNode: "DELETE FROM tree_node WHERE path = ?",
  insertPending: "INSERT OR IGNORE INTO pending (hash, raw) VALUES (?, ?)",
  deletePending: "DELETE FROM pending WHERE hash = ?",
  clearPending: "DELETE FROM pending",
  insertEvent: "INSERT INTO event (topic, type, sender, receiver, body) VALUES (?, ?, ?, ?, ?)",
  forgetEvents: "DELETE FROM event WHERE seq <= (SELECT max(seq) FROM event) - ?",
  insertEpoch: `
    INSERT INTO epoch (name, first_event) VALUES (?, (SELECT coalesce(max(seq), 0) + 1 FROM event))`,
  forgetEpochs: "DELETE FROM epoch WHERE id <= (SELECT max(id) FROM epoch) - ?",

  accountsFrom: `
    SELECT text AS address FROM name
    WHERE id IN (SELECT sender FROM tx WHERE seq >= ? UNION SELECT receiver FROM tx WHERE seq >= ?)
    UNION
    SELECT substr(key, length(prefix) + 1) FROM (SELECT ? AS prefix) CROSS JOIN state
    WHERE seq >= ? AND substr(key, 1, length(prefix)) = prefix`,
  listedFrom: "SELECT type, sender, receiver FROM tx WHERE seq >= ?",
  deleteEntries: `DELETE FROM entry WHERE ${LIST} AND seq >= ?`,
  deleteTransactions: "DELETE FROM tx WHERE seq >= ?",
  deleteNames: "DELETE FROM name WHERE id >= ?",
  deleteState: "DELETE FROM state WHERE seq >= ?",
  deleteBlocks: "DELETE FROM block WHERE height > ?",
} as const;

/** Statements that many answers wait for: they give rows as arrays where this Node can, in less time. */
const AS_ARRAYS = [
  "account",
  "accountAnew",
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
] as const satisfies (keyof typeof SQL)[];

/** The prepared statements of one database. */
export type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

/** Prepares every statement once. */
export function prepareStatements(database: DatabaseSync): Statements {
  const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)] as const);
  const statements = Object.fromEntries(prepared) as Record<keyof typeof SQL, StatementSync>;
  // Absent before 22.16.
  for (const name of AS_ARRAYS) statements[name].setReturnArrays?.(true);
  return statements;
}
