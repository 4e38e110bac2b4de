import type { QueryLike } from "./query_client.ts";

/** Queries that every block and reorganisation invalidates. */
interface LiveQueries {
  /** True while they are. */
  isLive(): boolean;
  /** True for a query that is one of them. */
  holds(query: Pick<QueryLike, "queryHash">): boolean;
}

/** The live queries of each client. */
const LIVE = /* @__PURE__ */ new WeakMap<object, Set<LiveQueries>>();

/** Adds live queries of a client; returns a function that removes them. */
export function addLiveQueries(client: object, queries: LiveQueries): () => void {
  let known = LIVE.get(client);
  if (!known) LIVE.set(client, (known = new Set()));
  known.add(queries);
  return () => known.delete(queries);
}

/** Tells whether every block invalidates a query of a client now. */
export function isLiveQuery(client: object, query: Pick<QueryLike, "queryHash">): boolean {
  for (const queries of LIVE.get(client) ?? []) {
    if (queries.isLive() && queries.holds(query)) return true;
  }
  return false;
}
