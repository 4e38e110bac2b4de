import type { Tier } from "../generated/tiers.gen.ts";
import { requireNode } from "../node_floor.ts";
import type { TierLimits } from "../tables.ts";
import {
  BOOLEAN,
  checkNames,
  checkOption,
  checkValues,
  FUNCTION,
  integerFrom,
  isObject,
  OBJECT,
  objectWith,
  type Rules,
  valueError,
} from "../validation/mod.ts";
import { KnownHeights } from "./_known_heights.ts";
import { type Calls, createCalls } from "./create_calls.ts";
import type { Tracer } from "./pending_call.ts";
import { bothOf, callSpan } from "./_call_span.ts";
import { dedupe } from "./_dedupe.ts";
import { join } from "./_join.ts";
import { retry } from "./_retry.ts";
import { type ApiKey, checkKey, keyHider, keyPresenter } from "./api_key.ts";
import { attempt, type PlatformFetch } from "./attempt.ts";
import { findCacheMode } from "./_cache_mode.ts";
import { AnswerCache, cache, type CacheOptions } from "./cache.ts";
import {
  type CallOptions,
  type CallPolicy,
  type Caller,
  POLICY_RULES,
  type TransportCall,
  checkCallOptions,
  readPolicy,
} from "./transport_call.ts";
import { type Clock, reuseTimers, SYSTEM_CLOCK } from "./clock.ts";
import { createFetch } from "./create_fetch.ts";
import { type Hooks, createTracer } from "./hooks.ts";
import { readTier } from "./rate_limit/pace.ts";
import type { Budget, QuotaStore } from "./rate_limit/quota_store.ts";
import { createRateLimiters, rateLimit } from "./rate_limit/rate_limit.ts";

/** A quarter of the files that a process may have open on most systems. */
const MAX_IN_FLIGHT = 256;

/** Options of {@linkcode createTransport}; those of a call are the defaults of every call. */
export interface TransportOptions extends CallPolicy {
  /** Sends requests, given a URL and settings as the runtime's own. @default {globalThis.fetch} */
  readonly fetch?: PlatformFetch | undefined;
  /**
   * Whether a cache of the runtime's `fetch`, such as that of Next.js, may answer as it would by itself. Else requests have
   * `cache: "no-cache"`, where the runtime takes it.
   *
   * @default {false}
   */
  readonly fetchCache?: boolean | undefined;
  /** Presented with each request. */
  readonly apiKey?: ApiKey | undefined;
  /**
   * The limits of the service: a tier of the specs, which rate-limit headers replace, or figures of your own, which
   * they can only lower.
   *
   * @default {"Public" without a key, "Registered" with one}
   */
  readonly tier?: Tier | TierLimits | undefined;
  /**
   * Most requests in flight at an API host, since each takes a socket. The others are queued by priority. An integer from
   * 1.
   *
   * @default {256}
   */
  readonly maxInFlight?: number | undefined;
  /** A store of quotas, to share them among processes or tabs. @default {this transport} */
  readonly store?: QuotaStore | undefined;
  /**
   * Deduplicates equal reads: while one is under way, others share its request, unless it went out before the present height
   * was known.
   *
   * @default {true}
   */
  readonly dedupe?: boolean | undefined;
  /** Bounds of the cache of immutable answers; false for none. @default {{}} */
  readonly cache?: CacheOptions | false | undefined;
  /** Told of calls on their way. */
  readonly hooks?: Hooks | undefined;
  /**
   * Whether requests carry the span of their call to the service, in the headers of the propagator that is registered with
   * `@opentelemetry/api`. Without a registered provider of tracers there are no spans.
   *
   * @default {true, except from a page to another origin, which the service has to allow}
   */
  readonly spanHeaders?: boolean | undefined;
  /** Time and timers. @default {the runtime's own} */
  readonly clock?: Clock | undefined;
  /** A number from 0 to 1, for backoff. @default {Math.random} */
  readonly random?: (() => number) | undefined;
}

/** The one place that sends requests: each REST operation and each JSON-RPC call passes here. */
export interface Transport extends Caller {
  /** `call` as a `fetch` function, for other clients. */
  readonly fetch: PlatformFetch;
  /** The budget at an API host, given by its origin; left out, that of the first one that was called. */
  budget(host?: string): Budget;
  /** Counts requests at a host that went out by another way, such as a socket; -1 takes one back. @internal */
  spend(host: string, cost: number): void;
  /** Notes the height of an event, or the highest block that stays in a reorganisation. @internal */
  hear(host: string, segment: string, height: number, isReorg: boolean): void;
  /** Sends calls together. @internal */
  readonly callAll: Calls["callAll"];
  /** Time and timers. @internal */
  readonly clock: Clock;
  /** Numbers from 0 to 1, for backoff. @internal */
  readonly random: () => number;
}

/**
 * Makes a transport. Clients that are given the same one share its rate limit, its cache and its requests under way.
 *
 * A call passes one stage after another, each of them a function from a sender to a sender:
 * `cache(dedupe(retry(join(rateLimit(attempt(fetch))))))`.
 *
 * - **Priority** is the call's, and rises to that of the most urgent caller when others join the call in `dedupe`, which
 *   moves it forward in the request queue of `rateLimit`.
 * - **Deadline**: where the call begins, a timer ends the wait of its caller. Before that, `retry` and `rateLimit` end a
 *   call whose next pause or place in the queue would end after the deadline; in `dedupe` it moves to the latest of its callers.
 * - **Cancellation**: a caller leaves at its deadline or by its signal, and its promise rejects at once. The last caller
 *   of a request to leave cancels it: whatever the call waits for, be it the queue, a pause or an answer, is
 *   stopped and rejects with the reason, through every stage. Else a stage rejects only where a clock or `random` of the
 *   user's throws: all other errors are outcomes.
 *
 * @throws {TypeError | RangeError} If an option is wrong; the message names it.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { createTransport } from "alphadelta/transport";
 *
 * const transport = createTransport({ tier: "Registered", retries: 3 });
 * const endpoints = "http://127.0.0.1:8645";
 * const alpha = createClient("alpha", { endpoints, transport });
 * const delta = createClient("delta", { endpoints, transport }); // both share one rate limit
 * await Promise.all([alpha.getChainInfo(), delta.getChainInfo()]);
 * console.log(transport.budget().second.remaining);
 * ```
 */
export function createTransport(options: TransportOptions = {}): Transport {
  checkNames(ACTION, options, ["apiKey", ...TRANSPORT_OPTIONS]);
  return openTransport(options);
}

/** The same, whatever other options there are: those of a client are among them. */
export function openTransport(options: TransportOptions): Transport {
  requireNode("create a client");
  checkTransportOptions(options);
  const { apiKey, clock = SYSTEM_CLOCK, fetch, hooks, store } = options;
  const { cache: cached = {}, dedupe: dedupes = true, maxInFlight = MAX_IN_FLIGHT } = options;
  const defaults = readPolicy(options);
  const random = options.random ? checkedRandom(options.random) : Math.random;
  const timers = clock === SYSTEM_CLOCK ? reuseTimers() : clock;
  const tier = readTier(options.tier, apiKey !== undefined);
  const limiterOf = createRateLimiters({ ...tier, maxInFlight, clock, random, store });
  const heights = new KnownHeights();
  const answers = cached ? new AnswerCache(cached, heights) : undefined;

  const present = keyPresenter(apiKey);
  const cacheMode = options.fetchCache ? undefined : findCacheMode();
  const checks = { inspect: responseFault, hide: keyHider };
  const parts = { fetch, cacheMode, clock: timers, present, heights, ...checks };
  let send = attempt(parts);
  send = rateLimit(send, limiterOf, timers);
  const tracer = hooks && createTracer(hooks, clock);
  const trace: Tracer = (call) => bothOf(tracer?.(call), callSpan(call, options.spanHeaders));
  send = join(send, { clock: timers, trace });
  send = retry(send, { clock: timers, random });
  if (dedupes) send = dedupe(send, heights);
  if (answers) send = cache(send, answers);
  const calls = createCalls(send, { clock: timers, defaults, trace, heights, check });
  return {
    ...calls,
    fetch: createFetch(calls),
    budget: (host) => limiterOf(host).quota.budget(),
    spend: (host, cost) => limiterOf(host).quota.spend(cost),
    hear: (...event) => heights.hear(...event),
    clock,
    random,
  };
}

function check({ context, method, url }: TransportCall, options: CallOptions): void {
  checkCallOptions(context.operation ?? `${method} ${new URL(url).pathname}`, options);
}

/** Checks what a `fetch` of the user resolved to: by its shape, since it may have a class of its own. */
function responseFault(response: unknown): Error | undefined {
  const { status, text } = (response ?? {}) as Partial<Response>;
  if (typeof status === "number" && typeof text === "function") return undefined;
  return valueError("Cannot use fetch: it must resolve to a Response", response, false);
}

/** A wrong value would become a pause without end, or none. */
function checkedRandom(random: () => number): () => number {
  return () => {
    const value = random();
    if (value >= 0 && value <= 1 && typeof value === "number") return value;
    const message = "Cannot use random: it must return a number from 0 to 1";
    throw valueError(message, value, typeof value === "number");
  };
}

const ACTION = "Cannot create a transport";
const HOOKS = ["onRequest", "onQueue", "onAttempt", "onRetry", "onResponse"] as const;

/** The options of a transport beside the key, which is of a client too. */
const RULES: Rules<Exclude<keyof TransportOptions, "apiKey">> = {
  fetch: FUNCTION,
  fetchCache: BOOLEAN,
  tier: undefined,
  maxInFlight: integerFrom(1),
  store: objectWith("update"),
  dedupe: BOOLEAN,
  cache: ["an object or false", (value) => value === false || isObject(value)],
  hooks: OBJECT,
  spanHeaders: BOOLEAN,
  clock: objectWith("now", "setTimeout", "clearTimeout"),
  random: FUNCTION,
  ...POLICY_RULES,
};

/** Names of the options that a transport alone is made with. */
export const TRANSPORT_OPTIONS = Object.keys(RULES) as (keyof typeof RULES)[];

function checkTransportOptions(options: TransportOptions): void {
  checkKey(options.apiKey);
  checkValues(ACTION, options, RULES);
  for (const name of HOOKS) {
    checkOption(ACTION, `hooks.${name}`, options.hooks?.[name], FUNCTION);
  }
}
