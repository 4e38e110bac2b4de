import { isAlphadeltaError } from "../errors/mod.ts";
import type { WaitPlan } from "./_wait_plan.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Pauses, in milliseconds. */
export interface Interval {
  /** From one look to the next where nothing tells of blocks. */
  readonly interval: number;
  /** From one look to the next in any case, so that looks stay within the quota. */
  readonly least: number;
}

/** Requests that one look takes as a rule. */
const PER_LOOK = 2;
const SHORTEST = 250;
const LONGEST = 60_000;
/** Milliseconds assumed if the service does not say how long a block takes. */
const USUAL = 2_000;

const blockTimes = new WeakMap<SubmissionContext, number>();

/** Progress of a wait. */
export interface Progress {
  /** Looks so far. */
  readonly looks: number;
  /** Milliseconds until its time is up. */
  readonly left: number;
}

/**
 * The pause, by the chain's mean block time and by what is left of the day's quota. Half of the looks that the quota
 * grants a wait are made as blocks come, the others are spread over the rest of its time.
 */
export async function readInterval(
  context: SubmissionContext,
  { pollInterval, share }: WaitPlan,
  { looks, left }: Progress,
  signal: AbortSignal,
): Promise<Interval> {
  const granted = ((context.remainingToday?.() ?? Infinity) * share) / PER_LOOK;
  const least = looks < granted / 2 ? 0 : Math.min(left, left / Math.max(1, granted - looks));
  if (pollInterval !== undefined) return { interval: Math.max(pollInterval, least), least };
  const blockTime = await readBlockTime(context, signal);
  const interval = Math.min(LONGEST, Math.max(SHORTEST, blockTime));
  return { interval: Math.max(interval, least), least };
}

/** The chain's mean block time in milliseconds. Asked once for each client: it is a mean of many blocks. */
export async function readBlockTime(
  context: SubmissionContext,
  signal: AbortSignal | undefined,
): Promise<number> {
  const known = blockTimes.get(context);
  if (known !== undefined) return known;
  try {
    const { avgBlockTime } = await context.rest.call("getChainStats", [], { signal });
    const blockTime = avgBlockTime > 0 ? avgBlockTime * 1_000 : USUAL;
    blockTimes.set(context, blockTime);
    return blockTime;
  } catch (error) {
    if (!isAlphadeltaError(error)) throw error;
    return USUAL;
  }
}
