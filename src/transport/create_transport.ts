import { checkKey, keyPresenter } from "./api_key.ts";
import type { Sender } from "./_attempt.ts";
import { type CallOptions, type CallPolicy, checkCallOptions } from "./call_options.ts";
import { SYSTEM_CLOCK } from "./clock.ts";
import { createFetch } from "./create_fetch.ts";
import { Flight, type FullPolicy } from "./_flight.ts";
import type { PlatformFetch } from "./platform_fetch.ts";
import { showValue } from "./show_value.ts";
import type { Transport } from "./transport.ts";
import type { TransportCall } from "./transport_call.ts";
import type { TransportOptions } from "./transport_options.ts";

const DEFAULTS: FullPolicy = {
  timeout: 30_000,
  deadline: Infinity,
  retries: 2,
  priority: "interactive",
};

const NO_OPTIONS: CallOptions = {};

/**
 * Makes a transport. Clients that are given the same one share its allowance, its cache and its requests in flight.
 *
 * @throws {TypeError} If `fetch` is no function, or `apiKey` no key.
 * @throws {RangeError} If an option is out of range.
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const { fetch = platformFetch, apiKey, clock = SYSTEM_CLOCK } = options;
  if (typeof fetch !== "function") {
    throw new TypeError(`Cannot use fetch: expected a function, got ${showValue(fetch)}`);
  }
  checkKey(apiKey);
  checkCallOptions("createTransport", policyOf(options));
  const defaults = withDefaults(policyOf(options), DEFAULTS);
  const sender: Sender = { fetch, clock, present: keyPresenter(apiKey) };

  function call<Value>(what: TransportCall<Value>, given = NO_OPTIONS): Promise<Value> {
    if (given !== NO_OPTIONS) checkCallOptions(nameOf(what), given);
    const policy = given === NO_OPTIONS ? defaults : withDefaults(given, defaults);
    return new Flight(what, sender, policy, () => {}).join(what, given, policy.deadline);
  }
  const transport: Transport = {
    call,
    fetch: (input, init) => createFetch(transport)(input, init),
    budget: () => {
      const none = { limit: Infinity, remaining: Infinity };
      return { second: none, day: { ...none, resetsAt: new Date(0) } };
    },
  };
  return transport;
}

function platformFetch(...args: Parameters<PlatformFetch>): Promise<Response> {
  return globalThis.fetch(...args);
}

function policyOf({ timeout, deadline, retries, priority }: CallPolicy): CallPolicy {
  return { timeout, deadline, retries, priority };
}

function withDefaults(given: CallPolicy, defaults: FullPolicy): FullPolicy {
  const { timeout, deadline, retries, priority } = defaults;
  return {
    timeout: given.timeout ?? timeout,
    deadline: given.deadline ?? deadline,
    retries: given.retries ?? retries,
    priority: given.priority ?? priority,
  };
}

function nameOf({ context, method, url }: TransportCall<unknown>): string {
  return context.operation ?? `${method} ${new URL(url).pathname}`;
}
