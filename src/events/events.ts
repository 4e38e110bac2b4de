/// <reference lib="esnext.disposable" preserve="true" />
import type { Operations } from "../generated/client/operations.gen.ts";
import type { Topics } from "../generated/client/topics.gen.ts";
import type { BlockSummary, ChainStats, Reorg, Transaction } from "../generated/types.gen.ts";
import type { Chain } from "../generated/segments.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { Address } from "../units/mod.ts";
import type { Priority } from "../transport/mod.ts";

/** Topics of chain `C`. */
export type TopicOf<C extends Chain> = {
  [Name in TopicName]: C extends Topics[Name]["chains"] ? Name : never;
}[TopicName];

/** Topics whose filter takes a list of addresses. */
export type AddressTopic = {
  [Name in TopicName]: "addresses" extends keyof Topics[Name]["filter"] ? Name : never;
}[TopicName];

/** Topics that REST has too, so that they can be backfilled and polled. */
export type BackfillTopic = keyof Pick<Topics, "blocks" | "transactions">;

/** Most events that wait for their reader, and the behaviour beyond. */
export interface BufferOptions {
  /** Events that may wait, from 1. @default {1000} */
  readonly size?: number;
  /**
   * `pause`: the subscription ends on the socket and resumes by cursor once half of the buffer is read,
   * `reconnect.base` later at the earliest; nothing is lost. `dropOldest`: the oldest are dropped, and counted; `pending_transactions`, which are live only, have no other.
   * @default {"pause"}
   */
  readonly overflow?: "pause" | "dropOldest";
}

/** Options of a subscription. */
export interface SubscribeOptions {
  /** Ends the subscription; the iterator rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Most events that wait for the reader, and the behaviour beyond. */
  readonly buffer?: BufferOptions | undefined;
  /**
   * The behaviour when the cursor to resume from has expired: the iterator rejects with the
   * `RpcError`, or what is missing is read through REST (blocks and transactions alone). @default {"error"}
   */
  readonly onExpired?: "error" | "backfill" | undefined;
  /**
   * Height of the first block to deliver. Without `after` in the filter everything from there on is read through REST
   * first; with it, this is where a backfill begins. Blocks and transactions alone.
   */
  readonly fromHeight?: number | undefined;
}

/**
 * The state of the connections: of the worst, where there are several.
 *
 * - `idle`: nothing is subscribed to
 * - `connecting`, `open`, `waiting`: as of a subscription; `waiting` also while one waits before any is open
 * - `polling`: there are subscriptions, and none of them is on a WebSocket
 * - `closed`: closed by `close()`
 */
export type EventsState = "idle" | "connecting" | "open" | "waiting" | "polling" | "closed";

/** Subscriptions of one client: many on one socket. */
export interface Events<C extends Chain> {
  /** State of the socket that the subscriptions share. */
  readonly state: EventsState;
  /** Calls a listener with each change of `state`; returns a function that removes it. */
  readonly onState: OnState<EventsState>;
  /**
   * Subscribes to a topic.
   *
   * It never throws: an error rejects from the iterator, and from `ready`. A topic of another chain is a
   * `WrongChainError`, a wrong filter a `TypeError`, a refusal an `RpcError`.
   *
   * @example
   * ```ts
   * import { createClient } from "alphadelta";
   *
   * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
   * for await (const event of delta.events.subscribe("blocks", {}, { fromHeight: 3 })) {
   *   if (event.reorg) console.log("forget blocks from", event.reorg.fromHeight);
   *   else console.log(event.data.number, event.cursor);
   *   if (event.data && event.data.number >= 5) break;
   * }
   * ```
   */
  subscribe<Topic extends TopicOf<C>>(
    topic: Topic,
    filter?: Topics[Topic]["filter"],
    options?: SubscribeOptions,
  ): StreamOf<Topic>;
  /**
   * Subscribes to the transactions that are sent or received by any of the addresses; `add` and `remove` of the stream change
   * these. The same as `subscribe("transactions", filter, options)`.
   *
   * @example
   * ```ts
   * import { createClient } from "alphadelta";
   *
   * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
   * const accounts = (await delta.listTransactions({ limit: 1 })).items.map(({ from }) => from);
   * const activity = delta.events.accountActivity({ addresses: accounts }, { fromHeight: 1 });
   * for await (const { data } of activity) {
   *   if (data === null) continue;
   *   console.log(data.from, data.to, data.value);
   *   await activity.add([data.to]);
   *   break;
   * }
   * ```
   */
  accountActivity(filter: AccountFilter, options?: SubscribeOptions): AddressStream<"transactions">;
  /** Ends every subscription and connection. A second call does nothing. */
  close(): Promise<void>;
  /** Ends every subscription, at the end of `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A reorganisation: the height of the lowest block that was replaced, read through REST where the service does not send
 * it, and the hashes of the newest block before and of the newest that stays.
 */
export type WholeReorg = Reorg & { readonly fromHeight: number };

/** An event with what the topic carries. */
export interface DataEvent<Topic extends TopicName> {
  /** Topic of the subscription. */
  readonly topic: Topic;
  /** Payload of the event; amounts are `bigint`. */
  readonly data: Topic extends keyof Pick<Topics, "reorgs"> ? WholeReorg : Topics[Topic]["data"];
  /** Only in a {@linkcode ReorgEvent}. */
  readonly reorg?: undefined;
  /**
   * Position in the service's log, to resume from with `after`; null for events read through REST (polling, backfill), and of
   * `pending_transactions`, which are live only.
   */
  readonly cursor: string | null;
}

/** A reorganisation in its place among the events: earlier events from `reorg.fromHeight` on no longer hold. */
export interface ReorgEvent<Topic extends TopicName> {
  /** Topic of the subscription. */
  readonly topic: Topic;
  /** Only in a {@linkcode DataEvent}. */
  readonly data: null;
  /** The blocks that were replaced. */
  readonly reorg: WholeReorg;
  /** As of {@linkcode DataEvent}. */
  readonly cursor: string | null;
}

/** An event of a topic; topics of chain data carry a notice where the chain was reorganised. */
export type StreamEvent<Topic extends TopicName> = Topic extends TopicName
  ? DataEvent<Topic> | (Topics[Topic]["reorgNotice"] extends true ? ReorgEvent<Topic> : never)
  : never;

/**
 * The state of a subscription.
 *
 * - `connecting`: a socket is being opened, or the service has not answered the subscription yet
 * - `open`: events come
 * - `waiting`: the connection is lost, REST fails, nothing answered for 4 seconds, the service asked for a pause or the day's
 *   quota is spent; the next attempt follows
 * - `paused`: the buffer is full; it goes on where it stopped once the reader has caught up
 * - `backfilling`: events that the service's log no longer has are read through REST
 * - `polling`: no WebSocket answers, so blocks are read through REST; a WebSocket is tried again now and then
 * - `closed`: it has ended
 */
export type StreamState =
  | "connecting"
  | "open"
  | "waiting"
  | "paused"
  | "backfilling"
  | "polling"
  | "closed";

/** A change of a state. */
export interface StateChange<State extends string> {
  /** The new state. */
  readonly state: State;
  /** The state before. */
  readonly previous: State;
  /** Why, where there is more to say than the state does. */
  readonly reason?: string | undefined;
  /** The error that led to it, such as the `TransportError` of a service that does not answer; attempts go on unless it is `closed`. */
  readonly error?: Error | undefined;
}

/** Adds a listener for changes of a state; returns a function that removes it. */
export type OnState<State extends string> = (
  listener: (change: StateChange<State>) => void,
) => () => void;

/**
 * The events of a subscription, as an async iterator. It is running from the moment it is made.
 *
 * `break`, `return()`, `await using` and the end of a signal end it, and with the last one its socket. One reader: a
 * second loop over it shares its events with the first.
 */
export interface EventStream<Topic extends TopicName> extends AsyncIterableIterator<
  StreamEvent<Topic>,
  undefined,
  undefined
> {
  /** Topic of the subscription. */
  readonly topic: Topic;
  /** State of the subscription. */
  readonly state: StreamState;
  /** Transport of the events. */
  readonly transport: "webSocket" | "polling";
  /**
   * Cursor to resume from: that of the event handed out last, or a later one up to which nothing came; where the
   * subscription began before the first event. Null if there is none.
   */
  readonly cursor: string | null;
  /**
   * Oldest cursor that the service could resume the topic from when it accepted the subscription last: one that is older
   * has expired. Null before that, and of a service that does not tell.
   */
  readonly oldest: string | null;
  /** Events that were dropped, with `overflow: "dropOldest"`. */
  readonly dropped: number;
  /** Resolves once events come (or are polled for); rejects as the iterator does. */
  readonly ready: Promise<void>;
  /** Calls a listener with each change of `state`; returns a function that removes it. */
  readonly onState: OnState<StreamState>;
  /** The next event; done once the subscription has ended. Rejects with what ended it. */
  next(): Promise<IteratorResult<StreamEvent<Topic>, undefined>>;
  /** Ends the subscription. */
  return(): Promise<IteratorResult<StreamEvent<Topic>, undefined>>;
  /** The same stream: it has one reader. */
  [Symbol.asyncIterator](): EventStream<Topic>;
  /** Ends the subscription, at the end of `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A stream whose filter has a list of addresses. */
export interface AddressStream<Topic extends TopicName> extends EventStream<Topic> {
  /** The addresses as they stand; a reconnect subscribes with these. */
  readonly addresses: ReadonlySet<Address>;
  /**
   * Adds addresses; those that it has stay. Resolves once the service matches events against them: no event of theirs is
   * missed from then on. Without a connection, and where blocks are polled, it resolves at once, and they hold from
   * `cursor` on.
   *
   * It rejects with a `TypeError` without `addresses` in the filter, with a `RangeError` beyond 10,000 of them, and with an
   * `RpcError` if the service refuses; nothing is then added.
   */
  add(addresses: readonly Address[]): Promise<void>;
  /**
   * Removes addresses; those that it does not have are ignored. Resolves once the service no longer matches events against
   * them; events from before are still handed out. Rejects as `add` does.
   */
  remove(addresses: readonly Address[]): Promise<void>;
}

/** The stream of a topic. */
export type StreamOf<Topic extends TopicName> = [Topic] extends [AddressTopic]
  ? AddressStream<Topic>
  : EventStream<Topic>;

/** Accounts to follow: what the filter of `transactions` takes, and at least their addresses. */
export type AccountFilter = Omit<Topics["transactions"]["filter"], "address" | "addresses"> & {
  /** Addresses that send or receive, up to 10,000; none to begin with is `[]`. */
  readonly addresses: readonly Address[];
};

/** A page of a list, as the client's lists give it. */
export interface ReadPage<Item> {
  /** Items of the page. */
  readonly items: readonly Item[];
  /** Position in the list, where the service sends it. */
  readonly pagination?: { readonly limit: number; readonly totalItems: number } | undefined;
}

/** Position of a page: its number, from 1, and the items on each page. */
export type PageQuery = Readonly<
  Pick<NonNullable<Operations["listBlocks"]["args"][0]>, "page" | "limit">
>;

/** The direction of a list by height. */
type OrderQuery = Readonly<
  Required<Pick<NonNullable<Operations["listBlocks"]["args"][0]>, "order">>
>;

/** Options of a read. */
export interface ReadOptions {
  /** Ends the read. */
  readonly signal?: AbortSignal;
  /** Priority of the read in the request queue. */
  readonly priority?: Priority;
}

/** Functions of a client that read through REST what events cannot deliver. */
export interface ChainReads {
  /** Lists blocks, in order of their numbers. */
  listBlocks(
    query: PageQuery & OrderQuery,
    options?: ReadOptions,
  ): PromiseLike<ReadPage<BlockSummary>>;
  /** Lists the transactions of a block, in block order. */
  listBlockTransactions(
    number: number,
    query: PageQuery,
    options?: ReadOptions,
  ): PromiseLike<ReadPage<Transaction>>;
  /** Gets a transaction. */
  getTransaction(hash: string, options?: ReadOptions): PromiseLike<Transaction>;
  /** Methods of JSON-RPC: that which names the transactions of a block. */
  readonly rpc: {
    chain_getBlockByNumber(
      number: number,
      options: ReadOptions,
    ): PromiseLike<{ readonly hash: string; readonly transactions: readonly unknown[] } | null>;
  };
  /** Gets figures of the chain, `avgBlockTime` in seconds among them. */
  getChainStats(options?: ReadOptions): PromiseLike<ChainStats>;
}
