/** A query of TanStack Query 5, as far as it is read here. */
export interface QueryLike {
  /** Its key. */
  readonly queryKey: readonly unknown[];
  /** Its key as a string. */
  readonly queryHash: string;
  /** Its data, and whether it is being fetched. */
  readonly state: { readonly data?: unknown; readonly fetchStatus: string };
}

/** The part of a `QueryClient` of TanStack Query 5 that `invalidateOnBlocks` needs. */
export interface QueryClientLike {
  /** Its queries. */
  getQueryCache(): {
    /** The query of a key. */
    get(queryHash: string): QueryLike | undefined;
    /** The queries that pass a filter. */
    findAll(filters: QueryFilter): readonly QueryLike[];
  };
  /** Marks queries as stale. */
  invalidateQueries(filters: QueryFilter & { readonly refetchType: "none" }): Promise<void>;
  /** Fetches queries anew; resolves when they are, also if one fails. */
  refetchQueries(filters: QueryFilter): Promise<void>;
}

/** Queries of a `QueryClient`. */
export interface QueryFilter {
  /** Start of their keys. */
  readonly queryKey?: readonly unknown[];
  /** Only those that something shows. */
  readonly type?: "active";
  /** Only those that it returns true for. */
  readonly predicate: (query: QueryLike) => boolean;
}
