import type { Segment } from "../chains/mod.ts";
import type { Rest } from "../rest/mod.ts";
import type { Rpc } from "../rpc/mod.ts";
import type { Clock } from "./clock.ts";

/** What is left of a day's allowance. */
export interface DayBudget {
  /** Requests left today. */
  readonly remaining: number;
}

/** What submitting, waiting and comparing work with. */
export interface SubmissionContext {
  readonly segment: Segment;
  readonly rpc: Rpc;
  readonly rest: Rest;
  /**
   * Yields whenever a block is new, whatever the value. Ends or rejects where there are no events; waits then go on by
   * asking at intervals.
   */
  readonly newBlocks?: (signal: AbortSignal) => AsyncIterable<unknown>;
  /** What is left of the day's allowance; undefined where it is not limited or not known. */
  readonly dayBudget?: () => DayBudget | undefined;
  /** @default the runtime's own clock */
  readonly clock?: Clock;
}
