/**
 * Options of TanStack Query for the calls of a client, whatever the framework: `queryOptions`, `infiniteQueryOptions`, and
 * `invalidateOnBlocks`, which keeps them up to date by events. Nothing of TanStack Query is imported.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { queryOptions } from "alphadelta/query";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const { queryKey } = queryOptions(delta, "getBlock", 7); // useQuery(queryOptions(delta, "getBlock", 7))
 * console.log(queryKey); // [ "alphadelta", "delta", "getBlock", 7 ]
 * ```
 *
 * @module
 */
export * from "./invalidate_on_blocks.ts";
export type * from "./query_client.ts";
export * from "./query_options.ts";
