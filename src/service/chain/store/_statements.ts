/**
 * The statements of every engine, by name.
 *
 * @module
 */
import { accountRows, type Dialect, listed, type Read, touched, TRANSACTION } from "./_queries.ts";
import { columnsOf, TABLE_NAMES, type TableName } from "./_tables.ts";

/** Joins the column `text` of a query with commas, in its order: one row is cheaper than a row for each item. */
function joined(query: string): string {
  return `(SELECT string_agg(text, ',') FROM (${query}) AS page)`;
}

/** Finds a list by account ($1) and type ($2), null for any, and direction ($3), with its length. */
const LIST = `WITH list AS MATERIALIZED (
  SELECT account, type, coalesce((SELECT seq + 1 FROM {}.entry
      WHERE entry.account = named.account AND entry.type = named.type AND entry.direction = $3
      ORDER BY seq DESC LIMIT 1), 0) AS total
  FROM (SELECT
    CASE WHEN CAST($1 AS text) IS NULL THEN 0 ELSE (SELECT id FROM {}.name WHERE text = $1) END AS account,
    CASE WHEN CAST($2 AS text) IS NULL THEN 0 ELSE (SELECT id FROM {}.name WHERE text = $2) END AS type) AS named)`;

/** Condition of the at most $5 entries of the list below the newest $4. */
const IN_LIST = `entry.account = list.account AND entry.type = list.type AND entry.direction = $3
  AND entry.seq BETWEEN list.total - CAST($4 AS bigint) - CAST($5 AS bigint) AND list.total - $4 - 1`;

const NEWEST = "(SELECT max(seq) FROM {}.event)";

/** The number of events in the log, and the time of the oldest. */
const LOG_SIZE = `SELECT ${NEWEST} - oldest.seq + 1 AS events, oldest.at AS since
  FROM (SELECT seq, at FROM {}.event ORDER BY seq LIMIT 1) AS oldest`;

function blocksOf({ height, transactions, hex, least }: Dialect) {
  const texts = `FROM {}.tx WHERE seq BETWEEN first_tx`;
  return {
    head: [`SELECT * FROM {}.block WHERE block.height = ${height}`],
    blockByHeight: ["SELECT * FROM {}.block WHERE height = $1"],
    blockByHash: ["SELECT * FROM {}.block WHERE hash = $1"],
    blockBody: ["SELECT body FROM {}.block WHERE height = $1"],
    blockBodyByHash: ["SELECT body FROM {}.block WHERE hash = $1"],
    summariesUp: [
      `SELECT ${height} + 1 AS total, ${joined(`SELECT summary AS text FROM {}.block
        WHERE height BETWEEN CAST($1 AS bigint) AND $1 + CAST($2 AS bigint) - 1 ORDER BY height`)} AS items`,
    ],
    summariesDown: [
      `WITH list AS MATERIALIZED (SELECT ${height} + 1 AS total)
      SELECT total, ${joined(`SELECT summary AS text FROM {}.block
        WHERE height BETWEEN total - CAST($1 AS bigint) - CAST($2 AS bigint) AND total - $1 - 1
        ORDER BY height DESC`)} AS items FROM list`,
    ],
    blockTransactions: [
      `${TRANSACTION} WHERE block.height = $1 AND tx.seq BETWEEN block.first_tx
        AND block.first_tx + block.tx_count - 1`,
      "seq",
    ],
    blockBodies: [
      `SELECT tx_count AS total, ${joined(`SELECT body AS text ${texts} + CAST($2 AS bigint)
        AND first_tx + ${least("$2 + CAST($3 AS bigint)", "tx_count")} - 1 ORDER BY seq`)} AS items
      FROM {}.block WHERE block.height = $1`,
    ],
    blockHashes: [
      `SELECT tx_count AS total, ${joined(`SELECT '"0x' || ${hex("tx.hash")} || '"' AS text ${texts}
        AND first_tx + tx_count - 1 ORDER BY seq`)} AS items
      FROM {}.block WHERE block.hash = $1`,
    ],
    transactionByHash: [`${TRANSACTION} WHERE tx.hash = $1`],
    transactionBody: ["SELECT body FROM {}.tx WHERE hash = $1"],
    bodiesDown: [
      `WITH list AS MATERIALIZED (SELECT ${transactions} AS total)
      SELECT total, ${joined(`SELECT body AS text FROM {}.tx
        WHERE seq BETWEEN total - CAST($1 AS bigint) - CAST($2 AS bigint) AND total - $1 - 1
        ORDER BY seq DESC`)} AS items FROM list`,
    ],
    listBodies: [
      `${LIST} SELECT total, ${joined(`SELECT tx.body AS text FROM {}.entry JOIN {}.tx ON tx.seq = entry.tx
        WHERE ${IN_LIST} ORDER BY entry.seq DESC`)} AS items FROM list`,
    ],
    listTransactions: [
      `${LIST} ${TRANSACTION} WHERE tx.seq IN (SELECT entry.tx FROM list JOIN {}.entry ON ${IN_LIST})`,
      "seq DESC",
    ],
  } as const satisfies Readonly<Record<string, Read>>;
}

function stateOf({ height, among, texts }: Dialect) {
  return {
    account: [
      `SELECT tx_count, state, first_seen, last_seen, ${height} AS height FROM {}.account WHERE address = $1`,
    ],
    /** Values as of a height; without keys one row with the head's height. */
    state: [
      `SELECT ${height} AS height, asked.key, (SELECT value FROM {}.state
        WHERE state.key = asked.key AND state.height <= $2 ORDER BY state.height DESC LIMIT 1) AS value
      FROM (SELECT 1) AS one LEFT JOIN ${texts("$1", "asked", "key")} ON true`,
    ],
    /** State changes of a block. */
    changes: [
      `SELECT state.seq, state.key, state.value FROM {}.state
      WHERE seq >= (SELECT first_state FROM {}.block WHERE block.height = $1)
        AND seq < coalesce((SELECT first_state FROM {}.block WHERE block.height = $1 + 1), CAST(9e18 AS bigint))`,
      "seq",
    ],
    treeNodes: [`SELECT path, bytes FROM {}.tree_node WHERE ${among("path", "$1", "text")}`],
    pending: ["SELECT seq, hash, raw FROM {}.pending WHERE seq > $1", "seq"],
  } as const satisfies Readonly<Record<string, Read>>;
}

function eventsOf({ lastEvent, among }: Dialect) {
  const page = (condition: string): string => `
    SELECT coalesce((SELECT min(seq) FROM {}.event), 1) AS first, ${lastEvent} AS last, page.*
    FROM (SELECT 1) AS one LEFT JOIN (SELECT * FROM {}.event WHERE ${condition}) AS page ON true`;
  return {
    /** Events after $1 up to $2, each with the bounds of the log; one row with the bounds alone if there are none. */
    events: [page("seq > $1 AND seq <= $2"), "seq"],
    eventsOfTopics: [page(`seq > $1 AND seq <= $2 AND ${among("topic", "$3", "text")}`), "seq"],
    logSize: [LOG_SIZE],
    /** The end of the log, to which events are appended. */
    logEnd: [
      `SELECT ${lastEvent} AS last_event, log.events, log.since FROM (SELECT 1) AS one LEFT JOIN (${LOG_SIZE}) AS log ON true`,
    ],
    epochEnd: [
      `SELECT coalesce((SELECT min(first_event) - 1 FROM {}.epoch AS next WHERE next.id > known.id), ${lastEvent}) AS end
      FROM {}.epoch AS known WHERE name = $1`,
    ],
  } as const satisfies Readonly<Record<string, Read>>;
}

/** Reads that prepare a write. */
function baseStatements({ height, lastEvent, among }: Dialect) {
  return {
    /** The head, the highest ids, and the size of the log. */
    base: [
      `SELECT block.height, block.hash, block.first_tx, block.tx_count, coalesce((SELECT max(id) FROM {}.name), 0) AS last_name,
        coalesce((SELECT max(seq) FROM {}.state), 0) AS last_state, ${lastEvent} AS last_event, log.events, log.since
      FROM (SELECT 1) AS one LEFT JOIN {}.block ON block.height = ${height} LEFT JOIN (${LOG_SIZE}) AS log ON true`,
    ],
    names: [`SELECT id, text FROM {}.name WHERE ${among("text", "$1", "text")}`],
    accountsFrom: [
      `SELECT DISTINCT address FROM (${touched("seq >= $1", "$2", "seq >= $3")}) AS touched`,
    ],
    changedKeys: ["SELECT DISTINCT key FROM {}.state WHERE seq >= $1"],
  } as const satisfies Readonly<Record<string, Read>>;
}

/** Reads by name. */
function readsOf(dialect: Dialect) {
  return {
    ...blocksOf(dialect),
    ...stateOf(dialect),
    ...eventsOf(dialect),
    ...baseStatements(dialect),
  };
}

export type ReadName = keyof ReturnType<typeof readsOf>;

/** Writes by name, except the inserts of rows, which are generated from the tables. */
function writesOf({ among, texts }: Dialect) {
  return {
    deleteTransactions: "DELETE FROM {}.tx WHERE seq >= $1",
    deleteNames: "DELETE FROM {}.name WHERE id >= $1",
    deleteState: "DELETE FROM {}.state WHERE seq >= $1",
    deleteBlocks: "DELETE FROM {}.block WHERE height >= $1",
    /** Appends transactions from $1 on to their lists. */
    addEntries: `INSERT INTO {}.entry (account, type, direction, seq, tx)
      SELECT account, type, direction, coalesce((SELECT max(seq) + 1 FROM {}.entry
          WHERE entry.account = added.account AND entry.type = added.type AND entry.direction = added.direction), 0)
        + row_number() OVER (PARTITION BY account, type, direction ORDER BY tx) - 1, tx
      FROM (${listed("seq >= $1")}) AS added`,
    /** Updates accounts by the transactions from $1 on and the state changes from $3 on. */
    addAccounts: `INSERT INTO {}.account AS kept (address, tx_count, first_seen, last_seen, state)
      SELECT address, sum(count), min(timestamp), max(timestamp), (SELECT value FROM {}.state
        WHERE key = CAST($2 AS text) || address ORDER BY state.height DESC LIMIT 1)
      FROM (SELECT address, count, (SELECT timestamp FROM {}.block WHERE block.height = touched.height) AS timestamp
        FROM (${touched("seq >= $1", "$2", "seq >= $3")}) AS touched) AS seen WHERE true GROUP BY address
      ON CONFLICT (address) DO UPDATE SET tx_count = kept.tx_count + excluded.tx_count, last_seen = excluded.last_seen,
        state = excluded.state`,
    deletePending: `DELETE FROM {}.pending WHERE ${among("hash", "$1", "bytes")}`,
    clearPending: "DELETE FROM {}.pending",
    deleteTreeNodes: `DELETE FROM {}.tree_node WHERE ${among("path", "$1", "text")}`,
    /** Removes transactions from $1 on from the ends of their lists. */
    deleteEntries: `DELETE FROM {}.entry WHERE (account, type, direction, seq) IN (
      SELECT account, type, direction, entry.seq FROM (SELECT account, type, direction, count(*) AS count
        FROM (${listed("seq >= $1")}) AS gone GROUP BY account, type, direction) AS list
      JOIN {}.entry USING (account, type, direction) WHERE entry.seq > (SELECT max(seq) FROM {}.entry
        WHERE entry.account = list.account AND entry.type = list.type AND entry.direction = list.direction) - list.count)`,
    deleteAccounts: `DELETE FROM {}.account WHERE ${among("address", "$1", "text")}`,
    /** Rebuilds the rows of addresses in `account`. */
    recountAccounts: `INSERT INTO {}.account (address, tx_count, first_seen, last_seen, state)
      SELECT address, tx_count, first_seen, last_seen, state
      FROM (${accountRows(texts("$2", "asked", "address"))}) AS anew WHERE first_seen IS NOT NULL`,
    /**
     * Deletes old events: looks at the oldest $1, and deletes up to the newest of them that has $2 or more events after it
     * or is older than the time $3. The newest event of the log stays.
     */
    forgetEvents: `DELETE FROM {}.event WHERE seq <= (
      SELECT max(seq) FROM (SELECT seq, at FROM {}.event ORDER BY seq LIMIT $1) AS oldest
      WHERE (seq <= ${NEWEST} - $2 OR at < $3) AND seq < ${NEWEST})`,
    insertEpoch: "INSERT INTO {}.epoch (name, first_event) VALUES ($1, $2)",
    forgetEpochs: "DELETE FROM {}.epoch WHERE id <= (SELECT max(id) FROM {}.epoch) - $1",
  } as const;
}

export type WriteName = keyof ReturnType<typeof writesOf>;

/** Reads and writes of one engine alone. */
export interface OwnStatements {
  readonly reads: Readonly<Record<string, Read>>;
  readonly writes: Readonly<Record<string, string>>;
}

/** Every statement of an engine, by name; inserts are named `insert` and the table. */
export type Statements<Own extends OwnStatements, Statement> = Readonly<
  Record<
    ReadName | WriteName | `insert ${TableName}` | keyof Own["reads"] | keyof Own["writes"],
    Statement
  >
>;

/**
 * Makes the statements of an engine.
 *
 * @param make Converts SQL to a statement of the engine.
 */
export function statementsOf<Own extends OwnStatements, Statement>(
  dialect: Dialect,
  own: Own,
  make: (text: string, name: string) => Statement,
): Statements<Own, Statement> {
  const reads = Object.entries<Read>({ ...readsOf(dialect), ...own.reads });
  const texts = [
    ...reads.map(([name, read]) => [name, dialect.read(...read)] as const),
    ...Object.entries({ ...writesOf(dialect), ...own.writes }),
    ...TABLE_NAMES.map((table) => [`insert ${table}`, insertInto(table, dialect)] as const),
  ];
  const entries = texts.map(([name, text]) => [name, make(text, name)] as const);
  return Object.fromEntries(entries) as Statements<Own, Statement>;
}

/** Clauses for a row with an existing key; in other tables such a row is an error. */
const ON_CONFLICT: Readonly<Partial<Record<TableName, string>>> = {
  tree_node: "ON CONFLICT (path) DO UPDATE SET bytes = excluded.bytes",
  pending: "ON CONFLICT (hash) DO NOTHING",
};

function insertInto(table: TableName, { rows }: Dialect): string {
  const names = columnsOf(table).map(({ name }) => name);
  return `INSERT INTO {}.${table} AS kept (${names.join(", ")}) ${rows(table, names)} ${ON_CONFLICT[table] ?? ""}`;
}
