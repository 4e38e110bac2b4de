import type { DatabaseSync } from "node:sqlite";
import { type ExecutedTransaction, NO_HASH, type ProducedBlock } from "../../ledger/mod.ts";
import type { TreeNode } from "../../state_tree/mod.ts";
import {
  ANY,
  type BlockRow,
  checkFollows,
  formatExtra,
  fromBlob,
  type Listed,
  type ListKey,
  listsOf,
  toBlob,
} from "../_rows.ts";
import type { PendingBytes, Render } from "../store.ts";
import type { SqliteEventLog } from "./_event_log.ts";
import {
  accountsSince,
  recountAccounts,
  touchAccounts,
  type Transactions,
  valueOf,
} from "./_reads.ts";
import type { Statements } from "./_statements.ts";
import { rewindTree, type WriteMemory, writeTree } from "./_tree.ts";

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
function removeAbove(writer: Writer, height: number): void {
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

/** Adds a block on top of the head and logs what it tells. */
export function addBlock(writer: Writer, block: ProducedBlock): void {
  const { statements, render, events } = writer;
  insertBlock(writer, block);
  if (!render.events) return;
  const below = block.block.height - 1;
  const before = (key: string): string | undefined => {
    const value = valueOf(statements.stateAt.get(key, below)) as string | null | undefined;
    return value ?? undefined;
  };
  events.append(render.events.block(block, before));
}

/** Removes the blocks above a height, sets what is pending where that is given, and logs both. */
export function takeOff(
  writer: Writer,
  height: number,
  pending: readonly PendingBytes[] | undefined,
): void {
  const { statements, render, events } = writer;
  const oldHead = statements.head.get() as BlockRow | undefined;
  removeAbove(writer, height);
  const newHead = statements.head.get() as BlockRow | undefined;
  if (oldHead && oldHead.height !== newHead?.height) {
    const removal = {
      fromHeight: newHead ? newHead.height + 1 : 0,
      oldHead: fromBlob(oldHead.hash),
      newHead: newHead ? fromBlob(newHead.hash) : NO_HASH,
    };
    events.append(render.events?.removal(removal) ?? []);
  }
  if (!pending) return;
  const before = new Set(pendingHashes(writer));
  replacePending(writer, pending);
  logPending(
    writer,
    pending.filter(({ hash }) => !before.has(hash)),
  );
}

/** Adds pending transactions and logs those that were not there. */
export function addPending(writer: Writer, transactions: readonly PendingBytes[]): void {
  const { insertPending } = writer.statements;
  const added = transactions.filter(
    ({ hash, raw }) => insertPending.run(toBlob(hash), raw).changes > 0,
  );
  logPending(writer, added);
}

function logPending({ render, events }: Writer, added: readonly PendingBytes[]): void {
  const { events: draft } = render;
  if (draft) events.append(added.flatMap((one) => draft.pending(one)));
}

function pendingHashes({ statements }: Writer): string[] {
  return statements.pending.all().map((row) => fromBlob(row["hash"] as Uint8Array));
}
