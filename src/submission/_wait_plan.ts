import { isAlphadeltaError, type SubmittedTransaction } from "../errors/mod.ts";
import { checkOptions, integerFrom, type Rule, type Rules, SIGNAL } from "../validation/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Options of a wait for a receipt. */
export interface WaitOptions extends Pick<SubmittedTransaction, "from" | "nonce"> {
  /** Milliseconds until the wait ends. @default {180_000} */
  readonly timeout?: number;
  /**
   * Milliseconds from one look to the next; no events are used then.
   *
   * @default the chain's mean block time, more where the day's quota is short
   */
  readonly pollInterval?: number;
  /** Blocks that the receipt must be deep, its own counted, from 1. @default {1} */
  readonly confirmations?: number;
  /** Share of what is left of the day's quota that this wait may use, above 0 to 1. @default {0.01} */
  readonly share?: number;
  /** Ends the wait; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a wait, checked and complete. */
export interface WaitPlan extends WaitOptions {
  readonly txHash: string;
  readonly timeout: number;
  readonly confirmations: number;
  readonly share: number;
}

const ACTION = "Cannot wait for a receipt";

/** Longest delay of a timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

const RULES: Rules<keyof WaitOptions> = {
  from: undefined,
  nonce: undefined,
  timeout: timeFrom(0),
  confirmations: integerFrom(1),
  share: ["above 0 and at most 1", (value: number) => value > 0 && value <= 1, "number"],
  pollInterval: timeFrom(1),
  signal: SIGNAL,
};

function timeFrom(minimum: number): Rule {
  const isAllowed = (value: number): boolean => value >= minimum && value <= LONGEST_TIMER;
  return [`from ${minimum} to ${LONGEST_TIMER}`, isAllowed, "number"];
}

/**
 * Checks the options of a wait.
 *
 * @throws {TypeError} If the hash is no string, or an option is unknown.
 * @throws {RangeError} If a number is out of range.
 */
export function checkWaitOptions(txHash: string, options: WaitOptions): WaitPlan {
  if (typeof txHash !== "string" || txHash === "") {
    throw new TypeError(`${ACTION}: txHash must be a string`);
  }
  checkOptions(ACTION, options, RULES);
  const { timeout = 180_000, confirmations = 1, share = 0.01 } = options;
  return { ...options, txHash, timeout, confirmations, share };
}

/** Pauses, in milliseconds. */
export interface Interval {
  /** From one look to the next where nothing tells of blocks. */
  readonly interval: number;
  /** From one look to the next in any case, so that looks stay within the quota. */
  readonly least: number;
}

/** Requests that one look takes as a rule. */
const PER_LOOK = 2;
const SHORTEST_INTERVAL = 250;
const LONGEST_INTERVAL = 60_000;
/** Block time in milliseconds, if the service does not report one. */
const DEFAULT_BLOCK_TIME = 2_000;

const blockTimes = new WeakMap<SubmissionContext, number>();

/** Progress of a wait for a receipt. */
export interface WaitProgress {
  /** Number of polls so far. */
  readonly looks: number;
  /** Milliseconds until the timeout. */
  readonly left: number;
}

/**
 * The pause, by the chain's mean block time and by what is left of the day's quota. Half of the looks that the quota
 * grants a wait are made as blocks come, the others are spread over the rest of its time.
 */
export async function readInterval(
  context: SubmissionContext,
  { pollInterval, share }: WaitPlan,
  { looks, left }: WaitProgress,
  signal: AbortSignal,
): Promise<Interval> {
  const granted = ((context.remainingToday?.() ?? Infinity) * share) / PER_LOOK;
  const least = looks < granted / 2 ? 0 : Math.min(left, left / Math.max(1, granted - looks));
  if (pollInterval !== undefined) return { interval: Math.max(pollInterval, least), least };
  const blockTime = await readBlockTime(context, signal);
  const interval = Math.min(LONGEST_INTERVAL, Math.max(SHORTEST_INTERVAL, blockTime));
  return { interval: Math.max(interval, least), least };
}

/** The mean block time in milliseconds, read once for each client, since it is a mean of many blocks. */
export async function readBlockTime(
  context: SubmissionContext,
  signal: AbortSignal | undefined,
): Promise<number> {
  const known = blockTimes.get(context);
  if (known !== undefined) return known;
  try {
    const { avgBlockTime } = await context.getChainStats({ signal });
    const blockTime = avgBlockTime > 0 ? avgBlockTime * 1_000 : DEFAULT_BLOCK_TIME;
    blockTimes.set(context, blockTime);
    return blockTime;
  } catch (error) {
    if (!isAlphadeltaError(error)) throw error;
    return DEFAULT_BLOCK_TIME;
  }
}
