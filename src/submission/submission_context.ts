import type { Segment } from "../chains/mod.ts";
import type { Rest } from "../rest/mod.ts";
import type { Rpc } from "../rpc/mod.ts";
import type { Clock } from "../transport/mod.ts";

/** Parts of a client that submitting and waiting use. */
export interface SubmissionContext {
  /** Segment that is submitted to. */
  readonly segment: Segment;
  /** JSON-RPC of that segment. */
  readonly rpc: Rpc;
  /** REST of that segment. */
  readonly rest: Rest;
  /**
   * Yields whenever a block is new, whatever the value. Ends or rejects where there are no events; waits then go on by
   * asking at intervals.
   */
  readonly newBlocks?: (signal: AbortSignal) => AsyncIterable<unknown>;
  /** Requests left of the day's quota; `Infinity` where it is not limited. */
  readonly remainingToday?: () => number;
  /** Time, for tests. @default {the runtime's own} */
  readonly clock?: Clock | undefined;
}
