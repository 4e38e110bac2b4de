import { checkNumbers } from "./_event_errors.ts";
import { PAGE_ITEMS } from "../generated/limits.gen.ts";
import type { ChainReads } from "./chain_reads.ts";
import type { BackfillTopic } from "./events.ts";

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
  const { requestsPerDay, share, blockTime, interval, today } = budget;
  const { requestsPerPoll = 1, requestsPerBlock = 0 } = budget;
  const allowed = requestsPerDay ?? Infinity;
  const { remaining, seconds } = today ?? {};
  checkPolling({ share, interval });
  checkNumbers(
    CANNOT,
    { blockTime, requestsPerPoll, "today.seconds": seconds },
    "above 0",
    isPositive,
  );
  checkNumbers(
    CANNOT,
    { requestsPerBlock, "today.remaining": remaining },
    "from 0",
    (value) => value >= 0,
  );
  checkNumbers(CANNOT, { requestsPerDay: allowed }, "above 0, or null", (value) => value > 0);

  const day = spanOf(budget, allowed, DAY);
  const rest = today && spanOf(budget, today.remaining, today.seconds);
  const shortest = Math.max(day.shortest, rest?.shortest ?? 0);
  const chosen = Math.max(blockTime, interval ?? shortest);
  if (!lasts(day, chosen)) throw new RangeError(refusal(budget, day, chosen, false));
  if (rest && !lasts(rest, chosen)) throw new RangeError(refusal(budget, rest, chosen, true));
  return { interval: chosen, requestsPerDay: day.need(chosen), blocksPerPoll: chosen / blockTime };
}

/** A time that a quota is to last for. */
interface Span {
  /** Requests of the quota. */
  readonly allowed: number;
  /** Seconds it takes. */
  readonly seconds: number;
  /** Requests that the share grants. */
  readonly granted: number;
  /** Requests that its new blocks take. */
  readonly forBlocks: number;
  /** Seconds from one poll to the next at least. */
  readonly shortest: number;
  /** Requests that polling takes, by the seconds from one poll to the next. */
  readonly need: (interval: number) => number;
}

function spanOf(
  { share, blockTime, requestsPerPoll = 1, requestsPerBlock = 0 }: PollingBudget,
  allowed: number,
  seconds: number,
): Span {
  const granted = allowed * share;
  const forBlocks = (seconds / blockTime) * requestsPerBlock;
  const left = Math.max(0, granted - forBlocks);
  const shortest = Math.max(blockTime, (seconds * requestsPerPoll) / left);
  const need = (interval: number): number => forBlocks + (seconds / interval) * requestsPerPoll;
  return { allowed, seconds, granted, forBlocks, shortest, need };
}

/** An interval of a whole day is the least that watching can mean. */
function lasts({ granted, shortest, need }: Span, interval: number): boolean {
  return shortest <= DAY && need(interval) <= granted * (1 + 1e-9);
}

function refusal(
  { share, interval }: PollingBudget,
  { allowed, seconds, granted, forBlocks, shortest, need }: Span,
  chosen: number,
  isToday: boolean,
): string {
  const needed = need(interval === undefined ? DAY : chosen);
  const left = `${show(seconds)} s left`;
  const requests = isToday ? `the ${allowed} requests left today` : `${allowed} requests a day`;
  const cost =
    interval === undefined
      ? `the new blocks ${isToday ? `of the ${left}` : "alone"} take ${Math.ceil(forBlocks)}`
      : `polling every ${show(chosen)} s takes ${Math.ceil(needed)}${isToday ? ` in the ${left}` : ""}`;
  const lasting = needed / allowed;
  const ways = [
    ...(shortest <= DAY ? [`an interval of ${show(shortest)} s`] : []),
    ...(lasting <= 1 ? [`a share of ${show(lasting)}`] : []),
    isToday
      ? `to begin with the next day in ${show(seconds)} s`
      : `a tier with ${Math.ceil(needed / share)} requests a day`,
  ];
  const given = `${share} of ${requests} is ${Math.floor(granted)}`;
  return `Cannot poll: ${given}, but ${cost}; possible instead: ${ways.join(", or ")}`;
}

/** Rounded up, so that what is said to last does. */
function show(value: number): string {
  return String(Math.ceil(value * 1000) / 1000);
}

/**
 * Checks the options of polling.
 *
 * @throws {TypeError | RangeError} If a value is no number, or out of range.
 */
export function checkPolling({ share, interval }: Partial<PollingBudget>): void {
  checkNumbers(CANNOT, { share, interval }, "above 0", isPositive);
  checkNumbers(CANNOT, { share }, "at most 1", (value) => value <= 1);
}

function isPositive(value: number): boolean {
  return value > 0 && value < Infinity;
}

/** Parts of a {@linkcode PollingQuota}. */
export interface PollingQuotaParts extends PollingOptions {
  /** Requests a day that the tier allows; null is no limit. */
  readonly requestsPerDay: () => number | null;
  /** Remaining quota of today, if known. */
  readonly today?: (() => PollingToday) | undefined;
  readonly reads: ChainReads;
}

/** The part of the daily quota that the polling subscriptions of a client share. */
export class PollingQuota {
  readonly #parts: PollingQuotaParts;
  #count = 0;

  constructor(parts: PollingQuotaParts) {
    this.#parts = parts;
  }

  /**
   * Adds a polling subscription.
   *
   * @throws {RangeError} If no plan lasts the day and the rest of today; the subscription is then not added.
   */
  async join(topic: BackfillTopic, signal: AbortSignal): Promise<PollingPlan> {
    const { interval, reads, requestsPerDay, today } = this.#parts;
    this.#count++;
    try {
      const { avgBlockTime, tps } = await reads.getChainStats({ signal });
      const blockTime = avgBlockTime > 0 ? avgBlockTime : 1;
      const requestsPerBlock = costOfBlock(topic, tps * blockTime);
      const share = this.#share;
      const limit = requestsPerDay();
      const budget = { requestsPerDay: limit, share, blockTime, requestsPerBlock, interval };
      planPolling({ ...budget, today: today?.() });
      // The plan holds tomorrow too; `pause` makes today last.
      return planPolling(budget);
    } catch (error) {
      this.#count--;
      throw error;
    }
  }

  /** Part of the quota for each subscription. */
  get #share(): number {
    return (this.#parts.share ?? 0.25) / this.#count;
  }

  /** Removes a polling subscription. */
  leave(): void {
    this.#count--;
  }

  /** Milliseconds to wait after a poll that took so many requests; more requests than planned wait longer. */
  pause(plan: PollingPlan, requests: number): number {
    const own = requests / this.#share;
    const ofDay = (own * DAY) / (this.#parts.requestsPerDay() ?? Infinity);
    const today = this.#parts.today?.();
    // The next day has a quota of its own.
    const rest = today ? today.seconds * Math.min(1, own / today.remaining) : 0;
    return Math.max(plan.interval, ofDay, rest) * 1000;
  }
}

/** Mean requests of a new block: its part of a page of blocks, and its transactions if it has any. */
function costOfBlock(topic: BackfillTopic, transactions: number): number {
  const own =
    topic === "blocks" ? 0 : Math.min(1, transactions) + Math.floor(transactions / PAGE_ITEMS);
  return 1 / PAGE_ITEMS + own;
}
