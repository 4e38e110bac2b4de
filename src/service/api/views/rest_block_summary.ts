import type * as Wire from "../../../generated/service/types.gen.ts";
import type { Block } from "../../chain/ledger/mod.ts";

/** A block as an item of the block list. */
export function restBlockSummary(block: Block): Wire.BlockSummary {
  const { height, hash, timestamp, txCount, validator } = block;
  return { number: height, hash, timestamp, txCount, validator };
}
