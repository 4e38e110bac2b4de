import type { Outcome, Sender } from "./_attempt.ts";
import type { Cache } from "./_cache.ts";
import type { FullPolicy } from "./_flight.ts";
import { hideKey } from "./_hide_key.ts";
import { inspectResponse } from "./_inspect_response.ts";
import { InFlight } from "./_in_flight.ts";
import type { Pacer } from "./_pacer.ts";
import { platformFetch } from "./_platform_fetch.ts";
import { DEFAULT_POLICY, readPolicy } from "./_read_policy.ts";
import type { Reporter } from "./_reporter.ts";
import { SharedFlight, type SharedParts } from "./_shared_flight.ts";
import { thriftyClock } from "./_thrifty_clock.ts";
import type { Answer } from "./answer.ts";
import { keyPresenter } from "./api_key.ts";
import { type CallOptions, checkCallOptions } from "./call_options.ts";
import type { Caller } from "./caller.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { settlementOf } from "./settlement_of.ts";
import type { TransportCall } from "./transport_call.ts";
import type { TransportOptions } from "./transport_options.ts";

/** What a transport is put together from. */
export interface SharingParts {
  readonly pacer: Pacer;
  readonly cache: Cache | undefined;
  readonly reporter: Reporter | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly dedupe: boolean;
}

const NO_OPTIONS: CallOptions = {};

/** Makes what sends the calls of a transport: from the cache, in a request that is out already, or in one of their own. */
export function sharingCall(
  options: TransportOptions,
  { pacer, cache, reporter, clock, random, dedupe }: SharingParts,
): Caller["call"] {
  const { fetch = platformFetch, apiKey } = options;
  const defaults = readPolicy(options, DEFAULT_POLICY);
  const timers = clock === SYSTEM_CLOCK ? thriftyClock() : clock;
  const present = keyPresenter(apiKey);
  const sender: Sender = { fetch, clock: timers, present, hide: hideKey, inspect: inspectResponse };
  const flights = new InFlight();
  const known = new Map<string, SharedParts>();

  function onOver(flight: SharedFlight, outcome: Outcome | undefined): void {
    const { call: what, key } = flight;
    if (key !== undefined) flights.remove(flight);
    const { height, args = [], context } = what;
    if (!cache || !height || !outcome?.answer || outcome.isError) return;
    const { answer, value } = outcome;
    const settlement = settlementOf(height, args, value);
    cache.offer(key, () => answer, settlement, chainOf(hostOf(what), context.segment));
  }

  function partsAt(host: string): SharedParts {
    const same = known.get(host);
    if (same) return same;
    const parts = { sender, allowance: pacer.at(host), reporter, random, onOver };
    known.set(host, parts);
    return parts;
  }

  function start(
    what: TransportCall<unknown>,
    key: string | undefined,
    policy: FullPolicy,
  ): SharedFlight {
    return new SharedFlight(what, key, policy, partsAt(hostOf(what)));
  }

  function readCached<Value>(what: TransportCall<Value>, answer: Answer): Promise<Value> {
    const report = reporter?.begin(what);
    const value = what.read(answer, true);
    if (report) reporter?.end(report, { answer, attempts: 0, source: "cache" });
    return Promise.resolve(value);
  }

  return (what, given) => {
    const policy = policyOf(what, given, defaults);
    const { signal, headers, cache: isSharing = true } = given ?? NO_OPTIONS;
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the signal's own reason
    if (signal?.aborted) return Promise.reject(signal.reason);
    const key = what.safe && headers === undefined && isSharing ? what.key : undefined;
    if (key === undefined) return start(what, key, policy).join(what, signal, policy);
    const answer = cache?.get(key);
    if (answer) return readCached(what, answer);
    const shared = dedupe ? flights.find(key) : undefined;
    if (shared?.suits(policy)) return shared.join(what, signal, policy);
    const flight = start(what, key, policy);
    if (dedupe && !shared) flights.add(key, flight);
    return flight.join(what, signal, policy);
  };
}

function hostOf({ host, url }: TransportCall<unknown>): string {
  return host ?? new URL(url).origin;
}

/** What tells a chain from others. */
export function chainOf(host: string | undefined, segment: string | undefined): string {
  return `${host} ${segment}`;
}

/**
 * The same of a call whose options are not checked yet.
 *
 * @throws {TypeError | RangeError} If one is wrong.
 */
function policyOf(
  { context, method, url }: TransportCall<unknown>,
  given: CallOptions | undefined,
  defaults: FullPolicy,
): FullPolicy {
  if (given === undefined) return defaults;
  checkCallOptions(context.operation ?? `${method} ${new URL(url).pathname}`, given);
  return readPolicy(given, defaults);
}
