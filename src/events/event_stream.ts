/// <reference lib="esnext.disposable" preserve="true" />
import type { Reorg } from "../generated/client/types.gen.ts";
import type { Topics } from "../generated/client/topics.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { REORGS } from "./_wire.ts";

/**
 * A reorganisation: the height of the lowest block that was replaced, read through REST where the service does not send
 * it, and the hashes of the newest block before and of the newest that stays.
 */
export type WholeReorg = Reorg & { readonly fromHeight: number };

/** An event with what the topic carries. */
export interface DataEvent<Topic extends TopicName> {
  /** Topic of the subscription. */
  readonly topic: Topic;
  /** What happened; amounts are `bigint`. */
  readonly data: Topic extends typeof REORGS ? WholeReorg : Topics[Topic]["data"];
  /** Only in a {@linkcode ReorgEvent}. */
  readonly reorg?: undefined;
  /** Place in the service's log, to resume from with `after`; null for events read through REST (polling, backfill). */
  readonly cursor: string | null;
}

/** A reorganisation in its place among the events: earlier events from `reorg.fromHeight` on no longer hold. */
export interface ReorgEvent<Topic extends TopicName> {
  /** Topic of the subscription. */
  readonly topic: Topic;
  /** Only in a {@linkcode DataEvent}. */
  readonly data: null;
  /** What was replaced. */
  readonly reorg: WholeReorg;
  /** As of {@linkcode DataEvent}. */
  readonly cursor: string | null;
}

/** An event of a topic; topics of chain data carry a notice where the chain was reorganised. */
export type StreamEvent<Topic extends TopicName> = Topic extends TopicName
  ? DataEvent<Topic> | (Topics[Topic]["reorgNotice"] extends true ? ReorgEvent<Topic> : never)
  : never;

/**
 * How a subscription is doing.
 *
 * - `connecting`: a socket is being opened, or the service has not answered the subscription yet
 * - `open`: events come
 * - `waiting`: the connection is lost, REST fails, the service asked for a pause or the day's quota is spent; the next attempt
 *   comes by itself
 * - `paused`: the buffer is full; it goes on where it stopped once the reader has caught up
 * - `backfilling`: events that the service's log no longer has are read through REST
 * - `polling`: no WebSocket answers, so blocks are asked for through REST; now and then one is tried again
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
  /** What it is from then on. */
  readonly state: State;
  /** What it was before. */
  readonly previous: State;
  /** Why, where there is more to say than the state does. */
  readonly reason?: string | undefined;
}

/** Takes a listener for changes of a state, gives what ends that. */
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
  /** How the subscription is doing. */
  readonly state: StreamState;
  /** What carries the events. */
  readonly transport: "webSocket" | "polling";
  /**
   * Place to go on from: of the event that was handed out last, or a later one up to which nothing came; where the
   * subscription began before that. Null if there is none.
   */
  readonly cursor: string | null;
  /** Events that were dropped, with `overflow: "dropOldest"`. */
  readonly dropped: number;
  /** Resolves once events come (or are polled for); rejects as the iterator does. */
  readonly ready: Promise<void>;
  /** Tells of each change of `state`; returns what ends that. */
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
