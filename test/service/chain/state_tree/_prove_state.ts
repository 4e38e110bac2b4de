import type { Hex } from "../../../../src/units/mod.ts";
import {
  digitAt,
  hashBranch,
  hashLeaf,
  parseBranch,
  pathOf,
} from "../../../../src/service/chain/state_tree/_branch.ts";
import type { NodeReader } from "../../../../src/service/chain/state_tree/mod.ts";

/** The branches from the root to a value: of each the hashes of its children, by digit. */
type StateProof = readonly (readonly (string | undefined)[])[];

/** Claims that a key has a value under a root, with the proof of it. */
interface StateClaim {
  readonly root: Hex;
  readonly key: string;
  readonly value: string;
  readonly proof: StateProof;
}

/**
 * Proves the value of a key.
 *
 * @throws {RangeError} If the key has no value.
 * @throws {Error} If a branch is missing.
 */
export async function proveState(key: string, readNodes: NodeReader): Promise<StateProof> {
  const path = pathOf(key);
  const proof: (string | undefined)[][] = [];
  for (let depth = 0; ; depth++) {
    const at = path.slice(0, depth);
    const text = (await readNodes([at])).get(at);
    if (text === undefined && depth > 0)
      throw new Error(`Cannot prove a value: branch ${at} of the state tree is missing`);
    const branch = parseBranch(text ?? "");
    proof.push(branch.map((child) => child?.hash));
    const child = branch[digitAt(path, depth)];
    if (child?.path === path) return proof;
    if (!child || child.path !== undefined)
      throw new RangeError(`Cannot prove the value of state "${key}": it has no value`);
  }
}

/** Tells whether a proof shows that a key has a value in the state of a root. */
export function verifyProof({ root, key, value, proof }: StateClaim): boolean {
  const path = pathOf(key);
  let hash = hashLeaf(key, value);
  for (let depth = proof.length - 1; depth >= 0; depth--) {
    const children = proof[depth] ?? [];
    if (children.length > 16 || children[digitAt(path, depth)] !== hash) return false;
    hash = hashBranch(children.map((one) => (one === undefined ? undefined : { hash: one })));
  }
  return proof.length > 0 && `0x${hash}` === root;
}
