import type { DatabaseSync } from "node:sqlite";

import { findAccountFaults } from "./_accounts.ts";
import { ANY, type Listed, type ListKey, listsOf } from "../_lists.ts";
import { rowsOf } from "./_rows_of.ts";
import { faultOfTree } from "./_tree.ts";
import type { Writer } from "./_writer.ts";

/** A query whose every row is a fault, and the fault's name; `?` stands for the row's `what`. */
const FAULTS: readonly (readonly [fault: string, sql: string])[] = [
  ["The file is damaged: ?", "SELECT integrity_check AS what FROM pragma_integrity_check"],
  [
    "Blocks have gaps: ?",
    `SELECT count(*) || ' rows, heights ' || min(height) || ' to ' || max(height) AS what FROM block
      HAVING count(*) > 0 AND (min(height) <> 0 OR max(height) + 1 <> count(*))`,
  ],
  [
    "Block ? does not begin right after the transactions of the block below",
    `SELECT height AS what FROM (
        SELECT height, first_tx, lag(first_tx + tx_count, 1, 0) OVER (ORDER BY height) AS next FROM block)
      WHERE first_tx <> next`,
  ],
  [
    "Transactions have gaps: ?",
    `SELECT count(*) || ' rows, positions ' || min(seq) || ' to ' || max(seq) || ', blocks count ' || expected AS what
      FROM tx, (SELECT coalesce(max(first_tx + tx_count), 0) AS expected FROM block)
      HAVING count(*) <> expected OR (count(*) > 0 AND (min(seq) <> 0 OR max(seq) + 1 <> count(*)))`,
  ],
  [
    "Transaction ? is outside its block",
    `SELECT seq AS what FROM tx LEFT JOIN block USING (height)
      WHERE block.height IS NULL OR seq < first_tx OR seq >= first_tx + tx_count`,
  ],
  [
    "Transaction ? names an account or type that does not exist",
    `SELECT seq AS what FROM tx WHERE type NOT IN (SELECT id FROM name)
      OR sender NOT IN (SELECT id FROM name) OR receiver NOT IN (SELECT id FROM name)`,
  ],
  [
    "Name ? belongs to no transaction",
    `SELECT text AS what FROM name WHERE id NOT IN (
      SELECT type FROM tx UNION SELECT sender FROM tx UNION SELECT receiver FROM tx)`,
  ],
  [
    "State value ? is outside its block",
    `SELECT state.key || ' at height ' || state.height AS what FROM state
      LEFT JOIN block ON block.height = state.height LEFT JOIN block AS above ON above.height = state.height + 1
      WHERE block.height IS NULL OR state.seq < block.first_state OR state.seq >= above.first_state`,
  ],
  [
    "Pending transaction ? is in a block",
    "SELECT '0x' || lower(hex(hash)) AS what FROM pending JOIN tx USING (hash)",
  ],
];

const ENTRIES = `
  SELECT entry.account, entry.type AS list_type, entry.direction, entry.seq, entry.tx, tx.type, tx.sender, tx.receiver
  FROM entry LEFT JOIN tx ON tx.seq = entry.tx
  ORDER BY entry.account, entry.type, entry.direction, entry.seq`;

interface EntryRow {
  readonly account: number;
  readonly list_type: number;
  readonly direction: number;
  readonly seq: number;
  readonly tx: number;
  readonly type: number | null;
  readonly sender: number;
  readonly receiver: number;
}

/** Every fault in the tables, a sentence each: what does not fit what, whatever the rows themselves say. */
export function* findFaults(parts: Writer): Generator<string> {
  const { database, statements } = parts;
  const treeFault = faultOfTree(statements);
  if (treeFault !== undefined) yield `The state tree does not match the head: ${treeFault}`;
  for (const [fault, sql] of FAULTS) {
    for (const { what } of rowsOf(database, sql)) {
      if (what !== "ok") yield fault.replace("?", String(what));
    }
  }
  yield* findEntryFaults(database);
  yield* findAccountFaults(database, parts);
}

/**
 * Goes through the lists entry by entry. Each list dense and in chain order, each entry on a list of its transaction,
 * and as many entries as the transactions have lists: then every list holds what it should, and nothing else does.
 */
function* findEntryFaults(database: DatabaseSync): Generator<string> {
  let last: EntryRow | undefined;
  let count = 0;
  for (const entry of rowsOf(database, ENTRIES)) {
    const row = entry as unknown as EntryRow;
    const fault = faultOfEntry(row, last);
    if (fault !== undefined) yield `List ${keyOf(row).join("/")}: ${fault}`;
    last = row;
    count++;
  }
  const expected = countListings(database);
  if (count !== expected) {
    yield `The lists have ${count} entries, the transactions give ${expected}`;
  }
}

function faultOfEntry(row: EntryRow, last: EntryRow | undefined): string | undefined {
  const key = keyOf(row).join();
  const before = last && keyOf(last).join() === key ? last : undefined;
  const position = before ? before.seq + 1 : 0;
  if (row.seq !== position) return `position ${position} is missing, ${row.seq} follows`;
  if (before && before.tx >= row.tx) {
    return `transaction ${row.tx} follows ${before.tx} at position ${row.seq}`;
  }
  if (row.type === null) return `transaction ${row.tx} at position ${row.seq} does not exist`;
  const lists = listsOf({ type: row.type, sender: row.sender, receiver: row.receiver }, ANY);
  if (lists.some((list) => list.join() === key)) return undefined;
  return `transaction ${row.tx} at position ${row.seq} does not belong there`;
}

function keyOf({ account, list_type, direction }: EntryRow): ListKey {
  return [account, list_type, direction];
}

function countListings(database: DatabaseSync): number {
  let count = 0;
  for (const row of rowsOf(database, "SELECT type, sender, receiver FROM tx")) {
    count += listsOf(row as unknown as Listed, ANY).length;
  }
  return count;
}
