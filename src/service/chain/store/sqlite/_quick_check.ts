import { sha256Hex } from "../../../crypto.ts";
import { NO_HASH, sealBlock } from "../../ledger/mod.ts";
import { listed } from "../_queries.ts";
import { type BlockRow, fromBlob, toStoredBlock } from "../_rows.ts";
import { translate } from "../../../sqlite_statements.ts";
import type { SqliteEngine } from "./_engine.ts";

/** Most transactions, counted from the newest, that are looked at. */
const MAX_TRANSACTIONS = 50;

/** Height of the last state change; -1 without one. */
const STATE_HEIGHT =
  "SELECT coalesce((SELECT height FROM state ORDER BY seq DESC LIMIT 1), -1) AS height";

/** The transactions from a number on. */
const LAST_TRANSACTIONS = "SELECT seq, hash, height, raw FROM tx WHERE seq >= ? ORDER BY seq";

/** A list that does not end with its transactions from `$1` on: as lists are dense, the n-th newest is at `max(seq) + 1 - n`. */
const WRONG_LISTS = translate(`
  SELECT account || '/' || type || '/' || direction AS list FROM (
    SELECT listed.*, row_number() OVER (PARTITION BY account, type, direction ORDER BY tx DESC) AS nth_newest
    FROM (${listed("seq >= $1")}) AS listed) AS expected
  WHERE expected.tx IS NOT (SELECT entry.tx FROM entry
    WHERE (entry.account, entry.type, entry.direction) = (expected.account, expected.type, expected.direction)
    AND entry.seq = (SELECT max(seq) FROM entry AS same
      WHERE (same.account, same.type, same.direction) = (expected.account, expected.type, expected.direction))
      + 1 - expected.nth_newest)
  LIMIT 1`).text;

/**
 * Looks at what was written last: the head, the block below it, the last transactions and the ends of their lists. The
 * cost does not grow with the chain.
 *
 * @returns The first thing that does not fit, or `undefined`.
 */
export function findQuickFault(engine: SqliteEngine): string | undefined {
  return quickFaults(engine).next().value;
}

interface TailRow {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly height: number;
  readonly raw: Uint8Array;
}

/** Yields the faults. The caller takes the first, so a check runs only where the ones before it found nothing. */
function* quickFaults(engine: SqliteEngine): Generator<string, undefined> {
  const { database } = engine;
  const head = engine.row("head") as BlockRow | undefined;
  const height = head?.height ?? -1;
  const total = head ? head.first_tx + head.tx_count : 0;
  const first = Math.max(total - MAX_TRANSACTIONS, 0);
  const tail = database.prepare(LAST_TRANSACTIONS).all(first) as unknown as TailRow[];
  const lastSeq = tail.at(-1)?.seq ?? -1;
  if (lastSeq !== total - 1 || tail.length !== total - first)
    yield `the blocks count ${total} transactions, of the last ${total - first} there are ${tail.length}, up to number ${lastSeq}`;
  const state = database.prepare(STATE_HEIGHT).get() as unknown as { readonly height: number };
  if (state.height > height)
    yield `the state is of height ${state.height}, the head is at ${height}`;
  if (!head) return undefined;
  yield* headFaults(head, engine.row("blockByHeight", [height - 1]) as BlockRow | undefined);
  for (const row of tail) {
    const hash = fromBlob(row.hash);
    if (hash !== sha256Hex(row.raw))
      yield `transaction ${hash} does not have the hash of its bytes`;
    const isOfHead = row.seq >= head.first_tx;
    if (isOfHead ? row.height !== height : row.height >= height)
      yield `transaction ${row.seq} is stored with block ${row.height}`;
  }
  for (const { list } of database.prepare(WRONG_LISTS).all(first))
    yield `list ${String(list)} does not end with its newest transactions`;
  return undefined;
}

function* headFaults(head: BlockRow, below: BlockRow | undefined): Generator<string> {
  const { hash, ...header } = toStoredBlock(head).block;
  const real = sealBlock(header).hash;
  if (hash !== real) yield `block ${head.height} has the hash ${hash}, its fields give ${real}`;
  const parentHash = below ? fromBlob(below.hash) : NO_HASH;
  if (header.parentHash !== parentHash || (head.height > 0 && !below))
    yield `block ${head.height} has the parent ${header.parentHash}, the block below it is ${below ? parentHash : "nothing"}`;
  const firstTx = below ? below.first_tx + below.tx_count : 0;
  if (head.first_tx !== firstTx)
    yield `block ${head.height} begins with transaction ${head.first_tx}, ${firstTx} comes after the block below`;
}
