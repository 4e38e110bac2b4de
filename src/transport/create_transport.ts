import { Allowance } from "./_allowance.ts";
import type { Outcome, Sender } from "./_attempt.ts";
import { Cache } from "./_cache.ts";
import { Flight, type FlightParts, type FullPolicy } from "./_flight.ts";
import { checkOptions, readDefaults, readPolicy, readTier } from "./_read_options.ts";
import { Reporter } from "./_reporter.ts";
import type { Answer } from "./answer.ts";
import { keyPresenter } from "./api_key.ts";
import { type CallOptions, checkCallOptions } from "./call_options.ts";
import { SYSTEM_CLOCK } from "./clock.ts";
import { createFetch } from "./create_fetch.ts";
import type { PlatformFetch } from "./platform_fetch.ts";
import type { Transport } from "./transport.ts";
import type { TransportCall } from "./transport_call.ts";
import type { TransportOptions } from "./transport_options.ts";

const NO_OPTIONS: CallOptions = {};

/**
 * Makes a transport. Clients that are given the same one share its allowance, its cache and its requests in flight.
 *
 * A call passes the cache and the requests in flight, which cost nothing, then waits for its turn, is sent, and is read.
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
 * const delta = createClient("delta", { endpoints, transport }); // both use one allowance
 * await Promise.all([alpha.getChainInfo(), delta.getChainInfo()]);
 * console.log(transport.budget().second.remaining);
 * ```
 */
export function createTransport(options: TransportOptions = {}): Transport {
  checkOptions(options);
  const { fetch = platformFetch, apiKey, clock = SYSTEM_CLOCK, random = Math.random } = options;
  const { store, dedupe = true, cache: kept = {}, hooks } = options;
  const tier = readTier(options);
  const defaults = readDefaults(options);
  const sender: Sender = { fetch, clock, present: keyPresenter(apiKey) };
  const reporter = hooks && new Reporter(hooks, clock);
  const cache = kept ? new Cache(kept) : undefined;
  const flights = new Map<string, Flight>();
  const allowances = new Map<string, Allowance>();

  function allowanceOf(host: string): Allowance {
    const known = allowances.get(host);
    if (known) return known;
    const allowance = new Allowance({ ...tier, host, clock, random, store });
    allowances.set(host, allowance);
    return allowance;
  }

  function onEnd(flight: Flight, outcome: Outcome | undefined): void {
    const what = flight.call;
    const { key, context } = what;
    if (key !== undefined && flights.get(key) === flight) flights.delete(key);
    if (!cache || !what.settles || !outcome?.answer || outcome.isError) return;
    const { answer } = outcome;
    const settlement = what.settles(outcome.value);
    cache.offer(key, () => answer, settlement, chainOf(hostOf(what), context.segment));
  }

  function start(what: TransportCall<unknown>, policy: FullPolicy): Flight {
    const allowance = allowanceOf(hostOf(what));
    const parts: FlightParts = { sender, allowance, reporter, random, onEnd };
    return new Flight(what, policy, parts);
  }

  function readCached<Value>(what: TransportCall<Value>, answer: Answer): Promise<Value> {
    const report = reporter?.begin(what);
    const value = what.read(answer, true);
    if (report) reporter?.end(report, { answer, attempts: 0, source: "cache" });
    return Promise.resolve(value);
  }

  function call<Value>(what: TransportCall<Value>, given = NO_OPTIONS): Promise<Value> {
    if (given !== NO_OPTIONS) checkCallOptions(nameOf(what), given);
    const { signal, headers, cache: isSharing = true } = given;
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the signal's own reason
    if (signal?.aborted) return Promise.reject(signal.reason);
    const policy = given === NO_OPTIONS ? defaults : readPolicy(given, defaults);
    const key = what.safe && headers === undefined && isSharing ? what.key : undefined;
    if (key === undefined) return start({ ...what, key }, policy).join(what, given, policy);
    const answer = cache?.get(key);
    if (answer) return readCached(what, answer);
    const shared = dedupe ? flights.get(key) : undefined;
    if (shared?.suits(policy)) return shared.join(what, given, policy);
    const flight = start(what, policy);
    if (dedupe && !shared) flights.set(key, flight);
    return flight.join(what, given, policy);
  }
  const transport: Transport = {
    call,
    fetch: (input, init) => createFetch(transport)(input, init),
    budget(host) {
      const [first = ""] = allowances.keys();
      return allowanceOf(host ?? first).budget();
    },
    spend: (host, cost) => allowanceOf(host).spend(cost),
    clock,
    random,
    dedupes: dedupe,
    keeps: (key) => cache?.has(key) ?? false,
    keep: ({ key, answer, settlement, segment, host }) =>
      cache?.offer(key, answer, settlement, chainOf(host, segment)),
  };
  return transport;
}

function platformFetch(...args: Parameters<PlatformFetch>): Promise<Response> {
  return globalThis.fetch(...args);
}

function hostOf({ host, url }: TransportCall<unknown>): string {
  return host ?? new URL(url).origin;
}

function chainOf(host: string | undefined, segment: string | undefined): string {
  return `${host} ${segment}`;
}

function nameOf({ context, method, url }: TransportCall<unknown>): string {
  return context.operation ?? `${method} ${new URL(url).pathname}`;
}
