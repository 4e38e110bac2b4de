import { createHash } from "node:crypto";

import {
  type ExecutedTransaction,
  NO_HASH,
  type ProducedBlock,
  sealBlock,
  type StateChange,
} from "../../../src/service/ledger/mod.ts";
import type { Render } from "../../../src/service/store/mod.ts";

/** Texts that show what they were made of. */
export const RENDER: Render = {
  block: ({ height, hash }) => JSON.stringify({ block: height, hash }),
  blockSummary: ({ height }) => `block ${height}`,
  transaction: ({ hash }) => hash,
};

/** What a made-up transaction may say. */
export type Sketch = Pick<ExecutedTransaction, "from" | "to"> &
  Partial<Pick<ExecutedTransaction, "type" | "status" | "serialNumbers" | "commitments" | "logs">>;

/** A hash that follows from a text. */
export function hashOf(text: string): string {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}

/** A block on top of another, with made-up transactions: the store looks at nothing but their fields. */
export function makeBlock(
  parent: ProducedBlock | undefined,
  sketches: readonly Sketch[],
  changes: readonly StateChange[] = [],
  salt = "",
): ProducedBlock {
  const height = parent ? parent.block.height + 1 : 0;
  const root = hashOf(`${salt} ${height}`);
  const block = sealBlock({
    height,
    parentHash: parent?.block.hash ?? NO_HASH,
    timestamp: 1_000 + 2 * height,
    validator: "dx1validator",
    stateRoot: root,
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
  return { block, executed, changes };
}
