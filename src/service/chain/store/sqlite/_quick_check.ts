import { sha256Hex } from "../../../crypto.ts";
import { NO_HASH, sealBlock } from "../../ledger/mod.ts";
import { listed } from "../_queries.ts";
import { type BlockRow, fromBlob, toStoredBlock } from "../_rows.ts";
import { translate } from "../../../sqlite_statements.ts";
import type { SqliteEngine } from "./_engine.ts";

/** Most transactions below the head that are looked at. */
const DEPTH = 50;

const STATE_HEIGHT =
  "SELECT coalesce((SELECT height FROM state ORDER BY seq DESC LIMIT 1), -1) AS height";

/** The transactions from one on, and the lists that do not end with those of them that are theirs. */
const TAIL = "SELECT seq, hash, height, raw FROM tx WHERE seq >= ? ORDER BY seq";
const WRONG_LISTS = `
  SELECT account || '/' || type || '/' || direction AS list FROM (
    SELECT given.*, row_number() OVER (PARTITION BY account, type, direction ORDER BY tx DESC) AS back
    FROM (${listed("seq >= $1")}) AS given) AS expected
  WHERE tx IS NOT (SELECT entry.tx FROM entry
    WHERE (entry.account, entry.type, entry.direction) = (expected.account, expected.type, expected.direction)
    AND entry.seq = (SELECT max(seq) FROM entry AS one
      WHERE (one.account, one.type, one.direction) = (expected.account, expected.type, expected.direction)) + 1 - back)
  LIMIT 1`;

/**
 * Looks at what was written last: the head, the block below it, the last transactions and the ends of their lists. The
 * cost does not grow with the chain.
 *
 * @returns The first thing that does not fit, or `undefined`.
 */
export function findQuickFault(engine: SqliteEngine): string | undefined {
  return quickFaults(engine).next().value ?? undefined;
}

function* quickFaults(engine: SqliteEngine): Generator<string, undefined> {
  const { database } = engine;
  const head = engine.row("head") as BlockRow | undefined;
  const height = head?.height ?? -1;
  const total = head ? head.first_tx + head.tx_count : 0;
  const first = Math.max(total - DEPTH, 0);
  const tail = database.prepare(TAIL).all(first) as unknown as TailRow[];
  const last = tail.at(-1)?.seq ?? -1;
  if (last + 1 !== total || tail.length !== total - first)
    yield `the blocks count ${total} transactions, of the last ${total - first} there are ${tail.length}, up to number ${last}`;
  const state = database.prepare(STATE_HEIGHT).get() as unknown as { readonly height: number };
  if (state.height > height)
    yield `the state is of height ${state.height}, the head is at ${height}`;
  if (!head) return undefined;
  yield* headFaults(head, engine.row("blockByHeight", [height - 1]) as BlockRow | undefined);
  for (const row of tail) {
    const hash = fromBlob(row.hash);
    if (hash !== sha256Hex(row.raw))
      yield `transaction ${hash} does not have the hash of its bytes`;
    if (row.height > height || (row.height === height) !== row.seq >= head.first_tx)
      yield `transaction ${row.seq} is stored with block ${row.height}`;
  }
  for (const { list } of database.prepare(translate(WRONG_LISTS).text).all(first))
    yield `list ${String(list)} does not end with its newest transactions`;
  return undefined;
}

interface TailRow {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly height: number;
  readonly raw: Uint8Array;
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
