/** A query of TanStack Query 5, as far as it is read here. */
export interface QueryLike {
  /** Its key. */
  readonly queryKey: readonly unknown[];
  /** Its data. */
  readonly state: { readonly data?: unknown };
}

/** A query whose fetch can be waited for. */
export interface FetchingQuery extends QueryLike {
  /** That of its fetch, while there is one. */
  readonly promise?: Promise<unknown> | undefined;
}

/** The part of a `QueryClient` of TanStack Query 5 that `invalidateOnBlocks` needs. */
export interface QueryClientLike {
  /** Its queries. */
  getQueryCache(): QueryCacheLike;
  /** Marks queries as stale, and fetches those anew that something shows; resolves when they are, also if one fails. */
  invalidateQueries(
    filters: QueryFilter,
    options: { readonly cancelRefetch: false },
  ): Promise<void>;
}

/** The queries that a `QueryClient` has. */
export interface QueryCacheLike {
  /** Those that pass a filter. */
  findAll(filters: QueryFilter): readonly FetchingQuery[];
}

/** Queries of a `QueryClient`. */
export interface QueryFilter {
  /** Start of their keys. */
  readonly queryKey?: readonly unknown[];
  /** Only those that are being fetched. */
  readonly fetchStatus?: "fetching";
  /** Only those that it returns true for. */
  readonly predicate: (query: QueryLike) => boolean;
}
