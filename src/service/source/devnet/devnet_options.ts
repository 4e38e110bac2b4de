import type { Segment } from "../../../chains/mod.ts";
import type { Store } from "../../store/mod.ts";

/** Seconds from one block to the next where an opener says nothing. */
export const DEFAULT_BLOCK_TIME = 2;

/** How a devnet is opened. */
export interface DevnetOptions {
  /** Chain and network. */
  readonly segment: Segment;
  /** Where the chain is kept. An empty store is given its history, a used one is continued. */
  readonly store: Store;
  /** What accounts, validators and traffic follow from, a whole number from 0. @default {0} */
  readonly seed?: number;
  /** Seconds from one block to the next, more than 0. @default {2} */
  readonly blockTime?: number;
  /** Blocks that an empty store is given on top of genesis, the last of them at the clock's present. @default {300} */
  readonly history?: number;
  /** Whether transfers between accounts made for it go on while the devnet runs. @default {true} */
  readonly traffic?: boolean;
  /** Whether blocks come by themselves; if not, `produceBlock` makes them. @default {true} */
  readonly automatic?: boolean;
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Dev accounts that genesis funds. @default {10} */
  readonly accounts?: number;
  /** Most transactions that may wait for a block. @default {5000} */
  readonly mempoolSize?: number;
  /** Told when a block could not be made or a listener threw; the devnet goes on. @default {console.error} */
  readonly onError?: (error: unknown) => void;
}
