import { createHash } from "node:crypto";

import {
  type ExecutedTransaction,
  NO_HASH,
  type ProducedBlock,
  sealBlock,
  type StateChange,
  type TreePage,
  updateStateTreeSync,
} from "../../../../src/service/chain/ledger/mod.ts";
import type { Render } from "../../../../src/service/chain/store/mod.ts";

/** Texts that show what they were made of. */
export const RENDER: Render = {
  block: ({ height, hash }) => JSON.stringify({ block: height, hash }),
  blockSummary: ({ height }) => `block ${height}`,
  transaction: ({ hash }) => hash,
  accountPrefix: "account:",
};

/** What a made-up transaction may say. */
export type Sketch = Pick<ExecutedTransaction, "from" | "to"> &
  Partial<Pick<ExecutedTransaction, "type" | "status" | "serialNumbers" | "commitments" | "logs">>;

/** A hash that follows from a text. */
export function hashOf(text: string): string {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}

/** The whole state tree after each block that was made. */
const treesAfter = new WeakMap<ProducedBlock, ReadonlyMap<number, Uint8Array>>();

/** The pages of the state tree after a block of `makeBlock`, by number. */
export function treeAfter(block: ProducedBlock | undefined): ReadonlyMap<number, Uint8Array> {
  return (block && treesAfter.get(block)) ?? new Map();
}

/** Tree pages as one hash: a difference between thousands of them takes minutes to print. */
export function digestOf(pages: ReadonlyMap<number, Uint8Array>): string {
  const texts = [...pages].map(([id, bytes]) => `${id} ${Buffer.from(bytes).toString("hex")}`);
  return hashOf(texts.toSorted().join());
}

/** A block on top of another, with made-up transactions: the store looks at nothing but their fields. */
export function makeBlock(
  parent: ProducedBlock | undefined,
  sketches: readonly Sketch[],
  changes: readonly StateChange[] = [],
  salt = "",
): ProducedBlock {
  const height = parent ? parent.block.height + 1 : 0;
  const { stateRoot, treePages } = updateStateTreeSync(changes, () => treeAfter(parent));
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
  const produced = { block, executed, changes, treePages };
  treesAfter.set(produced, withPages(treeAfter(parent), treePages));
  return produced;
}

function withPages(
  pages: ReadonlyMap<number, Uint8Array>,
  changed: readonly TreePage[],
): ReadonlyMap<number, Uint8Array> {
  const removed = new Set(changed.filter(({ bytes }) => !bytes).map(({ id }) => id));
  const kept = [...pages].filter(([id]) => !removed.has(id));
  const added = changed.flatMap(({ id, bytes }) => (bytes ? [[id, bytes] as const] : []));
  return new Map([...kept, ...added]);
}
