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
  readonly interval?: number;
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
 * Plans polling that lasts the day.
 *
 * @throws {RangeError} If a number is out of range, or if no such plan lasts the day; the message then says how many
 * requests it would take, and which share or interval would last.
 *
 * @example
 * ```ts
 * import { planPolling } from "alphadelta/events";
 * const plan = planPolling({ requestsPerDay: 10_000, share: 0.25, blockTime: 2 });
 * console.log(plan.interval); // 34.56
 * ```
 */
export function planPolling(budget: PollingBudget): PollingPlan {
  const { requestsPerDay, share, blockTime, interval } = budget;
  const { requestsPerPoll = 1, requestsPerBlock = 0 } = budget;
  check("share", share, share > 0 && share <= 1, "above 0 and at most 1");
  check("blockTime", blockTime, isAbove(blockTime, 0), "a number of seconds above 0");
  check("requestsPerPoll", requestsPerPoll, isAbove(requestsPerPoll, 0), "above 0");
  check("requestsPerBlock", requestsPerBlock, requestsPerBlock >= 0, "from 0");
  if (interval !== undefined) check("interval", interval, isAbove(interval, 0), "above 0");
  const allowed = requestsPerDay ?? Infinity;
  check("requestsPerDay", allowed, allowed > 0, "above 0, or null");

  const granted = allowed * share;
  const forBlocks = (DAY / blockTime) * requestsPerBlock;
  const shortest = Math.max(blockTime, (DAY * requestsPerPoll) / (granted - forBlocks));
  const chosen = Math.max(blockTime, interval ?? shortest);
  const needed = forBlocks + (DAY / chosen) * requestsPerPoll;
  // An interval of a whole day is the least that watching can mean.
  if (granted <= forBlocks || shortest > DAY || needed > granted * (1 + 1e-9)) {
    throw new RangeError(refusal(budget, { granted, forBlocks, shortest, chosen }));
  }
  return { interval: chosen, requestsPerDay: needed, blocksPerPoll: chosen / blockTime };
}

interface Figures {
  readonly granted: number;
  readonly forBlocks: number;
  readonly shortest: number;
  readonly chosen: number;
}

function refusal(
  { requestsPerDay, share, requestsPerPoll = 1, interval }: PollingBudget,
  { granted, forBlocks, shortest, chosen }: Figures,
): string {
  const every = interval === undefined ? DAY : chosen;
  const needed = forBlocks + (DAY / every) * requestsPerPoll;
  const given = `${share} of ${requestsPerDay} requests a day is ${Math.floor(granted)}`;
  const cost =
    interval === undefined
      ? `the new blocks alone take ${Math.ceil(forBlocks)}`
      : `polling every ${show(chosen)} s takes ${Math.ceil(needed)}`;
  const lasting = needed / (requestsPerDay ?? Infinity);
  const ways = [
    ...(granted > forBlocks && shortest <= DAY ? [`an interval of ${show(shortest)} s`] : []),
    ...(lasting <= 1 ? [`a share of ${show(lasting)}`] : []),
    `a tier with ${Math.ceil(needed / share)} requests a day`,
  ];
  return `Cannot poll: ${given}, and ${cost}; what would last is ${ways.join(", or ")}`;
}

/** Rounded up, so that what is said to last does. */
function show(value: number): string {
  return String(Math.ceil(value * 1000) / 1000);
}

function isAbove(value: number, bound: number): boolean {
  return Number.isFinite(value) && value > bound;
}

function check(name: string, value: number, isRight: boolean, allowed: string): void {
  if (typeof value !== "number")
    throw new TypeError(`Cannot plan polling: ${name} must be a number, got ${typeof value}`);
  if (!isRight)
    throw new RangeError(`Cannot plan polling: ${name} must be ${allowed}, got ${value}`);
}
