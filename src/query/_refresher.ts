import { SYSTEM_CLOCK, sleep } from "../transport/internal.ts";
import { mutabilityOfQuery, segmentKey } from "./_queries.ts";
import type { QueryClientLike, QueryLike } from "./query_client.ts";

/** Marks as stale what a block or a reorganisation may have changed, and fetches anew what something shows of it. */
type Refresh = (reorgHeight?: number) => void;

/**
 * Makes the function that refreshes the queries of a segment. A query is fetched once at a time: where more happens meanwhile, it
 * is fetched once more afterwards, so that blocks which come faster than answers do not cancel them for ever.
 *
 * @param every Least milliseconds between two fetches of a query.
 * @returns Its argument is the lowest height that was replaced; left out for a new block.
 */
export function createRefresher(
  queryClient: QueryClientLike,
  segment: string,
  every: number,
  signal: AbortSignal,
): Refresh {
  const queryKey = segmentKey(segment);
  /** Queries that are being fetched, and whether they may have changed since. */
  const fetching = new Map<QueryLike, boolean>();

  async function fetch(query: QueryLike): Promise<void> {
    const isFetching = fetching.has(query);
    // TanStack Query does not begin a first fetch anew, so its answer may be of before the block.
    const { data, fetchStatus } = query.state;
    fetching.set(query, isFetching || (data === undefined && fetchStatus === "fetching"));
    if (isFetching) return;
    await refetch(query);
    while (fetching.get(query) && !signal.aborted) {
      fetching.set(query, false);
      await refetch(query);
    }
    fetching.delete(query);
  }

  async function refetch(query: QueryLike): Promise<void> {
    const pause = every > 0 ? sleep(every, SYSTEM_CLOCK, signal).catch(() => undefined) : undefined;
    await queryClient.refetchQueries({ type: "active", predicate: (one) => one === query });
    await pause;
  }

  return (reorgHeight = Infinity) => {
    const predicate = (query: QueryLike): boolean => mayHaveChanged(query, reorgHeight);
    void queryClient.invalidateQueries({ queryKey, predicate, refetchType: "none" });
    const shown = { queryKey, predicate, type: "active" } as const;
    for (const query of queryClient.getQueryCache().findAll(shown)) void fetch(query);
  };
}

function mayHaveChanged(query: QueryLike, reorgHeight: number): boolean {
  const { changedBy, height = 0 } = mutabilityOfQuery(query);
  return changedBy === "anything" || (changedBy === "reorganisation" && height >= reorgHeight);
}
