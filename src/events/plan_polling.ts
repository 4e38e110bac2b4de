import { valueFault } from "../validation/mod.ts";

/** What is left of a day's quota. */
export interface PollingToday {
  /** Requests left, from 0. */
  readonly remaining: number;
  /** Seconds until the day's count starts anew, above 0. */
  readonly seconds: number;
}

/** What a plan for polling is made of. */
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
  /** What is left of today; the plan then lasts the rest of today as well as a whole day. */
  readonly today?: PollingToday | undefined;
}

/** How often to poll. */
export interface PollingPlan {
  /** Seconds from one poll to the next; never below the block time. */
  readonly interval: number;
  /** Requests a day that it takes. */
  readonly requestsPerDay: number;
  /** New blocks that a poll finds in the mean. */
  readonly blocksPerPoll: number;
}

const DAY = 86_400;

/**
 * Plans polling that lasts the day, and the rest of today where it is told what is left of it.
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
  check({ blockTime, requestsPerPoll, "today.seconds": seconds }, "above 0", isPositive);
  check({ requestsPerBlock, "today.remaining": remaining }, "from 0", (value) => value >= 0);
  check({ requestsPerDay: allowed }, "above 0, or null", (value) => value > 0);

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
  readonly granted: number;
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
  return `Cannot poll: ${given}, and ${cost}; what would last is ${ways.join(", or ")}`;
}

/** Rounded up, so that what is said to last does. */
function show(value: number): string {
  return String(Math.ceil(value * 1000) / 1000);
}

/**
 * Checks what the user says of polling.
 *
 * @throws {TypeError | RangeError} If a number is none, or out of range.
 */
export function checkPolling({
  share,
  interval,
}: {
  readonly share?: number | undefined;
  readonly interval?: number | undefined;
}): void {
  check({ share, interval }, "above 0", isPositive);
  check({ share }, "at most 1", (value) => value <= 1);
}

function isPositive(value: number): boolean {
  return value > 0 && value < Infinity;
}

function check(
  values: Readonly<Record<string, number | undefined>>,
  allowed: string,
  isAllowed: (value: number) => boolean,
): void {
  for (const [name, value] of Object.entries(values)) {
    const isNumber = typeof value === "number";
    if (value === undefined || (isNumber && isAllowed(value))) continue;
    throw valueFault(`Cannot plan polling: ${name} must be a number ${allowed}`, value, isNumber);
  }
}
