import { type ExecutedTransaction, NO_HASH, type ProducedBlock } from "../ledger/mod.ts";
import {
  pathsTo,
  type StateWrite,
  type TreeNode,
  type TreeUpdate,
  updateStateTree,
} from "../state_tree/mod.ts";
import type { Engine, Reads, Write } from "./_engine.ts";
import { type LogEnd, logEvents, type LogRetention } from "./_event_log.ts";
import { blockEvents, type Base, planBlocks, planTree } from "./_plan.ts";
import { readState, readTreeNodes } from "./_reads.ts";
import { type BlockRow, fromBlob, toBlob } from "./_rows.ts";
import type { Render } from "./store.ts";

type HeadRow = Pick<BlockRow, "height" | "hash" | "first_tx" | "tx_count">;

/** The row of the statement `base`: the head, or null columns in an empty store, and the last ids of some tables. */
type BaseRow = LogEnd &
  (HeadRow | { readonly height: null }) & {
    readonly last_name: number;
    readonly last_state: number;
  };

/** The state of the store before a write of blocks. */
export interface WriteBase extends Base {
  readonly log: LogEnd;
  /** State values of the keys that the blocks change, for their events. */
  readonly values: ReadonlyMap<string, string>;
}

/** The properties by which transactions are listed. */
type ListedBy = Pick<ExecutedTransaction, "type" | "from" | "to">;

/** Reads the base of a write of transactions, with the values of state keys, in parallel. */
export async function readBase(
  reads: Reads,
  transactions: readonly ListedBy[],
  keys: readonly string[],
): Promise<WriteBase> {
  const names = [...new Set(transactions.flatMap(({ type, from, to }) => [type, from, to]))];
  const [row, found, values] = await Promise.all([
    reads.one<BaseRow>("base"),
    names.length === 0 ? [] : reads.all<NameRow>("names", [names]),
    keys.length === 0 ? NO_VALUES : readState(reads, keys).then((state) => state.values),
  ]);
  if (!row) throw new Error("Cannot write: the store has no tables");
  const head = row.height === null ? undefined : row;
  return {
    head: head && { height: head.height, hash: fromBlob(head.hash) },
    transactions: head ? head.first_tx + head.tx_count : 0,
    lastName: row.last_name,
    lastState: row.last_state,
    log: row,
    ids: new Map(found.map(({ id, text }) => [text, id])),
    values,
  };
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

interface NameRow {
  readonly id: number;
  readonly text: string;
}

/** Updates the state tree; the first `levels` levels above the changed keys are one read. */
export function updateTree(
  reads: Reads,
  { levels }: Pick<Engine, "levels">,
  changes: readonly StateWrite[],
): Promise<TreeUpdate> {
  if (levels === 0) return updateStateTree(changes, (paths) => readTreeNodes(reads, paths));
  const paths = pathsTo(
    changes.map(({ key }) => key),
    levels,
  );
  const upperNodes = readTreeNodes(reads, paths);
  return updateStateTree(changes, (deeper) =>
    (deeper[0]?.length ?? 0) < levels ? upperNodes : readTreeNodes(reads, deeper),
  );
}

/** The format and retention of written records. */
export interface WriteParts extends LogRetention {
  readonly render: Render;
}

/** Reads the base of a write of blocks. */
export function readBaseOf(
  reads: Reads,
  blocks: readonly ProducedBlock[],
  { events }: Render,
): Promise<WriteBase> {
  const executed = blocks.flatMap((block) => block.executed);
  const changed = events ? blocks.flatMap(({ changes }) => changes.map(({ key }) => key)) : [];
  return readBase(reads, executed, [...new Set(changed)]);
}

/** Adds blocks on top of the head, and logs their events. */
export function addBlocks(
  write: Write,
  blocks: readonly ProducedBlock[],
  base: WriteBase,
  parts: WriteParts,
): void {
  writeTree(
    write,
    blocks.flatMap(({ treeNodes }) => treeNodes),
  );
  insertBlocks(write, blocks, base, parts);
  const events = blockEvents(blocks, parts.render, (key) => base.values.get(key));
  logEvents(write, events, base.log, parts);
}

/** Inserts the rows of blocks; state tree and events are written apart. */
export function insertBlocks(
  write: Write,
  blocks: readonly ProducedBlock[],
  base: WriteBase,
  { render }: Pick<WriteParts, "render">,
): void {
  const head = blocks.at(-1);
  if (!head) return;
  const plan = planBlocks(blocks, base, render);
  write.insert("name", plan.name);
  write.insert("block", plan.block);
  write.insert("state", plan.state);
  write.insert("tx", plan.tx);
  write.run("addEntries", [base.transactions]);
  write.run("addAccounts", [base.transactions, render.accountPrefix, base.lastState + 1]);
  const transactions = base.transactions + plan.tx.length;
  write.change({ height: head.block.height, transactions, isRemoval: false });
  if (plan.tx.length > 0) write.run("deletePending", [plan.tx.map(({ hash }) => toBlob(hash))]);
}

/** Writes branches of the state tree. If several have one path, the last counts. */
export function writeTree(write: Write, nodes: Iterable<TreeNode>): void {
  const { put, removed } = planTree(nodes);
  write.insert("tree_node", put);
  if (removed.length > 0) write.run("deleteTreeNodes", [removed]);
}

/** A removal of blocks. */
interface Removal {
  /** The lowest removed block. */
  readonly lowest: BlockRow;
  readonly base: WriteBase;
  /** Addresses in removed transactions and state changes. */
  readonly accounts: readonly string[];
  /** Branches of the state tree after the removal. */
  readonly treeNodes: readonly TreeNode[];
}

/** Reads the removal of every block above a height; undefined if there is no such block. */
export async function readRemoval(
  reads: Reads,
  engine: Engine,
  height: number,
  render: Render,
): Promise<Removal | undefined> {
  const [base, lowest] = await Promise.all([
    readBase(reads, [], []),
    reads.one<BlockRow>("blockByHeight", [Math.max(height + 1, 0)]),
  ]);
  if (!base.head || !lowest) return undefined;
  const { first_tx, first_state } = lowest;
  const [touched, changed] = await Promise.all([
    reads.all<{ address: string }>("accountsFrom", [first_tx, render.accountPrefix, first_state]),
    reads.all<{ key: string }>("changedKeys", [first_state]),
  ]);
  // The tree is a function of the state: resetting the changed keys to their earlier values gives the earlier tree.
  const keys = changed.map(({ key }) => key);
  const { values } = await readState(reads, keys, lowest.height - 1);
  const changes = keys.map((key) => ({ key, value: values.get(key) }));
  const { treeNodes } = await updateTree(reads, engine, changes);
  return { lowest, base, treeNodes, accounts: touched.map(({ address }) => address) };
}

/** Removes blocks with their rows, and logs the reorganisation. */
export function removeBlocks(
  write: Write,
  { lowest, base, accounts, treeNodes }: Removal,
  parts: WriteParts,
): void {
  const { height, first_tx, first_name, first_state, parent_hash } = lowest;
  const { events, accountPrefix } = parts.render;
  write.run("deleteEntries", [first_tx]);
  writeTree(write, treeNodes);
  write.run("deleteTransactions", [first_tx]);
  write.run("deleteNames", [first_name]);
  write.run("deleteState", [first_state]);
  write.run("deleteBlocks", [height]);
  write.run("deleteAccounts", [accounts]);
  write.run("recountAccounts", [accountPrefix, accounts]);
  write.change({ height: height - 1, transactions: first_tx, isRemoval: true });
  const oldHead = base.head?.hash ?? NO_HASH;
  const newHead = height > 0 ? fromBlob(parent_hash) : NO_HASH;
  const drafts = events?.removal({ fromHeight: height, oldHead, newHead }) ?? [];
  logEvents(write, drafts, base.log, parts);
}
