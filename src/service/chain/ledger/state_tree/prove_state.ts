import type { Hex } from "../../../../units/mod.ts";
import { Branch } from "./_branch.ts";
import { type Bytes32, digitAt, hashBranch, hashLeaf, pathOf, toHex, WIDTH } from "./_node.ts";
import { pageIdOf, ROOT_PAGE } from "./_page_depth.ts";
import type { PageReader } from "./update_state_tree.ts";

/** The branches from the root to a value: of each the hashes of its children, by digit. */
export type StateProof = readonly (readonly (Bytes32 | undefined)[])[];

/** What a proof shows. */
export interface StateClaim {
  readonly root: Hex;
  readonly key: string;
  readonly value: string;
  readonly proof: StateProof;
}

/**
 * Proves the value of a key.
 *
 * @throws {RangeError} If the key has no value.
 * @throws {Error} If a page is missing.
 */
export async function proveState(key: string, readPages: PageReader): Promise<StateProof> {
  const path = pathOf(key);
  const proof: (Bytes32 | undefined)[][] = [];
  let branch = await readBranch(ROOT_PAGE, 0, readPages);
  while (branch) {
    const { depth } = branch;
    const digit = digitAt(path, depth);
    proof.push(branch.hashes());
    const isUnread = branch.isUnread(digit);
    const child = isUnread ? undefined : branch.child(digit);
    if (child && !(child instanceof Branch) && child.path === path) return proof;
    const below = child instanceof Branch ? child : undefined;
    branch = isUnread ? await readBranch(pageIdOf(path, depth + 1), depth + 1, readPages) : below;
  }
  throw new RangeError(`Cannot prove the value of state "${key}": it has no value`);
}

/** Tells whether a proof shows that a key has a value in the state of a root. */
export function verifyProof({ root, key, value, proof }: StateClaim): boolean {
  const path = pathOf(key);
  let hash = hashLeaf(key, value);
  for (let depth = proof.length - 1; depth >= 0; depth--) {
    const children = proof[depth] ?? [];
    if (children.length > WIDTH || children[digitAt(path, depth)] !== hash) return false;
    hash = hashBranch(children);
  }
  return proof.length > 0 && toHex(hash) === root;
}

async function readBranch(
  id: number,
  depth: number,
  readPages: PageReader,
): Promise<Branch | undefined> {
  const bytes = (await readPages([id])).get(id);
  if (bytes) return Branch.ofPage(bytes, depth);
  if (depth === 0) return undefined;
  throw new Error(`Cannot prove a value: page ${id} of the state tree is missing`);
}
