import type { Hex } from "../../../units/mod.ts";
import {
  type Below,
  type Branch,
  digitAt,
  emptyBranch,
  formatBranch,
  hashBranch,
  hashLeaf,
  type Leaf,
  parseBranch,
  pathOf,
} from "./_branch.ts";

/** A value of the state that a block sets or, without `value`, removes. */
export interface StateWrite {
  readonly key: string;
  readonly value: string | undefined;
}

/** A state tree in memory, for chains that are built without a store. */
export class StateTree {
  readonly #nodes = new Map<string, string>();

  get nodes(): TreeNodes {
    return this.#nodes;
  }

  /** Makes changes of the state, each key once. */
  update(changes: readonly StateWrite[]): TreeUpdate {
    const made = updateStateTreeSync(changes, () => this.#nodes);
    putNodes(this.#nodes, made.treeNodes);
    return made;
  }
}

/** Puts the branches of an update in the place of those before. */
export function putNodes(nodes: Map<string, string>, changed: readonly TreeNode[]): void {
  for (const { path, text } of changed) {
    if (text === undefined) nodes.delete(path);
    else nodes.set(path, text);
  }
}

/** A branch as a store keeps it. */
export interface TreeNode {
  /** The hex digits that lead to it; none for the root. */
  readonly path: string;
  /** Its children, in hex; `undefined` for a branch that is to go. */
  readonly text: string | undefined;
}

/** Texts of branches by path; one that does not exist is absent. */
export type TreeNodes = ReadonlyMap<string, string>;

/** Reads branches of one moment: nothing may change the tree while an update is under way. */
export type NodeReader = (paths: readonly string[]) => Promise<TreeNodes>;

/** The state tree after changes. */
export interface TreeUpdate {
  /** The root, over the whole state. */
  readonly stateRoot: Hex;
  /** The branches that the changes touch, those below before those above. */
  readonly treeNodes: readonly TreeNode[];
}

/** A leaf that is to be, or, without a hash, to go. */
interface LeafChange {
  readonly path: string;
  readonly hash: string | undefined;
}

export const ROOT = "";

/**
 * The state tree after changes of the state, each key once. Reads the branches on the paths of these keys, with one call
 * for each level; a tree of a million keys has about six.
 *
 * @throws {Error} If a branch is missing.
 */
export async function updateStateTree(
  changes: readonly StateWrite[],
  readNodes: NodeReader,
): Promise<TreeUpdate> {
  const steps = update(changes);
  let step = steps.next();
  while (!step.done) step = steps.next(await readNodes(step.value));
  return step.value;
}

/** `updateStateTree` without waiting, for branches that are read synchronously. */
export function updateStateTreeSync(
  changes: readonly StateWrite[],
  readNodes: (paths: readonly string[]) => TreeNodes,
): TreeUpdate {
  const steps = update(changes);
  let step = steps.next();
  while (!step.done) step = steps.next(readNodes(step.value));
  return step.value;
}

/** Paths of the root, and of the branches that may be on the ways to keys: those of fewer digits than `depth`. */
export function pathsTo(keys: readonly string[], depth: number): string[] {
  const paths = new Set([ROOT]);
  for (const way of keys.map(pathOf))
    for (let length = 0; length < depth; length++) paths.add(way.slice(0, length));
  return [...paths];
}

/** Yields the paths to read, level by level, and returns the tree after the changes. */
function* update(
  stateChanges: readonly StateWrite[],
): Generator<readonly string[], TreeUpdate, TreeNodes> {
  const changes = stateChanges.map(({ key, value }): LeafChange => {
    return { path: pathOf(key), hash: value === undefined ? undefined : hashLeaf(key, value) };
  });
  const branches = yield* readBranches(changes);
  const change = new Change(branches);
  const root = change.changeBranch(ROOT, changes);
  const stateRoot = `0x${root?.hash ?? hashBranch([])}`;
  return { stateRoot, treeNodes: changes.length > 0 ? change.nodes : [] };
}

/** Every branch that is there on the way to a change, by path. */
function* readBranches(
  changes: readonly LeafChange[],
): Generator<readonly string[], Map<string, Branch>, TreeNodes> {
  const branches = new Map<string, Branch>();
  let paths = [ROOT];
  for (let depth = 0; paths.length > 0; depth++) {
    const nodes = yield paths;
    for (const path of paths) {
      const text = nodes.get(path);
      if (text !== undefined) branches.set(path, parseBranch(text));
      else if (path !== ROOT)
        throw new Error(`Cannot update the state tree: its branch ${path} is missing`);
    }
    const below = new Set<string>();
    for (const { path } of changes) {
      const child = branches.get(path.slice(0, depth))?.[digitAt(path, depth)];
      if (child && child.path === undefined) below.add(path.slice(0, depth + 1));
    }
    paths = [...below];
  }
  return branches;
}

/** Changes on their way into the tree. */
class Change {
  readonly nodes: TreeNode[] = [];
  readonly #stored: ReadonlyMap<string, Branch>;

  constructor(stored: ReadonlyMap<string, Branch>) {
    this.#stored = stored;
  }

  /** Applies changes below a path, and returns the new entry for it in the branch above. */
  changeBranch(path: string, changes: readonly LeafChange[]): Leaf | Below | undefined {
    const branch = this.#stored.get(path) ?? emptyBranch();
    const byDigit: LeafChange[][] = [];
    for (const change of changes) (byDigit[digitAt(change.path, path.length)] ??= []).push(change);
    byDigit.forEach((part, digit) => {
      branch[digit] = this.#changeChild(branch[digit], `${path}${digit.toString(16)}`, part);
    });
    return this.#keep(path, branch);
  }

  #changeChild(
    child: Leaf | Below | undefined,
    path: string,
    changes: readonly LeafChange[],
  ): Leaf | Below | undefined {
    if (child && child.path === undefined) return this.changeBranch(path, changes);
    const leaves = changes.filter(isLeaf);
    if (child && !changes.some((change) => change.path === child.path)) leaves.push(child);
    return leaves.length < 2 ? leaves[0] : this.changeBranch(path, leaves);
  }

  /** A branch below the root stands only where two leaves or more do; a leaf alone moves up in its place. */
  #keep(path: string, branch: Branch): Leaf | Below | undefined {
    const only = branch.find((child) => child !== undefined);
    const isAlone = only?.path !== undefined && branch.findLast((child) => child) === only;
    if (!only || (isAlone && path !== ROOT)) {
      if (this.#stored.has(path)) this.nodes.push({ path, text: undefined });
      return only;
    }
    this.nodes.push({ path, text: formatBranch(branch) });
    return { hash: hashBranch(branch), path: undefined };
  }
}

function isLeaf(change: LeafChange): change is Leaf {
  return change.hash !== undefined;
}
