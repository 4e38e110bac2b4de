import type { SignedTransaction } from "../../../devnet/mod.ts";
import type { Hex } from "../../../units/mod.ts";

/** A transaction that waits for a block, as it is persisted across restarts. */
export interface PendingBytes {
  readonly hash: Hex;
  readonly raw: Uint8Array;
  /** The bytes read, where whoever hands them over has done that. */
  readonly body?: SignedTransaction;
}
