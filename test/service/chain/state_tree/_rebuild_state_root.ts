import {
  digitAt,
  hashBranch,
  hashLeaf,
  type Leaf,
  pathOf,
} from "../../../../src/service/chain/state_tree/_branch.ts";
import type { Hex } from "../../../../src/units/mod.ts";

/**
 * The state root worked out from nothing but the state: every key, each once in any order, with its value. It shares no
 * step with updates but the hashes of nodes, so that each checks the other.
 */
export async function rebuildStateRoot(
  entries: Iterable<readonly [string, string]> | AsyncIterable<readonly [string, string]>,
): Promise<Hex> {
  const leaves: Leaf[] = [];
  for await (const [key, value] of entries) {
    leaves.push({ path: pathOf(key), hash: hashLeaf(key, value) });
  }
  return `0x${joinLeaves(leaves, 0)}`;
}

function joinLeaves(leaves: readonly Leaf[], depth: number): string {
  const [only] = leaves;
  if (depth > 0 && only && leaves.length === 1) return only.hash;
  const below: Leaf[][] = [];
  for (const leaf of leaves) (below[digitAt(leaf.path, depth)] ??= []).push(leaf);
  return hashBranch(Array.from(below, (part) => part && { hash: joinLeaves(part, depth + 1) }));
}
