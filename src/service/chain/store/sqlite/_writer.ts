import type { DatabaseSync } from "node:sqlite";

import type { ExecutedTransaction, ProducedBlock } from "../../ledger/mod.ts";
import type { TreeNode } from "../../state_tree/mod.ts";
import type { PendingBytes, Render } from "../store.ts";
import { accountsSince, recountAccounts, touchAccounts } from "./_accounts.ts";
import { checkFollows } from "../_check_follows.ts";
import { ANY, type Listed, type ListKey, listsOf } from "../_lists.ts";
import { valueOf } from "./_pages.ts";
import { type BlockRow, formatExtra, fromBlob, toBlob } from "../_rows.ts";
import type { SqliteEventLog } from "./_event_log.ts";
import type { Statements } from "./_statements.ts";
import type { Transactions } from "./_transactions.ts";
import { rewindTree, writeTree } from "./_tree.ts";
import type { WriteMemory } from "./_write_memory.ts";

/** Dependencies of the writer. */
export interface Writer {
  readonly database: DatabaseSync;
  readonly transactions: Transactions;
  readonly statements: Statements;
  readonly render: Render;
  readonly memory: WriteMemory;
  readonly events: SqliteEventLog;
}

/** Runs `work` as one transaction of the database: all of it, or none. What is held in memory follows. */
export function writeAtomically<T>({ transactions, memory }: Writer, work: () => T): T {
  try {
    return transactions.run(work);
  } catch (error) {
    memory.clear();
    throw error;
  }
}

/**
 * Adds a whole chain as one transaction of the database, however long its blocks take to come. Whatever else uses the
 * connection meanwhile becomes part of it.
 */
export async function fillEmpty(
  writer: Writer,
  blocks: AsyncIterable<ProducedBlock>,
): Promise<void> {
  const { transactions, statements, memory } = writer;
  const head = statements.head.get() as BlockRow | undefined;
  if (head) {
    throw new RangeError(
      `Cannot fill the store: it must be empty, and it has blocks up to ${head.height}`,
    );
  }
  // Of the branches that every block changes only the last is written.
  const tree = new Map<string, TreeNode>();
  transactions.begin();
  try {
    for await (const block of blocks) {
      insertBlock(writer, block);
      for (const node of block.treeNodes) tree.set(node.path, node);
    }
    writeTree(statements, [...tree.values()]);
    transactions.commit();
  } catch (error) {
    memory.clear();
    transactions.undo();
    throw error;
  }
}

/** Adds a block on top of the head. */
export function insertBlock(writer: Writer, produced: ProducedBlock): void {
  const { block, executed, changes } = produced;
  const { statements, render } = writer;
  const head = statements.head.get() as BlockRow | undefined;
  checkFollows(head && { height: head.height, hash: fromBlob(head.hash) }, block);
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
  touchAccounts(writer, produced);
}

/** Removes every block above a height, and what came with them. */
export function removeAbove(writer: Writer, height: number): void {
  const { statements, memory } = writer;
  memory.clear();
  const lowest = statements.blockByHeight.get(Math.max(height + 1, 0)) as BlockRow | undefined;
  if (!lowest) return;
  const accounts = accountsSince(writer, lowest);
  const removed = new Map<string, { readonly list: ListKey; count: number }>();
  for (const row of statements.listedFrom.all(lowest.first_tx)) {
    for (const list of listsOf(row as unknown as Listed, ANY)) {
      const known = removed.get(list.join());
      if (known) known.count++;
      else removed.set(list.join(), { list, count: 1 });
    }
  }
  for (const { list, count } of removed.values()) {
    statements.deleteEntries.run(...list, listLength(statements, list) - count);
  }
  rewindTree(statements, lowest.first_state, lowest.height - 1);
  statements.deleteTransactions.run(lowest.first_tx);
  statements.deleteNames.run(lowest.first_name);
  statements.deleteState.run(lowest.first_state);
  statements.deleteBlocks.run(height);
  recountAccounts(writer, accounts);
}

/** Makes these the only pending transactions. */
export function replacePending({ statements }: Writer, pending: readonly PendingBytes[]): void {
  statements.clearPending.run();
  for (const { hash, raw } of pending) statements.insertPending.run(toBlob(hash), raw);
}

/** Length of a list. */
export function listLength(statements: Statements, list: ListKey): number {
  return Number(valueOf(statements.listLength.get(...list)));
}

function insertTransaction(writer: Writer, seq: number, transaction: ExecutedTransaction): void {
  const { statements, render, memory } = writer;
  const hash = toBlob(transaction.hash);
  const [type, sender, receiver] = [transaction.type, transaction.from, transaction.to].map(
    (name) => memory.idOf(name, () => internName(statements, name)),
  ) as [number, number, number];
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
  for (const list of listsOf({ type, sender, receiver }, ANY)) {
    const position = memory.nextIn(list, () => listLength(statements, list));
    statements.insertEntry.run(...list, position, seq);
  }
  statements.deletePending.run(hash);
}

function internName(statements: Statements, text: string): number {
  const known = valueOf(statements.nameId.get(text)) as number | undefined;
  return known ?? Number(statements.insertName.run(text).lastInsertRowid);
}
