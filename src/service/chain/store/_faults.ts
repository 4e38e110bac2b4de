import { type TreeNodes, updateStateTree } from "../state_tree/mod.ts";
import { DENSE } from "./event_log.ts";
import { accountRows, listed, touched } from "./_queries.ts";
import { fromBlob } from "./_rows.ts";

/** A query whose every row is a fault, and the fault's name, in which `?` stands for the row's `what`. */
export type StoreFault = readonly [fault: string, sql: string];

/** The faults that either dialect may have; a query with values takes what the state keys of accounts begin with. */
const FAULTS: readonly StoreFault[] = [
  [
    "Blocks have gaps: ?",
    `SELECT count(*) || ' rows, heights ' || min(height) || ' to ' || max(height) AS what FROM {}.block
      HAVING count(*) > 0 AND (min(height) <> 0 OR max(height) + 1 <> count(*))`,
  ],
  [
    "Block ? does not begin right after the transactions of the block below",
    `SELECT height AS what FROM (
        SELECT height, first_tx, lag(first_tx + tx_count, 1, CAST(0 AS bigint)) OVER (ORDER BY height) AS next
        FROM {}.block) AS one
      WHERE first_tx <> next ORDER BY height`,
  ],
  [
    "Transactions have gaps: ?",
    `SELECT found || ' rows, positions ' || low || ' to ' || high || ', blocks count ' || expected AS what
      FROM (SELECT count(*) AS found, coalesce(min(seq), 0) AS low, coalesce(max(seq), -1) AS high FROM {}.tx) AS one,
        (SELECT coalesce(max(first_tx + tx_count), 0) AS expected FROM {}.block) AS two
      WHERE found <> expected OR low <> 0 OR high + 1 <> found`,
  ],
  [
    "Transaction ? is outside its block",
    `SELECT seq AS what FROM {}.tx LEFT JOIN {}.block USING (height)
      WHERE first_tx IS NULL OR seq < first_tx OR seq >= first_tx + tx_count ORDER BY seq`,
  ],
  [
    "Transaction ? names an account or type that does not exist",
    `SELECT seq AS what FROM {}.tx LEFT JOIN {}.name AS kind ON kind.id = tx.type
      LEFT JOIN {}.name AS one ON one.id = tx.sender LEFT JOIN {}.name AS other ON other.id = tx.receiver
      WHERE kind.id IS NULL OR one.id IS NULL OR other.id IS NULL ORDER BY seq`,
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
    "SELECT hash AS what FROM {}.pending JOIN {}.tx USING (hash)",
  ],
  [
    "List ?",
    `SELECT account || '/' || type || '/' || direction || ' differs from the transactions, first at position '
        || min(seq) AS what
      FROM (SELECT account, type, direction, row_number() OVER (PARTITION BY account, type, direction ORDER BY tx) - 1 AS seq,
        tx AS expected FROM (${listed("true")}) AS given) AS numbered
      FULL JOIN {}.entry USING (account, type, direction, seq)
      WHERE tx IS DISTINCT FROM expected GROUP BY account, type, direction ORDER BY account, type, direction`,
  ],
  [
    "Event ? is missing",
    `SELECT after AS what FROM (SELECT seq + 1 AS after, lead(seq) OVER (ORDER BY seq) AS next FROM {}.event
      WHERE seq >= coalesce((SELECT first_event FROM {}.epoch WHERE name = '${DENSE}'), 0)) AS one
      WHERE next <> after`,
  ],
  [
    "Accounts do not match their transactions and state: ?",
    `SELECT count(*) || ', for example ' || min(kept.address) AS what FROM {}.account AS kept
      JOIN (${accountRows("{}.account AS asked")}) AS anew ON anew.address = kept.address
      WHERE kept.tx_count <> anew.tx_count OR kept.state IS DISTINCT FROM anew.state
        OR kept.first_seen IS DISTINCT FROM anew.first_seen OR kept.last_seen IS DISTINCT FROM anew.last_seen
      HAVING count(*) > 0`,
  ],
  [
    "There are ?",
    `SELECT found || ' accounts, the transactions and the state give ' || expected AS what
      FROM (SELECT count(*) AS found FROM {}.account) AS one,
        (SELECT count(DISTINCT address) AS expected FROM (${touched("true", "$1", "true")}) AS given) AS two
      WHERE found <> expected`,
  ],
];

const HEAD = "SELECT height, state_root FROM {}.block ORDER BY height DESC LIMIT 1";

interface Inspected {
  /** The prefix of accounts' state keys. */
  readonly accountPrefix: string;
  /** Faults that this dialect alone may have; they are told first. */
  readonly ownFaults: readonly StoreFault[];
  /** Runs a query. */
  readonly ask: (sql: string, values?: readonly string[]) => Promise<Iterable<object>>;
  readonly readTreeNodes: (paths: readonly string[]) => Promise<TreeNodes>;
}

/** Every fault in the tables, a sentence each: rows that contradict one another. */
export async function* findFaults(inspected: Inspected): AsyncGenerator<string> {
  const treeFault = await faultOfTree(inspected);
  if (treeFault !== undefined) yield `The state tree does not match the head: ${treeFault}`;
  for (const [fault, sql] of [...inspected.ownFaults, ...FAULTS]) {
    const values = sql.includes("$1") ? [inspected.accountPrefix] : [];
    for (const row of await inspected.ask(sql, values)) {
      const { what } = row as { readonly what: string | number | Uint8Array };
      yield fault.replace("?", what instanceof Uint8Array ? fromBlob(what) : String(what));
    }
  }
}

/** Compares the root of the tree with that of the head; `undefined` where they are the same. */
async function faultOfTree({ ask, readTreeNodes }: Inspected): Promise<string | undefined> {
  const { stateRoot } = await updateStateTree([], readTreeNodes);
  for (const row of await ask(HEAD)) {
    const { height, state_root } = row as {
      readonly height: number;
      readonly state_root: Uint8Array;
    };
    const expected = fromBlob(state_root);
    if (stateRoot === expected) return undefined;
    return `its root is ${stateRoot}, block ${height} has ${expected}`;
  }
  return undefined;
}
