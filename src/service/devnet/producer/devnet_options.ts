import type { Segment } from "../../../chains/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import type { SharedMempool } from "./shared_mempool.ts";
import type { ProducerMode } from "./producer_mode.ts";

/** Seconds from one block to the next where an opener says nothing. */
export const DEFAULT_BLOCK_TIME = 2;

/** Most seconds from one block to the next. A much longer interval overflows the timer, which then fires at once. */
export const MAX_BLOCK_TIME = 86_400;

/** Options of a devnet. */
export interface DevnetOptions {
  /** Chain and network. */
  readonly segment: Segment;
  /** Store of the chain. An empty one is given its history, a used one is continued. */
  readonly store: Store;
  /** Seed of accounts, validators and traffic, a whole number from 0. @default {0} */
  readonly seed?: number;
  /** Seconds from one block to the next, more than 0. @default {2} */
  readonly blockTime?: number;
  /** Blocks that an empty store is given on top of genesis, the last of them at the clock's present. @default {300} */
  readonly history?: number;
  /** Adds transfers between its own accounts while the devnet runs. @default {true} */
  readonly traffic?: boolean;
  /** When blocks come by themselves. @default {"interval"} */
  readonly mode?: ProducerMode;
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Aborted to give up the history that is being made; opening then rejects with the signal's reason as the cause. */
  readonly signal?: AbortSignal | undefined;
  /** Dev accounts that genesis funds. @default {10} */
  readonly accounts?: number;
  /** Most transactions that may wait for a block, from 1. @default {5000} */
  readonly mempoolSize?: number;
  /** The mempool, where other processes put transactions in too. @default one of its own */
  readonly shared?: SharedMempool | undefined;
  /**
   * Told when a block could not be made, a listener threw, or a pending transaction found on opening can get into no
   * block; the devnet goes on. @default {console.error}
   */
  readonly onError?: (error: unknown) => void;
}
