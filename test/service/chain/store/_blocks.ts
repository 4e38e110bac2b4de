import { createHash } from "node:crypto";

import {
  type ExecutedTransaction,
  NO_HASH,
  type ProducedBlock,
  sealBlock,
} from "../../../../src/service/chain/ledger/mod.ts";
import {
  type StateWrite,
  type TreeNode,
  type TreeNodes,
  updateStateTreeSync,
} from "../../../../src/service/chain/state_tree/mod.ts";
import type { Render, Store } from "../../../../src/service/chain/store/mod.ts";

/** Texts that show what they were made of. */
export const RENDER: Render = {
  block: ({ height, hash }) => JSON.stringify({ block: height, hash }),
  blockSummary: ({ height }) => `block ${height}`,
  transaction: ({ hash }) => hash,
  accountPrefix: "account:",
};

/** Fields of a made-up transaction. */
export type Sketch = Pick<ExecutedTransaction, "from" | "to"> &
  Partial<Pick<ExecutedTransaction, "type" | "status" | "serialNumbers" | "commitments" | "logs">>;

/** A hash that follows from a text. */
export function hashOf(text: string): string {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}

/** Hashes of the transactions of a block, as the store has them; none if it has no such block. */
export async function readHashes(
  store: Pick<Store, "listBlockHashes">,
  block: string,
): Promise<string[]> {
  const { items = "[]" } = (await store.listBlockHashes(block)) ?? {};
  return JSON.parse(items) as string[];
}

/** The whole state tree after each block that was made. */
const treesAfter = new WeakMap<ProducedBlock, TreeNodes>();

/** The branches of the state tree after a block of `makeBlock`, by path. */
export function treeAfter(block: ProducedBlock | undefined): TreeNodes {
  return (block && treesAfter.get(block)) ?? new Map();
}

/** Branches as one hash: a difference between thousands of them takes minutes to print. */
export function digestOf(nodes: TreeNodes): string {
  return hashOf(
    [...nodes]
      .map((node) => node.join(" "))
      .toSorted()
      .join(),
  );
}

/** A block on top of another, with made-up transactions: the store looks at nothing but their fields. */
export function makeBlock(
  parent: ProducedBlock | undefined,
  sketches: readonly Sketch[],
  changes: readonly StateWrite[] = [],
  salt = "",
): ProducedBlock {
  const height = parent ? parent.block.height + 1 : 0;
  const { stateRoot, treeNodes } = updateStateTreeSync(changes, () => treeAfter(parent));
  const root = hashOf(`${salt} ${height}`);
  const block = sealBlock({
    height,
    parentHash: parent?.block.hash ?? NO_HASH,
    timestamp: 1_000 + 2 * height,
    validator: "dx1validator",
    stateRoot,
    transactionsRoot: root,
    receiptsRoot: root,
    gasUsed: 21_000n * BigInt(sketches.length),
    gasLimit: 2n ** 70n,
    txCount: sketches.length,
  });
  const executed = sketches.map((sketch, index): ExecutedTransaction => {
    const text = `${block.hash} ${index}`;
    return {
      type: "transfer",
      status: "success",
      logs: [],
      ...sketch,
      hash: hashOf(text),
      value: 2n ** 80n + BigInt(index),
      nonce: index,
      gasPrice: 1n,
      gasLimit: 30_000n,
      gasUsed: 21_000n,
      raw: Uint8Array.from(Buffer.from(text)),
      index,
      blockHeight: height,
      blockHash: block.hash,
      timestamp: block.timestamp,
    };
  });
  const produced = { block, executed, changes, treeNodes };
  treesAfter.set(produced, withNodes(treeAfter(parent), treeNodes));
  return produced;
}

function withNodes(nodes: TreeNodes, changed: readonly TreeNode[]): TreeNodes {
  const after = new Map(nodes);
  for (const { path, text } of changed) {
    if (text === undefined) after.delete(path);
    else after.set(path, text);
  }
  return after;
}
