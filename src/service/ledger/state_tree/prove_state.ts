import type { Hex } from "../../../units/mod.ts";
import { Branch } from "./_branch.ts";
import { type Bytes32, digitAt, hashBranch, hashLeaf, pathOf, toHex, WIDTH } from "./_node.ts";
import { pageIdOf, ROOT_PAGE } from "./_page_depth.ts";
import type { PageReader } from "./update_state_tree.ts";

/** The branches from the root to where a key's value stands: each with the hashes of its children, by digit. */
export type StateProof = readonly (readonly (Bytes32 | undefined)[])[];

/** Proves the value of a key, which has to have one: what `verifyProof` needs beside the root, the key and the value. */
export async function proveState(key: string, readPages: PageReader): Promise<StateProof> {
  const path = pathOf(key);
  const proof: (Bytes32 | undefined)[][] = [];
  let branch = await readBranch(ROOT_PAGE, 0, readPages);
  for (;;) {
    const { depth } = branch;
    const digit = digitAt(path, depth);
    proof.push(branch.hashes());
    if (!branch.hasInner(digit)) return proof;
    const child = branch.isUnread(digit) ? undefined : branch.child(digit);
    branch =
      child instanceof Branch
        ? child
        : await readBranch(pageIdOf(path, depth + 1), depth + 1, readPages);
  }
}

/** Tells whether a proof shows that `key` has `value` in the state of a root. */
export function verifyProof(root: Hex, key: string, value: string, proof: StateProof): boolean {
  const path = pathOf(key);
  let hash = hashLeaf(key, value);
  for (let depth = proof.length - 1; depth >= 0; depth--) {
    const children = proof[depth] ?? [];
    if (children.length > WIDTH || children[digitAt(path, depth)] !== hash) return false;
    hash = hashBranch(children);
  }
  return proof.length > 0 && toHex(hash) === root;
}

async function readBranch(id: number, depth: number, readPages: PageReader): Promise<Branch> {
  const bytes = (await readPages([id])).get(id);
  if (!bytes) throw new Error(`Cannot prove a value: page ${id} of the state tree is missing`);
  return Branch.ofPage(bytes, depth);
}
