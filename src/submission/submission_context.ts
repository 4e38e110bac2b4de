import type { Segment } from "../chains/mod.ts";
import type { Operations } from "../rest/mod.ts";
import type { Rpc } from "../rpc/mod.ts";
import type { CallOptions, Clock } from "../transport/mod.ts";

/** What submitting and waiting use of a client. Any client is one. */
export interface SubmissionContext {
  /** Segment that is submitted to. */
  readonly segment: Segment;
  /** JSON-RPC of that segment. */
  readonly rpc: Pick<Rpc, "call">;
  /** As of a client; tells how long a block takes. */
  getChainStats(options?: CallOptions): PromiseLike<Operations["getChainStats"]["data"]>;
  /** As of a client; finds a transaction by its nonce. */
  listAccountTransactions(
    address: string,
    query: Operations["listAccountTransactions"]["args"][1],
    options?: CallOptions,
  ): PromiseLike<{ readonly items: readonly Operations["listAccountTransactions"]["item"][] }>;
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
