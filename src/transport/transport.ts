import type { PlatformFetch } from "./attempt.ts";
import type { CacheCandidate } from "./cache.ts";
import type { CallOptions } from "./call_options.ts";
import type { Clock } from "./clock.ts";
import type { Budget } from "./rate_limit/budget.ts";
import type { TransportCall } from "./transport_call.ts";

/** Sends calls: all that REST operations and JSON-RPC calls need of a transport. */
export interface Caller {
  /**
   * Sends a call through the policies and reads its answer.
   *
   * It rejects with what `read` throws, with a `TransportError` where no answer of the service comes, and with the
   * signal's reason on an abort. Redirects are refused, so that a key never travels to another host.
   */
  call<Value>(call: TransportCall<Value>, options?: CallOptions): Promise<Value>;
}

/** The one place that sends requests: each REST operation and each JSON-RPC call passes here. */
export interface Transport extends Caller {
  /** `call` as a `fetch` function, for other clients. */
  readonly fetch: PlatformFetch;
  /** What is left of the quotas at an API host, given by its origin; left out, of the first one that was called. */
  budget(host?: string): Budget;
  /** Counts requests at a host that went out by another way, such as a socket. */
  spend(host: string, cost: number): void;
  /** Time and timers. */
  readonly clock: Clock;
  /** Numbers from 0 to 1, for backoff. */
  readonly random: () => number;
  /** Milliseconds that a call has which says nothing of its own; `Infinity` without a deadline. */
  readonly deadline: number;
  /** Whether equal reads that are under way share one request. */
  readonly dedupes: boolean;
  /** Tells whether a call of this key would be answered from the cache. */
  isCached(key: string): boolean;
  /** Caches a part of an answer, such as one reply of a batch, if it is immutable. */
  addToCache(part: CacheCandidate): void;
}
