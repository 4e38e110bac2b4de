import type { DatabaseSync } from "node:sqlite";

import { type ExecutedTransaction, NO_HASH, type ProducedBlock } from "../../ledger/mod.ts";
import type { PendingBytes, Render } from "../store.ts";
import { type Listed, type ListKey, listsOf } from "./_lists.ts";
import { type BlockRow, formatExtra, fromBlob, toBlob } from "./_rows.ts";
import type { SqliteEventLog } from "./_event_log.ts";
import type { Statements } from "./_statements.ts";

/** What writing needs. */
export interface Writer {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly render: Render;
  readonly events: SqliteEventLog;
}

/** Runs `work` as one transaction of the database: all of it, or none. */
export function writeAtomically({ database }: Writer, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** Adds a block on top of the head. */
export function insertBlock(writer: Writer, { block, executed, changes }: ProducedBlock): void {
  const { statements, render } = writer;
  const head = statements.head.get() as BlockRow | undefined;
  checkFollows(head, block);
  const firstTx = head ? head.first_tx + head.tx_count : 0;
  statements.insertBlock.run(
    block.height,
    toBlob(block.hash),
    toBlob(block.parentHash),
    block.timestamp,
    block.validator,
    toBlob(block.stateRoot),
    toBlob(block.transactionsRoot),
    toBlob(block.receiptsRoot),
    block.gasUsed.toString(),
    block.gasLimit.toString(),
    executed.length,
    firstTx,
    render.block(block),
    render.blockSummary(block),
  );
  executed.forEach((transaction, index) => insertTransaction(writer, firstTx + index, transaction));
  for (const { key, value } of changes)
    statements.insertState.run(key, block.height, value ?? null);
}

/** Removes every block above a height, and what came with them. */
export function removeAbove({ statements }: Writer, height: number): void {
  const lowest = statements.blockByHeight.get(Math.max(height + 1, 0)) as BlockRow | undefined;
  if (!lowest) return;
  const removed = new Map<string, { readonly list: ListKey; count: number }>();
  for (const row of statements.listedFrom.all(lowest.first_tx)) {
    for (const list of listsOf(row as unknown as Listed)) {
      const known = removed.get(list.join());
      if (known) known.count++;
      else removed.set(list.join(), { list, count: 1 });
    }
  }
  for (const { list, count } of removed.values()) {
    statements.deleteEntries.run(...list, listLength(statements, list) - count);
  }
  statements.deleteTransactions.run(lowest.first_tx);
  statements.deleteNames.run(lowest.first_name);
  statements.deleteState.run(lowest.first_state);
  statements.deleteBlocks.run(height);
}

/** Makes these the only pending transactions. */
export function replacePending({ statements }: Writer, pending: readonly PendingBytes[]): void {
  statements.clearPending.run();
  for (const { hash, raw } of pending) statements.insertPending.run(toBlob(hash), raw);
}

/** Length of a list. */
export function listLength(statements: Statements, list: ListKey): number {
  return (statements.listLength.get(...list) as { readonly total: number }).total;
}

function checkFollows(head: BlockRow | undefined, block: ProducedBlock["block"]): void {
  const height = head ? head.height + 1 : 0;
  const parentHash = head ? fromBlob(head.hash) : NO_HASH;
  if (block.height === height && block.parentHash === parentHash) return;
  throw new RangeError(
    `Cannot apply block ${block.height} on ${block.parentHash}: the next block has height ${height} and stands on ${parentHash}`,
  );
}

function insertTransaction(writer: Writer, seq: number, transaction: ExecutedTransaction): void {
  const { statements, render } = writer;
  const hash = toBlob(transaction.hash);
  const type = internName(statements, transaction.type);
  const sender = internName(statements, transaction.from);
  const receiver = internName(statements, transaction.to);
  statements.insertTransaction.run(
    seq,
    hash,
    transaction.blockHeight,
    type,
    sender,
    receiver,
    transaction.value.toString(),
    transaction.nonce,
    transaction.gasPrice.toString(),
    transaction.gasLimit.toString(),
    transaction.gasUsed.toString(),
    transaction.status,
    formatExtra(transaction),
    transaction.raw,
    render.transaction(transaction),
  );
  for (const list of listsOf({ type, sender, receiver })) {
    statements.insertEntry.run(...list, listLength(statements, list), seq);
  }
  statements.deletePending.run(hash);
}

function internName(statements: Statements, text: string): number {
  const known = statements.nameId.get(text) as { readonly id: number } | undefined;
  return known?.id ?? Number(statements.insertName.run(text).lastInsertRowid);
}
