import { type Bytes32, digitAt } from "./_node.ts";

/** Below this depth no page begins, so that the number of a page is a whole number that any store can hold. */
const LOWEST_PAGE = 10;

/** Number of the page that holds the root. */
export const ROOT_PAGE = 1;

/** Tells whether a branch at a depth begins a page. */
export function isPageDepth(depth: number): boolean {
  return (depth & 1) === 0 && depth <= LOWEST_PAGE;
}

/** Number of the page that begins at a depth on a path: in hex, the digit 1 and the path's digits down to there. */
export function pageIdOf(path: Bytes32, depth: number): number {
  let id = ROOT_PAGE;
  for (let i = 0; i < depth; i++) id = id * 16 + digitAt(path, i);
  return id;
}
