import { isRpcError } from "../errors/mod.ts";
import type { EventStream } from "../events/mod.ts";
import { RPC_CURSOR_EXPIRED } from "../generated/errors.gen.ts";
import { notify } from "../notify.ts";
import { checkOptions, FUNCTION, integerFrom } from "../validation/mod.ts";
import { addLiveQueries } from "./_live_queries.ts";
import { createRefresher } from "./_refresher.ts";
import type { QueryClientLike } from "./query_client.ts";

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
  /** Least milliseconds between two fetches of a query that blocks cause. @default {0} */
  readonly every?: number | undefined;
  /**
   * Is told why events ended, such as a refused key. The queries are then as without `invalidateOnBlocks`: stale at once. Left
   * out, it is told to `reportError`, where the runtime has that. What it throws is dropped.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Keeps the queries of a client up to date by its events, until the function that it returns is called. A new block makes
 * data stale that it may have changed, a reorganisation also what shows a height that it replaced; what something shows is
 * fetched anew. Nothing is missed across lost connections: when events begin, or could not be resumed, all is fetched anew that
 * a block or a reorganisation may have changed.
 *
 * Each block costs a request for each such query that something shows, and for each page of an infinite one; `every`
 * bounds that. A query that is still being fetched when the next block comes is fetched once more afterwards.
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
  const refresh = createRefresher(queryClient, client.segment, every, signal);
  let stream: EventStream<"blocks"> | undefined;
  const removeLive = addLiveQueries(client, {
    isLive: () => stream?.state === "open" || stream?.state === "polling",
    holds: (query) => queryClient.getQueryCache().get(query.queryHash) === query,
  });

  /** Ends with the subscription, also where the client is closed. */
  async function follow(): Promise<void> {
    const events = client.events.subscribe("blocks", {}, { signal });
    await events.ready;
    // Blocks may have come, or have been replaced, before events began.
    refresh(0);
    stream = events;
    try {
      for await (const { reorg } of events) refresh(reorg?.fromHeight);
    } catch (error) {
      if (!isRpcError(error) || error.code !== RPC_CURSOR_EXPIRED) throw error;
      await follow();
    }
  }

  follow()
    .catch((error: unknown) => {
      if (signal.aborted) return;
      if (onError) notify(() => onError(error));
      else globalThis.reportError?.(error);
    })
    .finally(removeLive);
  return () => {
    stop.abort();
    removeLive();
  };
}
