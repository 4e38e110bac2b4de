import type { Segment } from "../../../chains/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import type { SharedMempool } from "./shared_mempool.ts";
import type { ProducerMode } from "./producer_mode.ts";

/** Default seconds from one block to the next. */
export const DEFAULT_BLOCK_TIME = 2;

/** Default blocks of history that a new chain starts with. */
export const DEFAULT_HISTORY = 300;

/** Says how much of a history is made. */
export function historyText(height: number, history = DEFAULT_HISTORY): string {
  return `block ${height} of ${history} of its history is made`;
}

/** Most seconds from one block to the next. A much longer interval overflows the timer, which then fires at once. */
export const MAX_BLOCK_TIME = 86_400;

/** Options of a devnet. */
export interface DevnetOptions {
  /** Chain and network. */
  readonly segment: Segment;
  /** Store of the chain. An empty one is filled with a history, any other is continued. */
  readonly store: Store;
  /** Seed of accounts, validators and traffic, a whole number from 0. @default {0} */
  readonly seed?: number;
  /** Seconds from one block to the next, more than 0. @default {2} */
  readonly blockTime?: number;
  /** Blocks added to an empty store on top of genesis, the last of them at the current time. @default {300} */
  readonly history?: number;
  /** Adds transfers between its own accounts while the devnet runs. @default {true} */
  readonly traffic?: boolean;
  /** Trigger of new blocks. @default {"interval"} */
  readonly mode?: ProducerMode;
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Aborted to give up the history that is being made; opening then rejects with the signal's reason as the cause. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the height of each block of the history that is being made. */
  readonly onHistory?: ((height: number) => void) | undefined;
  /** Dev accounts that genesis funds. @default {10} */
  readonly accounts?: number;
  /** Most transactions in the mempool, from 1. @default {5000} */
  readonly mempoolSize?: number;
  /** A mempool that other processes add transactions to. @default one of its own */
  readonly shared?: SharedMempool | undefined;
  /**
   * Called when a block could not be produced, a listener threw, or a pending transaction found on opening can never be
   * included; the devnet continues. @default {console.error}
   */
  readonly onError?: (error: unknown) => void;
}
