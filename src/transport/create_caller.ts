import { API_KEY_HEADER } from "../generated/limits.gen.ts";
import { requireNode } from "../node_floor.ts";
import { createCalls } from "./create_calls.ts";
import { retry } from "./_retry.ts";
import { headerFault, type Outgoing, presentHeader } from "./api_key.ts";
import { attempt, type PlatformFetch } from "./attempt.ts";
import { findCacheMode } from "./_cache_mode.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { type Hide, hideTexts } from "./_redact_error.ts";
import { type CallPolicy, type Caller, readPolicy } from "./transport_call.ts";

/** Options of {@linkcode createCaller}; those of a call are the defaults of every call. */
export interface CallerOptions extends CallPolicy {
  /** Sends requests, given a URL and settings as the runtime's own. @default {globalThis.fetch} */
  readonly fetch?: PlatformFetch | undefined;
  /**
   * Whether a cache of the runtime's `fetch`, such as that of Next.js, may answer as it would by itself. Else requests have
   * `cache: "no-cache"`, where the runtime takes it.
   *
   * @default {false}
   */
  readonly fetchCache?: boolean | undefined;
  /** Presented with each request, in the header `X-API-Key`. */
  readonly apiKey?: string | undefined;
  /** Time and timers. @default {the runtime's own} */
  readonly clock?: Clock | undefined;
  /** A number from 0 to 1, for the pauses between requests of a call. @default {Math.random} */
  readonly random?: (() => number) | undefined;
}

/**
 * Makes a small transport, for programs that are to be small: with timeouts, aborts, deadlines, and retries of calls that
 * are safe to repeat. It is `retry(attempt(fetch))` of the stages of {@linkcode createTransport}: it has no rate
 * limit and no bound on requests in flight, deduplicates and caches nothing, and has no hooks.
 *
 * @throws {TypeError} If `apiKey` cannot stand in a header. Other options are not checked: their types say what they are.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { createRestOf, getBlock } from "alphadelta/rest";
 * import { createCaller } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const rest = createRestOf("delta", endpoints, createCaller({ timeout: 5_000 }), { getBlock });
 * console.log((await rest.call("getBlock", [7])).hash);
 * ```
 */
export function createCaller(options: CallerOptions = {}): Caller {
  requireNode("create a caller");
  const { apiKey, clock = SYSTEM_CLOCK, fetch, random = Math.random } = options;
  const cacheMode = options.fetchCache ? undefined : findCacheMode();
  const fault = apiKey === undefined ? undefined : headerFault(API_KEY_HEADER, apiKey);
  if (fault) throw new TypeError(`Cannot use apiKey: ${fault}`);
  const present = apiKey === undefined ? undefined : presentHeader(API_KEY_HEADER, apiKey);
  const hide = (_: Outgoing, { target }: Outgoing): Hide =>
    hideTexts([apiKey ?? "", new URL(target as string).search]);
  const send = retry(attempt({ fetch, cacheMode, clock, present, hide }), { clock, random });
  return createCalls(send, { clock, defaults: readPolicy(options) });
}
