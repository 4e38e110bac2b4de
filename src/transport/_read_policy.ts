import type { FullPolicy } from "./_flight.ts";
import type { CallPolicy } from "./call_options.ts";

/** The policy of calls that say nothing, of a transport that does not either. */
export const DEFAULT_POLICY: FullPolicy = {
  timeout: 30_000,
  deadline: Infinity,
  retries: 2,
  priority: "interactive",
};

/** The policy of a call, with defaults filled in. */
export function readPolicy(given: CallPolicy, defaults: FullPolicy): FullPolicy {
  const policy: Record<string, unknown> = { ...defaults };
  for (const name in policy) policy[name] = given[name as keyof CallPolicy] ?? policy[name];
  return policy as never;
}
