/** A query of TanStack Query 5, as far as it is read here. */
export interface QueryLike {
  /** Its key. */
  readonly queryKey: readonly unknown[];
  /** Its data. */
  readonly state: { readonly data?: unknown };
}

/** The part of a `QueryClient` of TanStack Query 5 that `invalidateOnBlocks` needs. */
export interface QueryClientLike {
  /** Number of queries that are being fetched. */
  isFetching(filters: QueryFilter): number;
  /** Marks queries as stale, and fetches those anew that something shows; resolves when they are, also if one fails. */
  invalidateQueries(
    filters: QueryFilter,
    options: { readonly cancelRefetch: false },
  ): Promise<void>;
}

/** Queries of a `QueryClient`. */
export interface QueryFilter {
  /** Start of their keys. */
  readonly queryKey?: readonly unknown[];
  /** Only those that it returns true for. */
  readonly predicate: (query: QueryLike) => boolean;
}
