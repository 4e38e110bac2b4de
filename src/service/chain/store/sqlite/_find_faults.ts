import type { DatabaseSync } from "node:sqlite";
import { sha256Hex } from "../../../crypto.ts";
import { NO_HASH, sealBlock } from "../../ledger/mod.ts";
import {
  ANY,
  type BlockRow,
  fromBlob,
  type Listed,
  type ListKey,
  listsOf,
  toStoredBlock,
} from "../_rows.ts";
import { findAccountFaults, rowsOf } from "./_reads.ts";
import type { Statements } from "./_statements.ts";
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

/** Most transactions below the head that are looked at. */
const DEPTH = 50;

interface Parts {
  readonly database: DatabaseSync;
  readonly statements: Statements;
}

interface TailRow extends Listed {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly height: number;
  readonly raw: Uint8Array;
}

interface Edge {
  readonly transactions: number;
  readonly stateHeight: number;
}

const EDGE = `
  SELECT (SELECT coalesce(max(seq) + 1, 0) FROM tx) AS transactions,
    coalesce((SELECT height FROM state ORDER BY seq DESC LIMIT 1), -1) AS stateHeight`;
const TAIL = "SELECT seq, hash, height, type, sender, receiver, raw FROM tx WHERE seq >= ?";
const LIST_END = `
  SELECT seq, tx FROM entry WHERE account = ? AND type = ? AND direction = ? ORDER BY seq DESC LIMIT ?`;

/**
 * Looks at what was written last: the head, the block below it, the last transactions and the ends of their lists. The
 * cost does not grow with the chain.
 *
 * @returns The first thing that does not fit, or `undefined`.
 */
export function findQuickFault(parts: Parts): string | undefined {
  const { database, statements } = parts;
  const head = statements.head.get() as BlockRow | undefined;
  const edge = database.prepare(EDGE).get() as unknown as Edge;
  const total = head ? head.first_tx + head.tx_count : 0;
  const height = head ? head.height : -1;
  if (edge.transactions !== total) {
    return `the blocks count ${total} transactions, the last one has number ${edge.transactions}`;
  }
  if (edge.stateHeight > height) {
    return `the state is of height ${edge.stateHeight}, the head is at ${height}`;
  }
  return head && (faultOfHead(statements, head) ?? faultOfTail(parts, head));
}

function faultOfHead(statements: Statements, head: BlockRow): string | undefined {
  const { hash, ...header } = toStoredBlock(head).block;
  const real = sealBlock(header).hash;
  if (hash !== real) return `block ${head.height} has the hash ${hash}, its fields give ${real}`;
  const below = statements.blockByHeight.get(head.height - 1) as BlockRow | undefined;
  const parentHash = below ? fromBlob(below.hash) : NO_HASH;
  if (header.parentHash !== parentHash || (head.height > 0 && !below)) {
    return `block ${head.height} has the parent ${header.parentHash}, the block below it is ${below ? parentHash : "nothing"}`;
  }
  const firstTx = below ? below.first_tx + below.tx_count : 0;
  if (head.first_tx === firstTx) return undefined;
  return `block ${head.height} begins with transaction ${head.first_tx}, ${firstTx} comes after the block below`;
}

function faultOfTail(parts: Parts, head: BlockRow): string | undefined {
  const total = head.first_tx + head.tx_count;
  const first = Math.max(total - DEPTH, 0);
  const rows = parts.database.prepare(TAIL).all(first) as unknown as TailRow[];
  if (rows.length !== total - first) {
    return `${rows.length} of the last ${total - first} transactions exist`;
  }
  for (const { seq, hash, height, raw } of rows) {
    if (fromBlob(hash) !== sha256Hex(raw)) {
      return `transaction ${fromBlob(hash)} does not have the hash of its bytes`;
    }
    if (height > head.height || (height === head.height) !== seq >= head.first_tx) {
      return `transaction ${seq} is stored with block ${height}`;
    }
  }
  return faultOfLists(parts, rows);
}

/** Compares the end of each list that the last transactions are on with these transactions. */
function faultOfLists({ database }: Parts, rows: readonly TailRow[]): string | undefined {
  const ends = new Map<string, { readonly list: ListKey; readonly expected: number[] }>();
  for (const row of rows) {
    for (const list of listsOf(row, ANY)) {
      const end = ends.get(list.join()) ?? { list, expected: [] };
      end.expected.unshift(row.seq);
      ends.set(list.join(), end);
    }
  }
  const statement = database.prepare(LIST_END);
  for (const { list, expected } of ends.values()) {
    const end = statement.all(...list, expected.length + 1) as unknown as Entry[];
    const isDense = end.every(({ seq }, index) => seq === (end[0]?.seq ?? 0) - index);
    const begins = end.length > expected.length || end.at(-1)?.seq === 0;
    const fits = expected.every((seq, index) => end[index]?.tx === seq);
    if (!isDense || !begins || !fits)
      return `list ${list.join("/")} does not end with its newest transactions`;
  }
  return undefined;
}

interface Entry {
  readonly seq: number;
  readonly tx: number;
}
