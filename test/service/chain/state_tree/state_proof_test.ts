import { expect, test } from "vitest";

import { StateTree } from "../../../../src/service/chain/state_tree/mod.ts";
import { proveState, verifyProof } from "./_prove_state.ts";

const KEYS = Array.from({ length: 3_000 }, (_, index) => `account:${index}`);

function makeTree(): { tree: StateTree; root: string } {
  const tree = new StateTree();
  const { stateRoot } = tree.update(KEYS.map((key) => ({ key, value: `value of ${key}` })));
  return { tree, root: stateRoot };
}

test("the hashes beside the way from the root to a value prove that its key has it", async () => {
  const { tree, root } = makeTree();
  for (const key of KEYS.slice(0, 50)) {
    const proof = await proveState(key, async () => tree.nodes);
    expect(verifyProof({ root, key, value: `value of ${key}`, proof })).toBe(true);
    expect(verifyProof({ root, key, value: "another", proof })).toBe(false);
    expect(verifyProof({ root, key: `${key}0`, value: `value of ${key}`, proof })).toBe(false);
  }
});

test("such a proof is none of another root, nor is one that is cut or changed", async () => {
  const { tree, root } = makeTree();
  const [key] = KEYS as [string];
  const proof = await proveState(key, async () => tree.nodes);
  const claim = { root, key, value: `value of ${key}` };
  const { stateRoot } = tree.update([{ key: "account:1", value: "changed" }]);
  expect(verifyProof({ ...claim, root: stateRoot, proof })).toBe(false);
  expect(verifyProof({ ...claim, proof: proof.slice(1) })).toBe(false);
  expect(verifyProof({ ...claim, proof: proof.slice(0, -1) })).toBe(false);
  expect(verifyProof({ ...claim, proof: [] })).toBe(false);
  const changed = proof.map((hashes, depth) => (depth === 0 ? hashes.toReversed() : hashes));
  expect(verifyProof({ ...claim, proof: changed })).toBe(false);
});

test("a key without a value has no such proof", async () => {
  const { tree } = makeTree();
  for (let index = 0; index < 50; index++) {
    await expect(proveState(`none:${index}`, async () => tree.nodes)).rejects.toThrow(
      `Cannot prove the value of state "none:${index}": it has no value`,
    );
  }
  await expect(proveState("none", async () => new Map())).rejects.toThrow("it has no value");
});
