import { isAlphadeltaError } from "../errors/mod.ts";
import type { EventStream } from "../events/mod.ts";
import { RPC_CURSOR_EXPIRED } from "../generated/errors.gen.ts";
import { notify } from "../notify.ts";
import { checkOptions, FUNCTION, integerFrom } from "../validation/mod.ts";
import { mutabilityOfQuery, segmentKey } from "./_queries.ts";
import type { FetchingQuery, QueryClientLike, QueryLike } from "./query_client.ts";

/** The part of a client that {@linkcode invalidateOnBlocks} needs. */
export interface BlockEvents {
  /** Segment of the client. */
  readonly segment: string;
  /** Its subscriptions. */
  readonly events: {
    /** Subscribes to new blocks. */
    subscribe(
      topic: "blocks",
      filter: Record<never, never>,
      options: { readonly signal: AbortSignal },
    ): EventStream<"blocks">;
  };
}

/** Options of {@linkcode invalidateOnBlocks}. */
export interface InvalidateOptions {
  /** Least milliseconds between two times that queries are invalidated. @default {0} */
  readonly every?: number | undefined;
  /**
   * Is told why events ended, such as a refused key. Left out, it is told to `reportError`, where the runtime has that. What it
   * throws is dropped.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Keeps the queries of a client up to date by its events, until the function that it returns is called. A new block
 * invalidates data that it may have changed, a reorganisation also what shows a height that it replaced: TanStack Query fetches
 * what something shows. Nothing is missed across lost connections: when events begin, or could not be resumed, all is
 * invalidated that a block or a reorganisation may have changed.
 *
 * Each block costs a request for each such query that something shows, and for each page of an infinite one; `every`
 * bounds that. A query that is being fetched when a block comes is not cancelled, and is fetched once more afterwards.
 *
 * @returns Ends it; right as the return value of an effect.
 * @throws {TypeError | RangeError} If an option is wrong.
 *
 * @example
 * ```ts
 * import { QueryClient } from "@tanstack/react-query";
 * import { createClient } from "alphadelta";
 * import { invalidateOnBlocks } from "alphadelta/query";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const stop = invalidateOnBlocks(new QueryClient(), delta, { every: 5_000 });
 * setTimeout(stop, 1_000); // useEffect(() => invalidateOnBlocks(queryClient, delta), [queryClient])
 * ```
 */
export function invalidateOnBlocks(
  queryClient: QueryClientLike,
  client: BlockEvents,
  options: InvalidateOptions = {},
): () => void {
  const action = "Cannot invalidate on blocks";
  checkOptions(action, options, { every: integerFrom(0), onError: FUNCTION });
  const { every = 0, onError } = options;
  const stop = new AbortController();
  const { signal } = stop;
  const invalidate = createInvalidation(queryClient, client.segment, every, signal);

  /** Ends with the subscription, also where the client is closed. */
  async function follow(): Promise<void> {
    const events = client.events.subscribe("blocks", {}, { signal });
    await events.ready;
    // Blocks may have come, or have been replaced, before events began.
    invalidate(0);
    try {
      for await (const { reorg } of events) invalidate(reorg?.fromHeight);
    } catch (error) {
      if (!isAlphadeltaError(error, "RpcError") || error.code !== RPC_CURSOR_EXPIRED) throw error;
      await follow();
    }
  }

  follow().catch((error: unknown) => {
    if (signal.aborted) return;
    if (onError) notify(() => onError(error));
    else globalThis.reportError?.(error);
  });
  return () => stop.abort();
}

/**
 * Makes the function that invalidates what a block may have changed, once for all that come within `every` milliseconds.
 *
 * @returns Its argument is the lowest height that was replaced; left out for a new block.
 */
function createInvalidation(
  queryClient: QueryClientLike,
  segment: string,
  every: number,
  signal: AbortSignal,
): (reorgHeight?: number) => void {
  /** Lowest height that was replaced: infinite where a block came and none was, undefined where no block came. */
  let lowest: number | undefined;
  let nextAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(timer));
  /** Queries whose fetch began before a block, while it goes on; once it has ended, their data may predate the block. */
  const underWay = new Set<QueryLike>();
  const outdated = new Set<QueryLike>();

  function run(): void {
    const [reorgHeight, late] = [lowest, new Set(outdated)];
    lowest = timer = undefined;
    outdated.clear();
    nextAt = Date.now() + every;
    const predicate = (query: QueryLike): boolean =>
      late.has(query) || (reorgHeight !== undefined && mayHaveChanged(query, reorgHeight));
    const filters = { queryKey: segmentKey(segment), predicate };
    const fetching = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
    void queryClient.invalidateQueries(filters, { cancelRefetch: false });
    for (const query of fetching) if (!underWay.has(query)) void invalidateAfterFetch(query);
  }

  async function invalidateAfterFetch(query: FetchingQuery): Promise<void> {
    underWay.add(query);
    await Promise.allSettled([query.promise]);
    underWay.delete(query);
    outdated.add(query);
    schedule();
  }

  function schedule(): void {
    if (!signal.aborted) timer ??= setTimeout(run, Math.max(0, nextAt - Date.now()));
  }

  function invalidate(reorgHeight = Infinity): void {
    lowest = Math.min(lowest ?? Infinity, reorgHeight);
    schedule();
  }
  return invalidate;
}

function mayHaveChanged(query: QueryLike, reorgHeight: number): boolean {
  const { changedBy, height = 0 } = mutabilityOfQuery(query);
  return changedBy === "anything" || (changedBy === "reorganisation" && height >= reorgHeight);
}
