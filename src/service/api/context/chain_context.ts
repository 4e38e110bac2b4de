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
  /** Called when an answer has a record that only the primary has, so that it tells the primary's height. */
  readonly onPrimary?: () => void;
}

/** A chain that is not open yet. */
export interface OpeningChain {
  /** Resolves once it is open; rejects where it, or one before it, could not be opened. */
  readonly opened: Promise<void>;
  /** What it waits for, where there is more to say than that. */
  readonly waitsFor: string | undefined;
}

/** This process's view of a chain that several processes serve. */
export interface SharedChain {
  /** Height of the newest block that this process knows of. */
  readonly height: number;
  /** The primary, where reads go to a replica that may lag behind it. */
  readonly primary: Store | undefined;
  /** A store that has reached a height, if there is one; otherwise the newest. */
  storeAt(height: number): Promise<Store>;
  /** Term of the lease while this process is the block producer; otherwise undefined. */
  readonly term: number | undefined;
  /** Seconds since the last read of the database. */
  readonly age: number;
  /** Seconds since this process saw a block come or go last. */
  readonly headAge: number;
  /** What the event log held when that was read last. */
  readonly logState: LogState | undefined;
}
