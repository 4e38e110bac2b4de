import type { Session } from "../../../postgres.ts";
import { updateStateTree } from "../../state_tree/mod.ts";
import { type BlockRow, fromBlob } from "../_rows.ts";
import type { Statements } from "./_statements.ts";
import { toTreeNodes } from "./_remove_blocks.ts";

/** A query whose every row is a fault, and the fault's name; `?` stands for the row's `what`. */
const FAULTS: readonly (readonly [fault: string, sql: string])[] = [
  [
    "Blocks have gaps: ?",
    `SELECT count(*) || ' rows, heights ' || min(height) || ' to ' || max(height) AS what FROM {}.block
      HAVING count(*) > 0 AND (min(height) <> 0 OR max(height) + 1 <> count(*))`,
  ],
  [
    "The chain counts ?",
    `SELECT chain.height || ' as its head, ' || chain.transactions || ' transactions' AS what FROM {}.chain,
        (SELECT coalesce(max(height), -1) AS height, coalesce(max(first_tx + tx_count), 0) AS total FROM {}.block) AS real
      WHERE chain.height <> real.height OR chain.transactions <> real.total`,
  ],
  [
    "Block ? does not begin right after the transactions of the block below",
    `SELECT height::text AS what FROM (
        SELECT height, first_tx, lag(first_tx + tx_count, 1, 0::bigint) OVER (ORDER BY height) AS next FROM {}.block) AS one
      WHERE first_tx <> next`,
  ],
  [
    "Transactions have gaps: ?",
    `SELECT rows || ' rows, positions ' || low || ' to ' || high AS what
      FROM (SELECT count(*) AS rows, min(seq) AS low, max(seq) AS high FROM {}.tx) AS one, {}.chain
      WHERE rows <> transactions OR (rows > 0 AND (low <> 0 OR high + 1 <> rows))`,
  ],
  [
    "Transaction ? is outside its block",
    `SELECT seq::text AS what FROM {}.tx LEFT JOIN {}.block USING (height)
      WHERE first_tx IS NULL OR seq < first_tx OR seq >= first_tx + tx_count`,
  ],
  [
    "Name ? belongs to no transaction",
    `SELECT text AS what FROM {}.name WHERE id NOT IN (
      SELECT type FROM {}.tx UNION SELECT sender FROM {}.tx UNION SELECT receiver FROM {}.tx)`,
  ],
  [
    "State value ? is outside its block",
    `SELECT state.key || ' at height ' || state.height AS what FROM {}.state
      LEFT JOIN {}.block ON block.height = state.height
      LEFT JOIN {}.block AS above ON above.height = state.height + 1
      WHERE block.height IS NULL OR state.seq < block.first_state OR state.seq >= above.first_state`,
  ],
  [
    "Pending transaction ? is in a block",
    "SELECT '0x' || encode(hash, 'hex') AS what FROM {}.pending JOIN {}.tx USING (hash)",
  ],
  [
    "List ? has a gap, or is not in chain order",
    `SELECT DISTINCT account || '/' || type || '/' || direction AS what FROM (
        SELECT account, type, direction, seq, tx, row_number() OVER list - 1 AS place, lag(tx) OVER list AS before
        FROM {}.entry WINDOW list AS (PARTITION BY account, type, direction ORDER BY seq)) AS one
      WHERE seq <> place OR before >= tx`,
  ],
  [
    "List ? has missing or wrong transactions",
    `WITH
      expected AS (
        SELECT 0::bigint AS account, type, 0 AS direction, seq AS tx FROM {}.tx
        UNION SELECT sender, 0, 0, seq FROM {}.tx UNION SELECT sender, 0, 2, seq FROM {}.tx
        UNION SELECT sender, type, 0, seq FROM {}.tx UNION SELECT receiver, 0, 1, seq FROM {}.tx
        UNION SELECT receiver, 0, 0, seq FROM {}.tx UNION SELECT receiver, type, 0, seq FROM {}.tx),
      kept AS (SELECT account, type, direction::int, tx FROM {}.entry)
    SELECT DISTINCT account || '/' || type || '/' || direction AS what FROM (
      (SELECT * FROM expected EXCEPT SELECT * FROM kept) UNION ALL (SELECT * FROM kept EXCEPT SELECT * FROM expected)) AS one`,
  ],
  [
    "Event ? is missing",
    `SELECT (seq + 1)::text AS what FROM (SELECT seq, lead(seq) OVER (ORDER BY seq) AS next FROM {}.event) AS one
      WHERE next <> seq + 1`,
  ],
];

/** Every fault in the tables, a sentence each: what does not fit what, whatever the rows themselves say. */
export async function* findFaults(
  database: Session,
  {
    schema,
    sql,
    prefix,
  }: { readonly schema: string; readonly sql: Statements; readonly prefix: string },
): AsyncGenerator<string> {
  const treeFault = await faultOfTree(database, sql);
  if (treeFault !== undefined) yield `The state tree does not match the head: ${treeFault}`;
  for (const [fault, text] of FAULTS) {
    const once = { name: "", text: text.replaceAll("{}", `"${schema}"`) };
    const rows = await database.rows<{ what: string }>(once);
    for (const { what } of rows) yield fault.replace("?", what);
  }
  const addresses = await database.rows<{ address: string }>(sql.accountsFrom, [0, 0, prefix]);
  const wrong = await database.rows<{ address: string }>(sql.accountFaults, [
    addresses.map(({ address }) => address),
    prefix,
  ]);
  if (wrong.length > 0) {
    yield `Accounts do not match their transactions and state: ${wrong.length}, for example ${wrong[0]?.address}`;
  }
}

async function faultOfTree(database: Session, sql: Statements): Promise<string | undefined> {
  const [head] = await database.rows<BlockRow & { is_found: true | null }>(sql.head);
  const { stateRoot } = await updateStateTree([], async (paths) =>
    toTreeNodes(await database.rows(sql.treeNodes, [paths])),
  );
  const expected = head?.is_found ? fromBlob(head.state_root) : stateRoot;
  return stateRoot === expected
    ? undefined
    : `its root is ${stateRoot}, block ${head?.height} has ${expected}`;
}
