import { API_KEY_HEADER } from "../generated/limits.gen.ts";
import type { Outcome } from "./_attempt.ts";
import { Flight } from "./_flight.ts";
import { hideTexts } from "./_hide_texts.ts";
import { platformFetch } from "./_platform_fetch.ts";
import { presentHeader } from "./_present_header.ts";
import { DEFAULT_POLICY, readPolicy } from "./_read_policy.ts";
import type { CallPolicy } from "./call_options.ts";
import type { Caller } from "./caller.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import type { PlatformFetch } from "./platform_fetch.ts";
import type { TransportCall } from "./transport_call.ts";

/** Options of {@linkcode createCaller}; those of a call are the defaults of every call. */
export interface CallerOptions extends CallPolicy {
  /** What sends requests, given a URL and settings as the runtime's own. @default {globalThis.fetch} */
  readonly fetch?: PlatformFetch | undefined;
  /** Presented with each request, in the header `X-API-Key` (decided). */
  readonly apiKey?: string | undefined;
  /** Time and timers. @default {the runtime's own} */
  readonly clock?: Clock | undefined;
  /** A number from 0 to 1, for the pauses between requests of a call. @default {Math.random} */
  readonly random?: (() => number) | undefined;
}

/**
 * Makes what sends calls in programs that are to be small: with timeouts, aborts, deadlines, and retries of what is safe
 * to repeat as the service asks for them. It keeps no allowance, shares no requests, caches nothing and tells no hooks: what
 * `createTransport` makes does.
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
  const { apiKey, clock = SYSTEM_CLOCK, fetch = platformFetch } = options;
  const { random = Math.random } = options;
  const defaults = readPolicy(options, DEFAULT_POLICY);
  const present = apiKey === undefined ? undefined : presentHeader(API_KEY_HEADER, apiKey);
  function hide(error: unknown, { url }: TransportCall<unknown>): void {
    hideTexts(error, [apiKey ?? "", new URL(url).search]);
  }
  const parts = { sender: { fetch, clock, present, hide }, random };
  return {
    call(what, given = {}) {
      const { signal } = given;
      const policy = readPolicy(given, defaults);
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        function onEnd({ isError, error, value }: Outcome): void {
          release?.();
          if (isError) reject(error);
          else resolve(value as never);
        }
        const flight = new Flight(what, policy, parts, onEnd);
        function onLeave(reason: unknown): void {
          onEnd({ isError: true, error: reason });
          flight.giveUp(reason);
        }
        const release = flight.watch(onLeave, signal, policy.deadline);
        flight.run();
      });
    },
  };
}
