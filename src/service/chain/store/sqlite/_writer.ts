import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { ProducedBlock } from "../../ledger/mod.ts";
import { type TreeNode, updateStateTreeSync } from "../../state_tree/mod.ts";
import type { Listed, ListKey, Positions } from "../_lists.ts";
import {
  blockEvents,
  checkEmpty,
  type Ground,
  groundBelow,
  planBlocks,
  planRemoval,
  planTree,
} from "../_plan.ts";
import { type BlockRow, toBlob } from "../_rows.ts";
import { columnsOf, type RowOf, type TableName } from "../_tables.ts";
import type { PendingBytes, Render } from "../store.ts";
import type { Transactions } from "../../../sqlite.ts";
import type { SqliteEventLog } from "./_event_log.ts";
import { listLength, readTree, stateAt, type Statements } from "./_statements.ts";

export interface Writer {
  readonly database: DatabaseSync;
  readonly transactions: Transactions;
  readonly statements: Statements;
  readonly render: Render;
  readonly positions: Positions;
  readonly events: SqliteEventLog;
}

/**
 * Adds a whole chain as one transaction of the database, however long its blocks take to come. Whatever else uses the
 * connection meanwhile becomes part of it.
 */
export async function fillEmpty(
  writer: Writer,
  blocks: AsyncIterable<ProducedBlock>,
): Promise<void> {
  const { transactions, statements, positions } = writer;
  const head = statements.head.get() as BlockRow | undefined;
  checkEmpty(head?.height);
  // A branch that every block changes is written once, as it is at the end.
  const tree = new Map<string, TreeNode>();
  transactions.begin();
  try {
    for await (const block of blocks) {
      insertBlocks(writer, [block]);
      for (const node of block.treeNodes) tree.set(node.path, node);
    }
    writeTree(statements, tree.values());
    transactions.commit();
  } catch (error) {
    positions.clear();
    transactions.undo();
    throw error;
  }
}

/** Adds blocks on top of the head, all but the state tree. */
function insertBlocks(writer: Writer, blocks: readonly ProducedBlock[]): void {
  const { statements, render } = writer;
  const plan = planBlocks(blocks, readGround(writer), render);
  insertRows(statements.insertName, "name", plan.name);
  insertRows(statements.insertBlock, "block", plan.block);
  insertRows(statements.insertTransaction, "tx", plan.tx);
  insertRows(statements.insertEntry, "entry", plan.entry);
  insertRows(statements.insertState, "state", plan.state);
  touchAccounts(statements, plan.changedAccounts, 1);
  touchAccounts(statements, plan.otherAccounts, 0);
  for (const { hash } of plan.tx) statements.deletePending.run(toBlob(hash));
}

function readGround({ statements, positions }: Writer): Ground {
  const last = statements.lastIds.get() as { readonly name: number; readonly state: number };
  positions.trim();
  return {
    ...groundBelow(statements.head.get() as BlockRow | undefined),
    lastName: last.name,
    lastState: last.state,
    positions,
  };
}

/** Adds rows to a table by the statement that takes a value for each of its columns. */
function insertRows<Name extends TableName>(
  statement: StatementSync,
  table: Name,
  rows: readonly RowOf<Name>[],
): void {
  const columns = columnsOf(table);
  for (const row of rows as readonly Readonly<Record<string, SQLInputValue | undefined>>[]) {
    const values = columns.map(({ name, isBytes }) =>
      isBytes ? toBlob(row[name] as string | Uint8Array) : (row[name] ?? null),
    );
    statement.run(...values);
  }
}

function touchAccounts(
  { touchAccount }: Statements,
  rows: readonly RowOf<"account">[],
  isChanged: 0 | 1,
): void {
  for (const { address, tx_count, first_seen, last_seen, state } of rows)
    touchAccount.run(address, tx_count, first_seen, last_seen, state ?? null, isChanged);
}

/** Adds blocks on top of the head and logs what they tell. */
export function addBlocks(writer: Writer, blocks: readonly ProducedBlock[]): void {
  const { statements, render, events } = writer;
  const height = (blocks[0]?.block.height ?? 0) - 1;
  const before = (key: string): string | undefined => stateAt(statements, key, height);
  insertBlocks(writer, blocks);
  writeTree(
    statements,
    blocks.flatMap(({ treeNodes }) => treeNodes),
  );
  events.append(blockEvents(blocks, render, before));
}

/** Removes the blocks above a height and logs that, and sets what is pending where that is given. */
export function takeOff(
  writer: Writer,
  height: number,
  pending: readonly PendingBytes[] | undefined,
): void {
  removeAbove(writer, height);
  if (!pending) return;
  writer.statements.clearPending.run();
  addPending(writer, pending);
}

/** Removes every block above a height, and what came with them. */
function removeAbove({ statements, positions, render, events }: Writer, height: number): void {
  positions.clear();
  const head = statements.head.get() as BlockRow | undefined;
  const lowest = statements.blockByHeight.get(Math.max(height + 1, 0)) as BlockRow | undefined;
  if (!head || !lowest) return;
  const { first_tx, first_state } = lowest;
  const listed = statements.listedFrom.all(first_tx) as unknown as Listed[];
  const plan = planRemoval(head, lowest, listed, render);
  const accounts = statements.accountsFrom
    .all(first_tx, first_tx, render.accountPrefix, first_state)
    .map(({ address }) => String(address));
  for (const { account, type, direction, count } of plan.ends) {
    const list: ListKey = [account, type, direction];
    statements.deleteEntries.run(...list, listLength(statements, list) - count);
  }
  rewindTree(statements, first_state, lowest.height - 1);
  for (const [removal, from] of plan.removals) statements[removal].run(from);
  const addresses = JSON.stringify(accounts);
  statements.deleteAccounts.run(addresses);
  statements.recountAccounts.run(render.accountPrefix, addresses);
  events.append(plan.events);
}

/** Adds pending transactions. */
export function addPending({ statements }: Writer, transactions: readonly PendingBytes[]): void {
  for (const { hash, raw } of transactions) statements.insertPending.run(toBlob(hash), raw);
}

/** Rows of `state` that are followed at once. */
const BATCH = 10_000;

/** Writes branches of the state tree, of several under one path the last. Runs within a write. */
function writeTree({ putTreeNode, deleteTreeNode }: Statements, nodes: Iterable<TreeNode>): void {
  const { put, removed } = planTree(nodes);
  for (const { path, bytes } of put) putTreeNode.run(path, toBlob(bytes));
  for (const path of removed) deleteTreeNode.run(path);
}

/**
 * Gives every key that rows of `state` from `firstState` on changed the value that it has at `height`. The tree follows
 * from the state alone, so it is then that of `height`. Runs within a write, before these rows go.
 */
function rewindTree(statements: Statements, firstState: number, height: number): void {
  const { lastIds, changedKeys } = statements;
  const last = Number(lastIds.get()?.["state"]);
  for (let from = firstState; from <= last; from += BATCH) {
    const keys = changedKeys.all(from, from + BATCH - 1).map(({ key }) => String(key));
    const changes = keys.map((key) => ({ key, value: stateAt(statements, key, height) }));
    const { treeNodes } = updateStateTreeSync(changes, (paths) => readTree(statements, paths));
    writeTree(statements, treeNodes);
  }
}
