import { sha256Hex } from "../../../crypto.ts";
import { NO_HASH, sealBlock } from "../../ledger/mod.ts";
import { byList, type Listed } from "../_lists.ts";
import { type BlockRow, fromBlob, toStoredBlock } from "../_rows.ts";
import type { SqliteEngine } from "./_engine.ts";

/** Most transactions below the head that are looked at. */
const DEPTH = 50;

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
export function findQuickFault(engine: SqliteEngine): string | undefined {
  const head = engine.row("head") as BlockRow | undefined;
  const edge = engine.database.prepare(EDGE).get() as unknown as Edge;
  const total = head ? head.first_tx + head.tx_count : 0;
  const height = head ? head.height : -1;
  if (edge.transactions !== total) {
    return `the blocks count ${total} transactions, the last one has number ${edge.transactions}`;
  }
  if (edge.stateHeight > height) {
    return `the state is of height ${edge.stateHeight}, the head is at ${height}`;
  }
  return head && (faultOfHead(engine, head) ?? faultOfTail(engine, head));
}

function faultOfHead(engine: SqliteEngine, head: BlockRow): string | undefined {
  const { hash, ...header } = toStoredBlock(head).block;
  const real = sealBlock(header).hash;
  if (hash !== real) return `block ${head.height} has the hash ${hash}, its fields give ${real}`;
  const below = engine.row("blockByHeight", [head.height - 1]) as BlockRow | undefined;
  const parentHash = below ? fromBlob(below.hash) : NO_HASH;
  if (header.parentHash !== parentHash || (head.height > 0 && !below)) {
    return `block ${head.height} has the parent ${header.parentHash}, the block below it is ${below ? parentHash : "nothing"}`;
  }
  const firstTx = below ? below.first_tx + below.tx_count : 0;
  if (head.first_tx === firstTx) return undefined;
  return `block ${head.height} begins with transaction ${head.first_tx}, ${firstTx} comes after the block below`;
}

function faultOfTail(engine: SqliteEngine, head: BlockRow): string | undefined {
  const total = head.first_tx + head.tx_count;
  const first = Math.max(total - DEPTH, 0);
  const rows = engine.database.prepare(TAIL).all(first) as unknown as TailRow[];
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
  return faultOfLists(engine, rows);
}

/** Compares the end of each list that the last transactions are on with these transactions. */
function faultOfLists({ database }: SqliteEngine, rows: readonly TailRow[]): string | undefined {
  const statement = database.prepare(LIST_END);
  for (const { list, listed } of byList(rows)) {
    const expected = listed.map(({ seq }) => seq).toReversed();
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
