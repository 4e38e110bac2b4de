import { onAbort } from "../transport/internal.ts";
import type { ChainReads } from "./events.ts";

/** Quota available to polling. */
export interface PollingOptions {
  /**
   * Part of what is left of the day's quota that polling may spend, above 0 and up to 1, for all subscriptions together.
   *
   * @default {0.25}
   */
  readonly share?: number;
}

/** Remaining quota of today. */
export interface PollingToday {
  /** Requests left, from 0; `Infinity` is no limit. */
  readonly remaining: number;
  /** Seconds until the day's count starts anew, above 0. */
  readonly seconds: number;
}

/** Dependencies of a {@linkcode PollingQuota}. */
interface PollingQuotaParts extends PollingOptions {
  /** Remaining quota of today. @default no limit */
  readonly today?: (() => PollingToday) | undefined;
  readonly reads: Pick<ChainReads, "getChainStats">;
}

/** Milliseconds to wait after a poll that took so many requests. */
export type PollingPause = (requests: number) => number;

/** Adds a polling subscription to those that share a quota, until `signal` is aborted. */
export type PollingQuota = (signal: AbortSignal) => Promise<PollingPause>;

const UNLIMITED: PollingToday = { remaining: Infinity, seconds: 1 };

/**
 * Makes the part of the daily quota that the polling subscriptions of a client share: they wait the block time, or longer
 * where polling on at that pace would spend more than their part of what is left of the day.
 */
export function createPollingQuota(parts: PollingQuotaParts): PollingQuota {
  const { share = 0.25, today = () => UNLIMITED, reads } = parts;
  let subscriptions = 0;

  return async (signal) => {
    const { avgBlockTime } = await reads.getChainStats({ signal });
    const blockTime = avgBlockTime || 1;
    subscriptions++;
    onAbort(signal, () => subscriptions--);
    return (requests) => {
      const { remaining, seconds } = today();
      // The next day has a quota of its own.
      const part = Math.min(1, (requests * subscriptions) / (share * remaining));
      return Math.max(blockTime, seconds * part) * 1000;
    };
  };
}
