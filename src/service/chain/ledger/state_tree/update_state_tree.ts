import type { Hex } from "../../../../units/mod.ts";
import type { StateChange } from "../transaction.ts";
import { Branch } from "./_branch.ts";
import { changeRoot, comparePaths, eachDigit, type Span, type TreeWork } from "./_change_tree.ts";
import { hashLeaf, type LeafChange, pathOf, toHex } from "./_node.ts";
import { pageIdOf, ROOT_PAGE } from "./_page_depth.ts";

/** Nodes of the state tree that are kept together: a branch and what is below it, down to where other pages begin. */
export interface TreePage {
  /** Where in the tree it begins: in hex, the digit 1 and the digits that lead there. */
  readonly id: number;
  /** What it holds; `undefined` for a page that is to go. */
  readonly bytes: Uint8Array | undefined;
}

/** Pages by number; one that does not exist is absent. */
export type TreePages = ReadonlyMap<number, Uint8Array>;

/** Reads pages of one moment: nothing may change the tree while an update is under way. */
export type PageReader = (ids: readonly number[]) => Promise<TreePages>;

/** The state tree after changes. */
export interface TreeUpdate {
  /** The root, over the whole state. */
  readonly stateRoot: Hex;
  /** The pages that the changes touch, sorted by number. */
  readonly treePages: readonly TreePage[];
}

/** A page that has to be read before changes below it can be made. */
interface Opening {
  readonly id: number;
  readonly parent: Branch;
  readonly digit: number;
  readonly span: Span;
}

/**
 * The state tree after changes of the state, each key once. Reads the pages on the paths of these keys, with one call
 * for each level of pages; a tree of a million keys has three to five.
 *
 * @throws {Error} If a page is missing.
 */
export async function updateStateTree(
  changes: readonly StateChange[],
  readPages: PageReader,
): Promise<TreeUpdate> {
  const steps = stepThrough(changes);
  let step = steps.next();
  while (!step.done) step = steps.next(await readPages(step.value));
  return step.value;
}

/** The same with pages that are at hand. */
export function updateStateTreeSync(
  changes: readonly StateChange[],
  readPages: (ids: readonly number[]) => TreePages,
): TreeUpdate {
  const steps = stepThrough(changes);
  let step = steps.next();
  while (!step.done) step = steps.next(readPages(step.value));
  return step.value;
}

/** Asks for the pages of one level after the other, and ends with the tree as it is after the changes. */
function* stepThrough(
  stateChanges: readonly StateChange[],
): Generator<readonly number[], TreeUpdate, TreePages> {
  const changes = toLeafChanges(stateChanges);
  const rootPage = (yield [ROOT_PAGE]).get(ROOT_PAGE);
  const root = rootPage ? Branch.ofPage(rootPage, 0) : new Branch(0);
  let openings: Opening[] = [];
  findUnread(root, changes, { low: 0, high: changes.length }, openings);
  while (openings.length > 0) {
    const read = yield openings.map(({ id }) => id);
    const next: Opening[] = [];
    for (const opening of openings)
      findUnread(openPage(opening, read), changes, opening.span, next);
    openings = next;
  }
  const pages: TreeWork["pages"] = new Map();
  changeRoot(root, { changes, pages });
  const page = root.toPage();
  if (changes.length > 0 && (root.isStored || root.size > 0)) {
    pages.set(ROOT_PAGE, root.size > 0 ? page : undefined);
  }
  return { stateRoot: toHex(root.hash), treePages: sortPages(pages) };
}

function openPage({ id, parent, digit }: Opening, pages: TreePages): Branch {
  const bytes = pages.get(id);
  if (!bytes) throw new Error(`Cannot update the state tree: page ${id} is missing`);
  const branch = Branch.ofPage(bytes, parent.depth + 1);
  parent.setRead(digit, branch);
  return branch;
}

/** Finds the pages next below a branch in which changes of a span lie. */
function findUnread(
  branch: Branch,
  changes: readonly LeafChange[],
  span: Span,
  openings: Opening[],
): void {
  const { depth } = branch;
  eachDigit(changes, depth, span, (digit, part) => {
    if (branch.isUnread(digit)) {
      const id = pageIdOf(changes[part.low]?.path ?? "", depth + 1);
      openings.push({ id, parent: branch, digit, span: part });
      return;
    }
    if (!branch.hasInner(digit)) return;
    const child = branch.child(digit);
    if (child instanceof Branch) findUnread(child, changes, part, openings);
  });
}

function toLeafChanges(changes: readonly StateChange[]): LeafChange[] {
  const leaves = changes.map(({ key, value }) => {
    const hash = value === undefined ? undefined : hashLeaf(key, value);
    return { path: pathOf(key), hash };
  });
  return leaves.toSorted(comparePaths);
}

function sortPages(pages: TreeWork["pages"]): TreePage[] {
  const sorted = [...pages].toSorted(([left], [right]) => left - right);
  return sorted.map(([id, bytes]) => ({ id, bytes }));
}
