import { Buffer } from "node:buffer";
import { type StateChange, type TreeNode, updateStateTreeSync } from "../../state_tree/mod.ts";
import { type BlockRow, fromBlob, type ListKey } from "../_rows.ts";
import { valueOf } from "./_reads.ts";
import type { Statements } from "./_statements.ts";

/** Rows of `state` that are followed at once. */
const BATCH = 10_000;

/** Reads branches of the state tree. */
export function readTree({ treeNode }: Statements, paths: readonly string[]): Map<string, string> {
  const nodes = new Map<string, string>();
  for (const path of paths) {
    const bytes = valueOf(treeNode.get(path)) as Uint8Array | undefined;
    if (bytes) nodes.set(path, fromBlob(bytes).slice(2));
  }
  return nodes;
}

/** Writes branches of the state tree, of several under one path the last. Runs within a write. */
export function writeTree(
  { putTreeNode, deleteTreeNode }: Statements,
  nodes: readonly TreeNode[],
): void {
  const last = new Map(nodes.map(({ path, text }) => [path, text]));
  for (const [path, text] of last) {
    if (text === undefined) deleteTreeNode.run(path);
    else putTreeNode.run(path, Buffer.from(text, "hex"));
  }
}

/**
 * Gives every key that rows of `state` from `firstState` on changed the value that it has at `height`. The tree follows
 * from the state alone, so it is then that of `height`. Runs within a write, before these rows go.
 */
export function rewindTree(statements: Statements, firstState: number, height: number): void {
  const { lastState, changedKeys, stateAt } = statements;
  const last = Number(lastState.get()?.["seq"]);
  for (let from = firstState; from <= last; from += BATCH) {
    const keys = changedKeys.all(from, from + BATCH - 1).map(({ key }) => String(key));
    const changes = keys.map((key): StateChange => {
      const value = valueOf(stateAt.get(key, height)) as string | null | undefined;
      return { key, value: value ?? undefined };
    });
    const { treeNodes } = updateStateTreeSync(changes, (paths) => readTree(statements, paths));
    writeTree(statements, treeNodes);
  }
}

/** Compares the root of the tree with that of the head; `undefined` where they are the same. */
export function faultOfTree(statements: Statements): string | undefined {
  const head = statements.head.get() as BlockRow | undefined;
  const { stateRoot } = updateStateTreeSync([], (paths) => readTree(statements, paths));
  const expected = head ? fromBlob(head.state_root) : stateRoot;
  return stateRoot === expected
    ? undefined
    : `its root is ${stateRoot}, block ${head?.height} has ${expected}`;
}

/** Entries beyond which everything is forgotten; a few megabytes. */
const MAX_ENTRIES = 50_000;

/**
 * What a writer need not ask the database for again: ids of names and lengths of lists. Whoever changes either by other
 * means than adding, or has a change undone, clears it.
 */
export class WriteMemory {
  readonly #ids = new Map<string, number>();
  readonly #lengths = new Map<string, number>();

  /** The id of a name, looked up at most once. */
  idOf(name: string, find: (name: string) => number): number {
    return recall(this.#ids, name, () => find(name));
  }

  /** The next free position of a list, counted up; the first is looked up. */
  nextIn(list: ListKey, find: (list: ListKey) => number): number {
    const key = `${list[0]},${list[1]},${list[2]}`;
    const length = recall(this.#lengths, key, () => find(list));
    this.#lengths.set(key, length + 1);
    return length;
  }

  clear(): void {
    this.#ids.clear();
    this.#lengths.clear();
  }
}

function recall(map: Map<string, number>, key: string, find: () => number): number {
  const known = map.get(key);
  if (known !== undefined) return known;
  if (map.size >= MAX_ENTRIES) map.clear();
  const found = find();
  map.set(key, found);
  return found;
}
