import { Branch } from "./_branch.ts";
import { digitAt, type Leaf, type LeafChange, type Node } from "./_node.ts";
import { isPageDepth, pageIdOf } from "./_page_depth.ts";

/** A part of the changes, which are sorted by path: those from `low` up to, not including, `high`. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** Changes on their way into the tree. */
export interface TreeWork {
  /** Sorted by path, each path once. */
  readonly changes: readonly LeafChange[];
  /** Receives the pages that change, by number; `undefined` for one that is to go. */
  readonly pages: Map<number, Uint8Array | undefined>;
}

/** Makes all changes below the root. It is a branch even where it has less than two leaves. */
export function changeRoot(root: Branch, work: TreeWork): void {
  changeChildren(root, work, { low: 0, high: work.changes.length });
}

/** Calls back with each digit at `depth` that a span has, and its part of the span, in the order of the digits. */
export function eachDigit(
  changes: readonly LeafChange[],
  depth: number,
  { low, high }: Span,
  visit: (digit: number, part: Span) => void,
): void {
  for (let from = low; from < high;) {
    const digit = digitOf(changes, from, depth);
    let to = from + 1;
    while (to < high && digitOf(changes, to, depth) === digit) to++;
    visit(digit, { low: from, high: to });
    from = to;
  }
}

function changeChildren(branch: Branch, work: TreeWork, span: Span): void {
  const { depth } = branch;
  eachDigit(work.changes, depth, span, (digit, part) => {
    const first = work.changes[part.low];
    const isOne = part.high - part.low === 1;
    if (isOne && first && isLeaf(first) && branch.changeLeaf(digit, first)) return;
    branch.set(digit, changeNode(branch.child(digit), depth + 1, work, part));
  });
}

/** Makes the changes of a span, whose paths all lead here, and returns what then stands in the node's place. */
function changeNode(
  node: Node | undefined,
  depth: number,
  work: TreeWork,
  span: Span,
): Node | undefined {
  if (node instanceof Branch) return changeBranch(node, work, span);
  const leaves = mergeLeaf(node, work.changes, span);
  if (leaves.length < 2) return leaves[0];
  const below = { changes: leaves, pages: work.pages };
  return changeBranch(new Branch(depth), below, { low: 0, high: leaves.length });
}

/** A branch below the root stands only where two leaves or more do; a leaf alone moves up in its place. */
function changeBranch(branch: Branch, work: TreeWork, span: Span): Node | undefined {
  changeChildren(branch, work, span);
  const leaf = branch.onlyLeaf();
  const isKept = leaf === undefined && branch.size > 0;
  const path = work.changes[span.low]?.path;
  if (!isPageDepth(branch.depth) || path === undefined) {
    if (isKept) branch.seal();
  } else if (isKept) {
    work.pages.set(pageIdOf(path, branch.depth), branch.toPage());
  } else if (branch.isStored) {
    work.pages.set(pageIdOf(path, branch.depth), undefined);
  }
  return isKept ? branch : leaf;
}

/** The leaves that are left where one leaf or none was, sorted by path. */
function mergeLeaf(
  leaf: Leaf | undefined,
  changes: readonly LeafChange[],
  { low, high }: Span,
): Leaf[] {
  const part = changes.slice(low, high);
  const leaves = part.filter(isLeaf);
  if (!leaf || part.some(({ path }) => path === leaf.path)) return leaves;
  return [...leaves, leaf].toSorted(comparePaths);
}

/** Orders by path. */
export function comparePaths(left: { path: string }, right: { path: string }): number {
  return left.path < right.path ? -1 : 1;
}

function isLeaf(change: LeafChange): change is Leaf {
  return change.hash !== undefined;
}

function digitOf(changes: readonly LeafChange[], index: number, depth: number): number {
  return digitAt(changes[index]?.path ?? "", depth);
}
