import { type ExecutedTransaction, NO_HASH, type ProducedBlock } from "../ledger/mod.ts";
import {
  pathsTo,
  type StateChange,
  type TreeNode,
  type TreeUpdate,
  updateStateTree,
} from "../state_tree/mod.ts";
import type { Engine, Reads, Write } from "./_engine.ts";
import { type LogEnd, logEvents, type LogRetention } from "./_event_log.ts";
import { blockEvents, type Ground, planBlocks, planTree } from "./_plan.ts";
import { readState, readTreeNodes } from "./_reads.ts";
import { type BlockRow, fromBlob, toBlob } from "./_rows.ts";
import type { Render } from "./store.ts";

/** What a write needs of the head. */
type HeadRow = Pick<BlockRow, "height" | "hash" | "first_tx" | "tx_count">;

/** The row of `ground`: the head, if there is one, and the ends of some tables. */
type GroundRow = LogEnd &
  (HeadRow | { readonly height: null }) & {
    readonly last_name: number;
    readonly last_state: number;
  };

/** What blocks are added on. */
export interface ReadGround extends Ground {
  readonly log: LogEnd;
  /** State values of the keys that were asked for. */
  readonly values: ReadonlyMap<string, string>;
}

/** What a block says of a transaction's lists. */
type Sides = Pick<ExecutedTransaction, "type" | "from" | "to">;

/** Reads the ground of transactions and, for their events, of state keys that change, all of it at once. */
export async function readGround(
  reads: Reads,
  transactions: readonly Sides[],
  keys: readonly string[],
): Promise<ReadGround> {
  const names = [...new Set(transactions.flatMap(({ type, from, to }) => [type, from, to]))];
  const [row, found, values] = await Promise.all([
    reads.one<GroundRow>("ground"),
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

/** The state tree after changes; of its branches that may be on the way to them, `levels` are asked for at once. */
export function updateTree(
  reads: Reads,
  { levels }: Pick<Engine, "levels">,
  changes: readonly StateChange[],
): Promise<TreeUpdate> {
  if (levels === 0) return updateStateTree(changes, (paths) => readTreeNodes(reads, paths));
  const paths = pathsTo(
    changes.map(({ key }) => key),
    levels,
  );
  const ahead = readTreeNodes(reads, paths);
  return updateStateTree(changes, (asked) =>
    (asked[0]?.length ?? 0) < levels ? ahead : readTreeNodes(reads, asked),
  );
}

/** How what is written looks. */
export interface WriteParts extends LogRetention {
  readonly render: Render;
}

/** Reads the ground of blocks; for their events the state below them too. */
export function groundOf(
  reads: Reads,
  blocks: readonly ProducedBlock[],
  { events }: Render,
): Promise<ReadGround> {
  const executed = blocks.flatMap((block) => block.executed);
  const changed = events ? blocks.flatMap(({ changes }) => changes.map(({ key }) => key)) : [];
  return readGround(reads, executed, [...new Set(changed)]);
}

/** Adds blocks on top of the head and logs what they tell. */
export function addBlocks(
  write: Write,
  blocks: readonly ProducedBlock[],
  ground: ReadGround,
  parts: WriteParts,
): void {
  writeTree(
    write,
    blocks.flatMap(({ treeNodes }) => treeNodes),
  );
  insertBlocks(write, blocks, ground, parts);
  const events = blockEvents(blocks, parts.render, (key) => ground.values.get(key));
  logEvents(write, events, ground.log, parts);
}

/** Adds blocks with all that follows from them but the state tree and the events. */
export function insertBlocks(
  write: Write,
  blocks: readonly ProducedBlock[],
  ground: ReadGround,
  { render }: Pick<WriteParts, "render">,
): void {
  const head = blocks.at(-1);
  if (!head) return;
  const plan = planBlocks(blocks, ground, render);
  write.insert("name", plan.name);
  write.insert("block", plan.block);
  write.insert("state", plan.state);
  write.insert("tx", plan.tx);
  write.run("addEntries", [ground.transactions]);
  write.run("addAccounts", [ground.transactions, render.accountPrefix, ground.lastState + 1]);
  const transactions = ground.transactions + plan.tx.length;
  write.change({ height: head.block.height, transactions, isRemoval: false });
  if (plan.tx.length > 0) write.run("deletePending", [plan.tx.map(({ hash }) => toBlob(hash))]);
}

/** Writes branches of the state tree, of several under one path the last. */
export function writeTree(write: Write, nodes: Iterable<TreeNode>): void {
  const { put, removed } = planTree(nodes);
  write.insert("tree_node", put);
  if (removed.length > 0) write.run("deleteTreeNodes", [removed]);
}

/** What a removal of blocks takes off, and what it leads to. */
interface Removal {
  /** The lowest one that goes. */
  readonly lowest: BlockRow;
  readonly ground: ReadGround;
  /** Addresses that are in what goes. */
  readonly accounts: readonly string[];
  readonly treeNodes: readonly TreeNode[];
}

/** Reads what the removal of every block above a height takes off; undefined where there is none. */
export async function readRemoval(
  reads: Reads,
  engine: Engine,
  height: number,
  render: Render,
): Promise<Removal | undefined> {
  const [ground, lowest] = await Promise.all([
    readGround(reads, [], []),
    reads.one<BlockRow>("blockByHeight", [Math.max(height + 1, 0)]),
  ]);
  if (!ground.head || !lowest) return undefined;
  const { first_tx, first_state } = lowest;
  const [touched, changed] = await Promise.all([
    reads.all<{ address: string }>("accountsFrom", [first_tx, render.accountPrefix, first_state]),
    reads.all<{ key: string }>("changedKeys", [first_state]),
  ]);
  // The tree follows from the state alone: with the values that these keys had below, it is the one that was there.
  const keys = changed.map(({ key }) => key);
  const { values } = await readState(reads, keys, lowest.height - 1);
  const changes = keys.map((key) => ({ key, value: values.get(key) }));
  const { treeNodes } = await updateTree(reads, engine, changes);
  return { lowest, ground, treeNodes, accounts: touched.map(({ address }) => address) };
}

/** Removes blocks with their rows, and logs that. */
export function removeBlocks(
  write: Write,
  { lowest, ground, accounts, treeNodes }: Removal,
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
  const oldHead = ground.head?.hash ?? NO_HASH;
  const newHead = height > 0 ? fromBlob(parent_hash) : NO_HASH;
  const drafts = events?.removal({ fromHeight: height, oldHead, newHead }) ?? [];
  logEvents(write, drafts, ground.log, parts);
}
