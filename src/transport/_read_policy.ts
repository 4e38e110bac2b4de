import type { FullPolicy } from "./_flight.ts";
import { type CallOptions, type CallPolicy, checkCallOptions } from "./call_options.ts";
import type { TransportCall } from "./transport_call.ts";

/** The policy of calls that say nothing, of a transport that does not either. */
export const DEFAULT_POLICY: FullPolicy = {
  timeout: 30_000,
  deadline: Infinity,
  retries: 2,
  priority: "interactive",
};

/** The policy of a call, with defaults filled in. */
export function readPolicy(given: CallPolicy, defaults: FullPolicy): FullPolicy {
  return {
    timeout: given.timeout ?? defaults.timeout,
    deadline: given.deadline ?? defaults.deadline,
    retries: given.retries ?? defaults.retries,
    priority: given.priority ?? defaults.priority,
  };
}

/**
 * The same of a call whose options are not checked yet.
 *
 * @throws {TypeError | RangeError} If one is wrong.
 */
export function policyOf(
  { context, method, url }: TransportCall<unknown>,
  given: CallOptions | undefined,
  defaults: FullPolicy,
): FullPolicy {
  if (given === undefined) return defaults;
  checkCallOptions(context.operation ?? `${method} ${new URL(url).pathname}`, given);
  return readPolicy(given, defaults);
}
