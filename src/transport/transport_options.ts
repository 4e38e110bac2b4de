import type { Tier, TierLimits } from "../generated/tiers.gen.ts";
import type { AllowanceStore } from "./allowance_store.ts";
import type { ApiKey } from "./api_key.ts";
import type { CacheOptions } from "./cache_options.ts";
import type { CallPolicy } from "./call_options.ts";
import type { Clock } from "./clock.ts";
import type { Hooks } from "./hooks.ts";
import type { PlatformFetch } from "./platform_fetch.ts";

/** Options of {@linkcode createTransport}; those of a call are the defaults of every call. */
export interface TransportOptions extends CallPolicy {
  /** What sends requests, given a URL and settings as the runtime's own. @default {globalThis.fetch} */
  readonly fetch?: PlatformFetch | undefined;
  /** Presented with each request. */
  readonly apiKey?: ApiKey | undefined;
  /**
   * What the service allows: a tier of the documents, which the service's own word replaces, or figures of your own,
   * which it can only lower.
   *
   * @default {"Public" without a key, "Registered" with one}
   */
  readonly tier?: Tier | TierLimits | undefined;
  /** Where the allowance is kept, to share it among processes or tabs. @default {this transport} */
  readonly store?: AllowanceStore | undefined;
  /** Whether equal reads in flight share one request. @default {true} */
  readonly dedupe?: boolean | undefined;
  /** What is kept of answers that do not change; false for nothing. @default {{}} */
  readonly cache?: CacheOptions | false | undefined;
  /** Told of calls on their way. */
  readonly hooks?: Hooks | undefined;
  /** Time and timers. @default {the runtime's own} */
  readonly clock?: Clock | undefined;
  /** A number from 0 to 1, for the pauses between requests of a call. @default {Math.random} */
  readonly random?: (() => number) | undefined;
}
