import type { ChainSelection } from "../../../chains/mod.ts";
import type { BlockSource } from "../../chain/block_source.ts";
import type { Store } from "../../chain/store/mod.ts";

/** What a handler may use: one segment's chain, where it is kept, and where its blocks come from. */
export interface ChainContext {
  readonly selection: ChainSelection;
  readonly store: Store;
  readonly source: BlockSource;
  /** Seconds between blocks that the source aims for. */
  readonly blockTime: number;
}
