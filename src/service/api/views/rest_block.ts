import type * as Wire from "../../../generated/service/types.gen.ts";
import type { Block } from "../../chain/ledger/mod.ts";
import { restBlockSummary } from "./rest_block_summary.ts";

/** A block in detail, as REST shows it. */
export function restBlock(block: Block): Wire.Block {
  const { parentHash, stateRoot, transactionsRoot, receiptsRoot, gasUsed, gasLimit } = block;
  return {
    ...restBlockSummary(block),
    parentHash,
    stateRoot,
    transactionsRoot,
    receiptsRoot,
    gasUsed: gasUsed.toString(),
    gasLimit: gasLimit.toString(),
  };
}
