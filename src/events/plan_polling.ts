import { onAbort } from "../transport/internal.ts";
import { checkValues, numberOf } from "../validation/mod.ts";
import { PAGE_ITEMS } from "../generated/limits.gen.ts";
import type { ChainReads } from "./events.ts";
import type { TopicName } from "../generated/topics.gen.ts";

/** Remaining quota of a day. */
export interface PollingToday {
  /** Requests left, from 0. */
  readonly remaining: number;
  /** Seconds until the day's count starts anew, above 0. */
  readonly seconds: number;
}

/** Inputs of a plan for polling. */
export interface PollingBudget {
  /** Requests a day that the tier allows; null or `Infinity` is no limit. */
  readonly requestsPerDay: number | null;
  /** Part of them that polling may use, above 0 and up to 1. */
  readonly share: number;
  /** Mean seconds from one block to the next, above 0. */
  readonly blockTime: number;
  /** Requests of each poll, however many blocks are new. @default {1} */
  readonly requestsPerPoll?: number;
  /** Mean requests for each new block beside those. @default {0} */
  readonly requestsPerBlock?: number;
  /** Seconds from one poll to the next at most; as often as the budget allows if left out. */
  readonly interval?: number | undefined;
  /** Remaining quota of today; the plan then lasts the rest of today as well as a whole day. */
  readonly today?: PollingToday | undefined;
}

/** Quota available to polling. */
export interface PollingOptions {
  /**
   * Part of the daily quota, and of what is left of it today, above 0 and up to 1, for all subscriptions together.
   *
   * @default {0.25}
   */
  readonly share?: number;
  /** Seconds from one poll to the next at most; a plan that cannot hold it is refused. As often as the share allows if left out. */
  readonly interval?: number;
}

/** Interval of polling. */
export interface PollingPlan {
  /** Seconds from one poll to the next; never below the block time. */
  readonly interval: number;
  /** Requests a day that it takes. */
  readonly requestsPerDay: number;
  /** New blocks that a poll finds in the mean. */
  readonly blocksPerPoll: number;
}

const DAY = 86_400;

const CANNOT = "Cannot plan polling";

const POSITIVE = numberOf("above 0", (value) => value > 0 && value < Infinity);
const FROM_0 = numberOf("from 0", (value) => value >= 0);

const RULES = {
  blockTime: POSITIVE,
  requestsPerPoll: POSITIVE,
  "today.seconds": POSITIVE,
  requestsPerBlock: FROM_0,
  "today.remaining": FROM_0,
  requestsPerDay: numberOf("above 0, or null", (value) => value > 0),
};

/**
 * Plans polling that lasts the day, and the rest of today where what is left of it is given.
 *
 * @throws {RangeError} If a number is out of range, or if no such plan lasts; the message then says how many requests it
 * would take, and which share or interval would last, or when to begin.
 *
 * @example
 * ```ts
 * import { planPolling } from "alphadelta/events";
 * const plan = planPolling({ requestsPerDay: 10_000, share: 0.25, blockTime: 2 });
 * console.log(plan.interval); // 34.56
 * ```
 */
export function planPolling(budget: PollingBudget): PollingPlan {
  const { share, blockTime, interval, requestsPerPoll, requestsPerBlock, today } = budget;
  const perDay = budget.requestsPerDay ?? Infinity;
  checkPolling(budget);
  const given = {
    blockTime,
    requestsPerPoll,
    "today.seconds": today?.seconds,
    requestsPerBlock,
    "today.remaining": today?.remaining,
    requestsPerDay: perDay,
  };
  checkValues(CANNOT, given, RULES);

  const day = quotaOf(budget, perDay, DAY);
  const rest = today && quotaOf(budget, today.remaining, today.seconds);
  const shortest = Math.max(day.shortest, rest?.shortest ?? 0);
  const chosen = Math.max(blockTime, interval ?? shortest);
  for (const quota of rest ? [day, rest] : [day]) {
    // An interval of a whole day is the least that watching can mean.
    const lasts = quota.shortest <= DAY && quota.need(chosen) <= quota.granted * (1 + 1e-9);
    const tried = interval === undefined ? DAY : chosen;
    if (!lasts) throw new RangeError(refusal(share, quota, tried, quota === rest));
  }
  return { interval: chosen, requestsPerDay: day.need(chosen), blocksPerPoll: chosen / blockTime };
}

/** Requests that are to last for a time, and what polling takes of them. */
interface Quota {
  readonly allowed: number;
  /** Seconds that they are to last. */
  readonly seconds: number;
  /** Requests that the share grants. */
  readonly granted: number;
  /** Seconds from one poll to the next at least. */
  readonly shortest: number;
  /** Requests that polling takes, by the seconds from one poll to the next. */
  readonly need: (interval: number) => number;
}

function quotaOf(
  { share, blockTime, requestsPerPoll = 1, requestsPerBlock = 0 }: PollingBudget,
  allowed: number,
  seconds: number,
): Quota {
  const granted = allowed * share;
  const forBlocks = (seconds / blockTime) * requestsPerBlock;
  const left = Math.max(0, granted - forBlocks);
  const shortest = Math.max(blockTime, (seconds * requestsPerPoll) / left);
  const need = (interval: number): number => forBlocks + (seconds / interval) * requestsPerPoll;
  return { allowed, seconds, granted, shortest, need };
}

function refusal(
  share: number,
  { allowed, seconds, granted, shortest, need }: Quota,
  interval: number,
  isToday: boolean,
): string {
  const needed = need(interval);
  const ways: string[] = [];
  if (shortest <= DAY) ways.push(`an interval of ${show(shortest)} s`);
  if (needed <= allowed) ways.push(`a share of ${show(needed / allowed)}`);
  const other = Math.ceil(needed / share);
  ways.push(isToday ? "to begin with the next day" : `a tier with ${other} requests a day`);
  const period = isToday ? `left for the last ${show(seconds)} s of today` : "a day";
  const given = `${share} of ${allowed} requests ${period} is ${Math.floor(granted)}`;
  const cost = `polling every ${show(interval)} s takes ${Math.ceil(needed)}`;
  return `Cannot poll: ${given}, but ${cost}; possible instead: ${ways.join(", or ")}`;
}

/** Rounded up, so that a plan lasts as long as it says. */
function show(value: number): string {
  return String(Math.ceil(value * 1000) / 1000);
}

/**
 * Checks the options of polling.
 *
 * @throws {TypeError | RangeError} If a value is no number, or out of range.
 */
export function checkPolling({ share, interval }: Partial<PollingBudget>): void {
  checkValues(CANNOT, { share, interval }, { share: POSITIVE, interval: POSITIVE });
  checkValues(CANNOT, { share }, { share: numberOf("at most 1", (value) => value <= 1) });
}

/** Dependencies of a {@linkcode PollingQuota}. */
interface PollingQuotaParts extends PollingOptions {
  /** Requests a day that the tier allows; null is no limit. */
  readonly requestsPerDay: () => number | null;
  /** Remaining quota of today, if known. */
  readonly today?: (() => PollingToday) | undefined;
  readonly reads: ChainReads;
}

/** Milliseconds to wait after a poll that took so many requests; more requests than planned wait longer. */
export type PollingPause = (requests: number) => number;

/**
 * Adds a polling subscription to those that share a quota, until `signal` is aborted.
 *
 * It rejects with a `RangeError` if no plan lasts the day and the rest of today; the subscription is then not added.
 */
export type PollingQuota = (topic: TopicName, signal: AbortSignal) => Promise<PollingPause>;

/** Makes the part of the daily quota that the polling subscriptions of a client share. */
export function createPollingQuota(parts: PollingQuotaParts): PollingQuota {
  const { share: whole = 0.25, interval, requestsPerDay, today, reads } = parts;
  let subscriptions = 0;

  return async (topic, signal) => {
    const { avgBlockTime, tps } = await reads.getChainStats({ signal });
    const blockTime = avgBlockTime > 0 ? avgBlockTime : 1;
    const requestsPerBlock = costOfBlock(topic, tps * blockTime);
    const share = whole / (subscriptions + 1);
    const budget = {
      requestsPerDay: requestsPerDay(),
      share,
      blockTime,
      requestsPerBlock,
      interval,
    };
    planPolling({ ...budget, today: today?.() });
    // The plan holds tomorrow too; the pauses make today last.
    const plan = planPolling(budget);
    subscriptions++;
    onAbort(signal, () => subscriptions--);
    return (requests) => {
      const own = (requests * subscriptions) / whole;
      const ofDay = (own * DAY) / (requestsPerDay() ?? Infinity);
      const left = today?.();
      // The next day has a quota of its own.
      const rest = left ? left.seconds * Math.min(1, own / left.remaining) : 0;
      return Math.max(plan.interval, ofDay, rest) * 1000;
    };
  };
}

/** Mean requests of a new block: its part of a page of blocks, and its transactions if it has any. */
function costOfBlock(topic: TopicName, transactions: number): number {
  const own =
    topic === "blocks" ? 0 : Math.min(1, transactions) + Math.floor(transactions / PAGE_ITEMS);
  return 1 / PAGE_ITEMS + own;
}
