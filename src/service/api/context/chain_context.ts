import type { ChainSelection } from "../../../chains/mod.ts";
import type { BlockSource } from "../../chain/block_source.ts";
import type { LogState, Store } from "../../chain/store/mod.ts";

/** Dependencies of a handler: the chain of one segment, its store and its block source. */
export interface ChainContext {
  readonly selection: ChainSelection;
  readonly store: Store;
  readonly source: Omit<BlockSource, "subscribe">;
  /** State shared with other processes, if there are any. */
  readonly shared?: SharedChain | undefined;
}

/** This process's view of a chain that several processes serve. */
export interface SharedChain {
  /** Height of the newest block that this process knows of. */
  readonly height: number;
  /** Resolves once transactions are told that become pending from then on. */
  beginPending(): Promise<void>;
  /** Reads the database again for a height that this process does not know yet. */
  catchUp(height: number): Promise<void>;
  /** Term of the lease while this process is the block producer; otherwise undefined. */
  readonly term: number | undefined;
  /** Seconds since the last read of the database. */
  readonly age: number;
  /** Seconds since this process saw a block come or go last. */
  readonly headAge: number;
  /** The extent of the event log when it was read last. */
  readonly logState: LogState | undefined;
}
