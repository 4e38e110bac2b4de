import type { Hex } from "../../../units/mod.ts";
import type { Block, ProducedBlock } from "../../chain/ledger/mod.ts";

/** Options of a reorganisation. */
export interface ReorganiseOptions {
  /** Blocks that replace the removed ones, more than those, at most 2000. @default one more than are removed */
  readonly blocks?: number;
  /**
   * Transactions that the replacing blocks do without: hashes, or everything that fell out. They stay pending for the
   * blocks after those, and so does what needs them, such as the sender's next nonces.
   */
  readonly leaveOut?: "all" | readonly Hex[];
}

/** Result of a reorganisation. */
export interface Reorganisation {
  /** Lowest height that was removed. */
  readonly fromHeight: number;
  /** Head before. */
  readonly oldHead: Block;
  /** The highest block that stayed; those that replace the others stand on it. */
  readonly newHead: Block;
  /** The blocks that replace the others, upwards. */
  readonly blocks: readonly ProducedBlock[];
}
