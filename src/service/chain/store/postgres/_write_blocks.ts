import type { ExecutedTransaction, ProducedBlock } from "../../ledger/mod.ts";
import {
  pathsTo,
  type StateChange,
  type TreeNode,
  type TreeUpdate,
  updateStateTree,
} from "../../state_tree/mod.ts";
import { type Listed, listsOf, Positions } from "../_lists.ts";
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
import type { BlockGround } from "../store.ts";
import type { Reader } from "./_reader.ts";
import { lockOthers, type Reads, settle, toJson, type Write } from "./transact.ts";

/** Values that were read below blocks. */
interface ReadGround extends Ground {
  /** State values of the keys that were asked for. */
  readonly values: ReadonlyMap<string, string>;
}

const NO_STATE: Pick<ReadGround, "values"> = { values: new Map() };

interface LengthRow {
  readonly account: number | null;
  readonly type: number | null;
  readonly direction: number;
  readonly length: number;
}

/** Reads the ground of transactions and, for their events, of state keys that change, all of it at once. */
async function readGround(
  { session, sql, reader }: Reads,
  transactions: readonly Pick<ExecutedTransaction, "type" | "from" | "to">[],
  keys: readonly string[],
): Promise<ReadGround> {
  const names = new Set(transactions.flatMap(({ type, from, to }) => [type, from, to]));
  const lists = transactions.flatMap(({ type, from: sender, to: receiver }) =>
    listsOf<string | null>({ type, sender, receiver }, null),
  );
  const asked = [...new Map(lists.map((list) => [list.join(), list])).values()].map(
    ([account, type, direction]) => ({ account, type, direction }),
  );
  const [head, [last], found, ends, { values }] = await Promise.all([
    reader.one<BlockRow>("head"),
    session.rows<{ name: number; state: number }>(sql.lastIds),
    reader.found<{ id: number; text: string }>("names", [[...names]]),
    asked.length === 0 ? [] : session.rows<LengthRow>(sql.listLengths, [JSON.stringify(asked)]),
    keys.length === 0 ? NO_STATE : reader.readState(keys),
  ]);
  const ids = new Map(found.map(({ id, text }) => [text, id]));
  const lengths = new Map(
    ends.map(({ account, type, direction, length }) => [`${account},${type},${direction}`, length]),
  );
  return {
    ...groundBelow(head),
    lastName: last?.name ?? 0,
    lastState: last?.state ?? 0,
    positions: new Positions({
      findId: (name) => ids.get(name),
      findLength: (list) => lengths.get(list.join()) ?? 0,
    }),
    values,
  };
}

/** Adds blocks on top of the head, and logs their events. `ground` is read where it is not known. */
export async function addBlocks(
  write: Write,
  blocks: readonly ProducedBlock[],
  known?: ReadGround,
): Promise<void> {
  const ground = known ?? (await groundOf(write, blocks));
  writeTree(
    write,
    blocks.flatMap(({ treeNodes }) => treeNodes),
  );
  insertBlocks(write, blocks, ground);
  write.events.push(...blockEvents(blocks, write.render, (key) => ground.values.get(key)));
}

function groundOf(reads: Reads, blocks: readonly ProducedBlock[]): Promise<ReadGround> {
  const executed = blocks.flatMap((block) => block.executed);
  const keys = new Set(blocks.flatMap(({ changes }) => changes.map(({ key }) => key)));
  return readGround(reads, executed, [...keys]);
}

/**
 * Adds blocks with all that follows from them but the state tree. Ends with keeping others from writing: what is pending is
 * theirs too.
 */
function insertBlocks(write: Write, blocks: readonly ProducedBlock[], ground: Ground): void {
  const { session, sql, render, chain } = write;
  const head = blocks.at(-1);
  if (!head) return;
  const plan = planBlocks(blocks, ground, render);
  const rows = [
    [sql.insertNames, "name", plan.name],
    [sql.insertBlocks, "block", plan.block],
    [sql.insertState, "state", plan.state],
    [sql.insertTransactions, "tx", plan.tx],
    [sql.insertEntries, "entry", plan.entry],
  ] as const;
  for (const [statement, table, added] of rows)
    if (added.length > 0) session.run(statement, [toJson(table, added)]);
  for (const [accounts, isChanged] of [
    [plan.changedAccounts, true],
    [plan.otherAccounts, false],
  ] as const)
    if (accounts.length > 0)
      session.run(sql.touchAccounts, [toJson("account", accounts), isChanged]);
  chain.height = head.block.height;
  chain.transactions = ground.transactions + plan.tx.length;
  lockOthers(write);
  const included = plan.tx.map(({ hash }) => toBlob(hash));
  if (included.length > 0) session.run(sql.deletePending, [included]);
}

/** Makes a block by the reads of one session, the ground that it is added on among them. */
export async function makeBlock(
  reads: Reads,
  make: (ground: BlockGround) => Promise<ProducedBlock>,
): Promise<{ readonly block: ProducedBlock; readonly ground: ReadGround }> {
  const { reader } = reads;
  let ground: Promise<ReadGround> | undefined;
  const block = await make({
    readState: async (keys) => (await reader.readState(keys)).values,
    updateTree: async (changes, transactions) => {
      const keys = changes.map(({ key }) => key);
      ground = readGround(reads, transactions, keys);
      const [tree] = await Promise.all([updateTree(reader, changes), ground]);
      return tree;
    },
  });
  return { block, ground: await (ground ?? groundOf(reads, [block])) };
}

/** Blocks of a first chain that are written together, where nobody reads in between. */
const FILLED_TOGETHER = 100;

/**
 * Gives an empty store its first blocks, which `reader` sees from then on. The state tree comes last, so that of the branches
 * that every block changes only the last is written.
 *
 * @throws {RangeError} If the store has blocks.
 */
export async function fillEmpty(
  write: Write,
  blocks: AsyncIterable<ProducedBlock>,
  reader: Reader,
): Promise<void> {
  const { chain, session, sql } = write;
  checkEmpty(chain.height);
  session.run(sql.takeTime);
  let waiting: ProducedBlock[] = [];
  const flush = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    const executed = taken.flatMap((block) => block.executed);
    insertBlocks(write, taken, await readGround(write, executed, []));
    await settle(write);
  };
  reader.use(session, flush);
  const tree = new Map<string, TreeNode>();
  for await (const block of blocks) {
    waiting.push(block);
    if (waiting.length >= FILLED_TOGETHER) await flush();
    for (const node of block.treeNodes) tree.set(node.path, node);
  }
  await flush();
  writeTree(write, tree.values());
  chain.revision++;
}

/** Removes every block above a height with its rows, and logs that. */
export async function removeBlocks(write: Write, height: number): Promise<void> {
  const { session, sql, reader, chain, render } = write;
  const head = await reader.one<BlockRow>("head");
  const lowest = await reader.one<BlockRow>("blockByHeight", [Math.max(height + 1, 0)]);
  if (!head || !lowest) return;
  const { first_tx, first_state } = lowest;
  const touched = [first_tx, first_tx, render.accountPrefix, first_state];
  const accounts = await session.rows<{ address: string }>(sql.accountsFrom, touched);
  const listed = await session.rows<Listed>(sql.listedFrom, [first_tx]);
  const { ends, removals, events } = planRemoval(head, lowest, listed, render);
  session.run(sql.deleteEntries, [JSON.stringify(ends)]);
  await rewindTree(write, first_state, lowest.height - 1);
  for (const [removal, from] of removals) session.run(sql[removal], [from]);
  const addresses = accounts.map(({ address }) => address);
  session.run(sql.deleteAccounts, [addresses]);
  session.run(sql.recountAccounts, [render.accountPrefix, addresses]);
  chain.height = lowest.height - 1;
  chain.transactions = first_tx;
  chain.removals = chain.revision + 1;
  write.events.push(...events);
}

/** Levels of the tree that are read at once: a tree of a million keys has seven or eight. */
const LEVELS = 10;

/** Writes branches of the state tree, of several under one path the last. */
function writeTree({ session, sql }: Write, nodes: Iterable<TreeNode>): void {
  const { put, removed } = planTree(nodes);
  if (put.length > 0) session.run(sql.putTreeNodes, [toJson("tree_node", put)]);
  if (removed.length > 0) session.run(sql.deleteTreeNodes, [removed]);
}

/**
 * Takes the tree back to a height: gives every key that rows of `state` from `firstState` on changed the value that it
 * has there. To be called before these rows go.
 */
async function rewindTree(write: Write, firstState: number, height: number): Promise<void> {
  const { session, sql, reader } = write;
  const rows = await session.rows<{ key: string }>(sql.changedKeys, [firstState]);
  const keys = rows.map(({ key }) => key);
  const { values } = await reader.readState(keys, height);
  const changes = keys.map((key) => ({ key, value: values.get(key) }));
  writeTree(write, (await updateTree(reader, changes)).treeNodes);
}

/** The state tree after changes. Every branch that may be on the way to them is asked for at once. */
function updateTree(reader: Reader, changes: readonly StateChange[]): Promise<TreeUpdate> {
  const keys = changes.map(({ key }) => key);
  const ahead = reader.readTreeNodes(pathsTo(keys, LEVELS));
  return updateStateTree(changes, (paths) =>
    (paths[0]?.length ?? 0) < LEVELS ? ahead : reader.readTreeNodes(paths),
  );
}
