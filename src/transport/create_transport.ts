import { Cache } from "./_cache.ts";
import { checkOptions } from "./_check_options.ts";
import { Pacer } from "./_pacer.ts";
import { DEFAULT_POLICY } from "./_read_policy.ts";
import { Reporter } from "./_reporter.ts";
import { chainOf, sharingCall } from "./_sharing_call.ts";
import { SYSTEM_CLOCK } from "./clock.ts";
import { createFetch } from "./create_fetch.ts";
import type { Transport } from "./transport.ts";
import type { TransportOptions } from "./transport_options.ts";

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
  const { clock = SYSTEM_CLOCK, random = Math.random, dedupe = true } = options;
  const { cache: kept = {}, hooks } = options;
  const pacer = new Pacer(options);
  const cache = kept ? new Cache(kept) : undefined;
  const reporter = hooks && new Reporter(hooks, clock);
  const call = sharingCall(options, { pacer, cache, reporter, clock, random, dedupe });
  const fetch = createFetch({ call });
  return {
    call,
    fetch: (input, init) => fetch(input, init),
    budget: (host) => pacer.budget(host),
    spend: (host, cost) => pacer.at(host).spend(cost),
    clock,
    random,
    deadline: options.deadline ?? DEFAULT_POLICY.deadline,
    dedupes: dedupe,
    keeps: (key) => cache?.has(key) ?? false,
    keep: ({ key, answer, settlement, segment, host }) =>
      cache?.offer(key, answer, settlement, chainOf(host, segment)),
  };
}
