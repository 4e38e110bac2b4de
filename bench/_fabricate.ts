import { sha256, sha256Hex } from "../src/service/crypto.ts";
import {
  BLOCK_GAS_LIMIT,
  type ExecutedTransaction,
  NO_HASH,
  type ProducedBlock,
  sealBlock,
} from "../src/service/chain/ledger/mod.ts";
import { formatAddress } from "../src/units/mod.ts";

/** Bytes of an encoded transfer of delta. */
const RAW_BYTES = 390;

/** Fields of a made-up transaction. */
export interface Sketch {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

/** The made-up address of a number. */
export function addressOf(index: number): string {
  return formatAddress({ prefix: "dx", bytes: sha256(`address ${index}`).subarray(0, 20) });
}

/** A block that looks like any other to a store; no ledger was asked, and nothing is signed. */
export function fabricate(
  parent: ProducedBlock | undefined,
  sketches: readonly Sketch[],
): ProducedBlock {
  const height = parent ? parent.block.height + 1 : 0;
  const block = sealBlock({
    height,
    parentHash: parent?.block.hash ?? NO_HASH,
    timestamp: 1_700_000_000 + 2 * height,
    validator: addressOf(0),
    stateRoot: NO_HASH,
    transactionsRoot: NO_HASH,
    receiptsRoot: NO_HASH,
    gasUsed: 21_000n * BigInt(sketches.length),
    gasLimit: BLOCK_GAS_LIMIT,
    txCount: sketches.length,
  });
  const executed = sketches.map((sketch, index): ExecutedTransaction => {
    const raw = new Uint8Array(RAW_BYTES);
    raw.set(new TextEncoder().encode(`${block.hash} ${index}`));
    return {
      ...sketch,
      hash: sha256Hex(raw),
      value: 10n ** 18n + BigInt(index),
      nonce: index,
      gasPrice: 1_000_000_000n,
      gasLimit: 21_000n,
      gasUsed: 21_000n,
      raw,
      index,
      blockHeight: height,
      blockHash: block.hash,
      timestamp: block.timestamp,
      status: "success",
      logs: [{ index: 0, address: sketch.to, event: "Transfer", data: { value: "1" } }],
    };
  });
  return { block, executed, changes: [], treeNodes: [] };
}
