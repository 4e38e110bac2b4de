import { PAGE } from "./_chain_walk.ts";
import type { ChainReads } from "./chain_reads.ts";
import type { EventClock } from "./event_clock.ts";
import type { BackfillTopic } from "./events.ts";
import { planPolling, type PollingPlan, type PollingToday } from "./plan_polling.ts";

/** What polling may use. */
export interface PollingOptions {
  /**
   * Part of the daily quota, and of what is left of it today, above 0 and up to 1, for all subscriptions together.
   *
   * @default {0.25}
   */
  readonly share?: number;
  /** Seconds from one poll to the next at most; a plan that cannot keep it is refused. As the share allows if left out. */
  readonly interval?: number;
}

/** Parts of a {@linkcode PollingQuota}. */
export interface PollingQuotaParts extends PollingOptions {
  /** Requests a day that the tier allows; null is no limit. */
  readonly requestsPerDay: () => number | null;
  /** What is left of today, where it is known. */
  readonly today?: (() => PollingToday) | undefined;
  readonly reads: ChainReads;
  readonly clock: EventClock;
}

const DAY = 86_400_000;

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
    this.#count++;
    try {
      const { avgBlockTime, tps } = await this.#parts.reads.getChainStats({ signal });
      const blockTime = avgBlockTime > 0 ? avgBlockTime : 1;
      const { interval } = this.#parts;
      const requestsPerDay = this.#parts.requestsPerDay();
      const requestsPerBlock = costOfBlock(topic, tps * blockTime);
      const budget = { requestsPerDay, share: this.#share, blockTime, requestsPerBlock, interval };
      planPolling({ ...budget, today: this.#parts.today?.() });
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
    const requestsPerDay = this.#parts.requestsPerDay();
    const own = requests / this.#share;
    const ofDay = (own * DAY) / (requestsPerDay ?? Infinity);
    const today = this.#parts.today?.();
    // The next day has a quota of its own.
    const rest = today ? today.seconds * 1000 * Math.min(1, own / today.remaining) : 0;
    return Math.max(plan.interval * 1000, ofDay, rest);
  }
}

/** Mean requests of a new block: its part of a page of blocks, and its transactions if it has any. */
function costOfBlock(topic: BackfillTopic, transactions: number): number {
  const own = topic === "blocks" ? 0 : Math.min(1, transactions) + Math.floor(transactions / PAGE);
  return 1 / PAGE + own;
}
