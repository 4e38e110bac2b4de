import { COSTS, LIMITS } from "./generated/limits.gen.ts";
import type { ListPath } from "./tables.ts";

/**
 * Requests that a call counts as (extension): one, and one more for each 100 items of the lists that its `x-cost` names.
 * Clients and the service count alike.
 *
 * @param params Parameters by position, valid or not.
 */
export function requestsOf(method: string, params: unknown): number {
  const lists = Object.hasOwn(COSTS, method) ? COSTS[method] : undefined;
  if (!lists) return 1;
  let items = 0;
  for (const path of lists) items += lengthAt(params, path);
  return 1 + Math.floor(items / LIMITS.itemsPerRequest);
}

function lengthAt(params: unknown, path: ListPath): number {
  let value = params;
  for (const key of path)
    value = (value as Readonly<Record<string, unknown>> | null)?.[String(key)];
  return Array.isArray(value) ? value.length : 0;
}
