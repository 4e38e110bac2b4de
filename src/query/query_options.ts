import type { ChainOf, Segment } from "../chains/mod.ts";
import type { AllParams, Client, Prefixes } from "../client/mod.ts";
import type { ListId, Page, PagedList, PageInfo } from "../pagination/mod.ts";
import { cutArguments } from "../rest/internal.ts";
import type { OperationId, Operations } from "../rest/mod.ts";
import type { MethodName, Methods } from "../rpc/mod.ts";
import { didYouMean } from "../validation/mod.ts";
import { callKey, callNames, methodInfo, mutabilityOfQuery, operationInfo } from "./_queries.ts";
import type { QueryLike } from "./query_client.ts";

/** Names of the calls of chain `C`: its REST operations and JSON-RPC methods. */
export type QueryName<C extends string> =
  | { [Id in OperationId]: C extends Operations[Id]["chains"] ? Id : never }[OperationId]
  | { [Name in MethodName]: C extends Methods[Name]["chains"] ? Name : never }[MethodName];

/** Names of the lists of chain `C`. */
export type QueryListName<C extends string> = {
  [Id in ListId]: C extends Operations[Id]["chains"] ? Id : never;
}[ListId];

/** Arguments of a call. */
export type QueryArguments<Name> = Name extends OperationId
  ? Operations[Name]["args"]
  : Name extends MethodName
    ? Prefixes<Methods[Name]["params"], AllParams<Methods[Name]>>
    : never;

/** Data of a query: the result of its call; of a list, one page. */
export type QueryData<Name> = Name extends OperationId
  ? [Operations[Name]["item"]] extends [never]
    ? Operations[Name]["data"]
    : PageData<Operations[Name]["item"]>
  : Name extends MethodName
    ? Methods[Name]["result"]
    : never;

/** A page of a list as plain data. */
export interface PageData<Item> extends Pick<Page<Item>, "items" | "hasNext" | "defaults"> {
  /** Undefined where the service says nothing of the extent of the list. */
  readonly pagination: PageInfo | undefined;
  /** Position behind this page, for the option `resume` of the same list. */
  readonly resumeToken: string;
}

/** A query whatever its data: TypeScript would take a type of the data here for that of the query. */
export interface AnyQuery extends Omit<QueryLike, "state"> {
  /** State of the query. */
  readonly state: object;
}

/** Options of a query, as `useQuery`, `createQuery` and `fetchQuery` of TanStack Query 5 take them. */
export interface QueryOptions<Data> {
  /** `["alphadelta", segment, name, ...args]`, so that a start of it names all queries of a segment or a call. */
  readonly queryKey: readonly unknown[];
  /** Makes the call. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Milliseconds that its data is fresh for: `Infinity` or 0, see {@linkcode queryOptions}. */
  readonly staleTime: (query: AnyQuery) => number;
  /** The client itself retries transient errors. */
  readonly retry: false;
}

/** Options of a list, page after page, as `useInfiniteQuery` and its like take them. */
export interface InfiniteQueryOptions<Item> extends Omit<QueryOptions<PageData<Item>>, "queryFn"> {
  /** Fetches a page. */
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: string | null;
  }) => Promise<PageData<Item>>;
  /** Begins at the first page. */
  readonly initialPageParam: string | null;
  /** Goes on behind a page. */
  readonly getNextPageParam: (page: PageData<Item>) => string | null;
}

/**
 * Options of a query for TanStack Query that makes a call of a client: a REST operation or a JSON-RPC method, by its name and
 * arguments. It is aborted where nothing needs it any more.
 *
 * By the marks of the specs, data that nothing can change, such as a block that is requested by its hash, is fresh for ever.
 * All other data is stale at once: where {@linkcode invalidateOnBlocks} runs, a `staleTime` of `Infinity` fetches it at blocks
 * alone.
 *
 * @param client A client. Clients of one segment have the same keys: they need one `QueryClient` for each service.
 * @throws {TypeError} If there is no such call, or it is a submission or another call that changes something. Wrong
 * arguments reject in the query.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { queryOptions } from "alphadelta/query";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const options = queryOptions(delta, "chain_getBlockByNumber", 7); // useQuery(options), queryClient.fetchQuery(options)
 * console.log((await options.queryFn(new AbortController()))?.hash);
 * ```
 */
export function queryOptions<S extends Segment, Name extends QueryName<ChainOf[S]>>(
  client: Client<S>,
  name: Name,
  ...args: QueryArguments<Name>
): QueryOptions<QueryData<Name>> {
  const read = readOf(client, name, args);
  return {
    ...sharedOptions(callKey(client.segment, name, args)),
    queryFn: async ({ signal }) => (await read({ signal })) as QueryData<Name>,
  };
}

/**
 * Options of a list for TanStack Query, page after page. Items that move to another page while pages are fetched come once.
 *
 * A refetch requests every page that is loaded, one after the other; `maxPages` bounds them.
 *
 * @throws {TypeError} If there is no such list. Wrong arguments reject in the query.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { infiniteQueryOptions } from "alphadelta/query";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const options = infiniteQueryOptions(delta, "listBlocks", { limit: 5 }); // useInfiniteQuery(options)
 * const { signal } = new AbortController();
 * const first = await options.queryFn({ signal, pageParam: null });
 * const second = await options.queryFn({ signal, pageParam: options.getNextPageParam(first) });
 * console.log(second.items[0]?.number);
 * ```
 */
export function infiniteQueryOptions<S extends Segment, Name extends QueryListName<ChainOf[S]>>(
  client: Client<S>,
  name: Name,
  ...args: QueryArguments<Name>
): InfiniteQueryOptions<Operations[Name]["item"]> {
  const read = readOf(client, name, args);
  if (operationInfo(name)?.items === undefined) {
    throw new TypeError(`Cannot query ${name}: it is no list, queryOptions takes it`);
  }
  return {
    // Behind the arguments: an infinite query has data of another shape than the query of a page.
    ...sharedOptions([...callKey(client.segment, name, args), "infinite"]),
    queryFn: ({ signal, pageParam }) =>
      read({ signal, resume: pageParam ?? undefined }) as Promise<PageData<never>>,
    initialPageParam: null,
    getNextPageParam: ({ hasNext, resumeToken }) => (hasNext ? resumeToken : null),
  };
}

function sharedOptions(
  queryKey: readonly unknown[],
): Pick<QueryOptions<never>, "queryKey" | "staleTime" | "retry"> {
  return {
    queryKey,
    staleTime: (query) => (mutabilityOfQuery(query).changedBy === "nothing" ? Infinity : 0),
    retry: false,
  };
}

/** Options that a query gives its call; `resume` to lists alone. */
interface QueryReadOptions {
  readonly signal: AbortSignal;
  readonly resume?: string | undefined;
}

/** A function of a client that takes any arguments. */
type AnyCall = (...args: readonly unknown[]) => unknown;

/**
 * The function that makes a call with options behind its arguments.
 *
 * @throws {TypeError} If there is no such call, or it is not safe to repeat.
 */
function readOf(
  client: { readonly rpc: object },
  name: string,
  args: readonly unknown[],
): (options: QueryReadOptions) => Promise<unknown> {
  const operation = operationInfo(name);
  const info = operation ?? methodInfo(name);
  if (!info?.safe) {
    const unknown = `there is no such operation or method${didYouMean(name, callNames())}`;
    throw new TypeError(`Cannot query ${name}: ${info ? "it is no read" : unknown}`);
  }
  const calls = (operation ? client : client.rpc) as unknown as Readonly<Record<string, AnyCall>>;
  const padded = [...args];
  // Options follow all arguments of an operation.
  if (operation) padded.length = Math.max(padded.length, cutArguments(operation, []).count);
  return async (options) => {
    if (operation?.items === undefined) return calls[name]?.(...padded, options);
    // Without prefetch, since no further page is shown.
    return firstPage(calls[name]?.(...padded, { ...options, prefetch: 0 }) as PagedList<unknown>);
  };
}

async function firstPage(list: PagedList<unknown>): Promise<PageData<unknown> | undefined> {
  for await (const page of list.pages()) {
    const { items, pagination, hasNext, defaults, resumeToken } = page;
    return { items, pagination, hasNext, defaults, resumeToken };
  }
  return undefined;
}
