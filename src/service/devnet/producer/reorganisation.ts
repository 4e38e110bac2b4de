import type { Hex } from "../../../units/mod.ts";
import type { Block, ProducedBlock } from "../../chain/ledger/mod.ts";

/** Options of a reorganisation. */
export interface ReorganiseOptions {
  /** Number of replacing blocks, more than are removed and at most 2000. @default one more than are removed */
  readonly blocks?: number;
  /**
   * Transactions that the replacing blocks leave out: hashes, or all of the removed blocks. They stay pending for later
   * blocks, as do the transactions that depend on them, such as the sender's next nonces.
   */
  readonly leaveOut?: "all" | readonly Hex[];
}

/** Result of a reorganisation. */
export interface Reorganisation {
  /** Lowest removed height. */
  readonly fromHeight: number;
  /** Head before the reorganisation. */
  readonly oldHead: Block;
  /** The highest remaining block, the parent of the first replacing one. */
  readonly newHead: Block;
  /** The replacing blocks, by ascending height. */
  readonly blocks: readonly ProducedBlock[];
}
