import type { ChainSelection } from "../../../chains/mod.ts";
import type { BlockSource } from "../../chain/block_source.ts";
import type { Store } from "../../chain/store/mod.ts";
import type { SharedChain } from "./shared_chain.ts";

/** Dependencies of a handler: the chain of one segment, its store and its source of blocks. */
export interface ChainContext {
  readonly selection: ChainSelection;
  readonly store: Store;
  readonly source: Omit<BlockSource, "subscribe">;
  /** Seconds between blocks that the source aims for. */
  readonly blockTime: number;
  /** What other processes share of it, where there are any. */
  readonly shared?: SharedChain;
}
