/// <reference lib="esnext.disposable" preserve="true" />
import type { Chain } from "../generated/segments.gen.ts";
import type { Topics } from "../generated/client/topics.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { EventStream, OnState } from "./event_stream.ts";

/** Topics of chain `C`. */
export type TopicOf<C extends Chain> = {
  [Name in TopicName]: C extends Topics[Name]["chains"] ? Name : never;
}[TopicName];

/** Topics that REST has too, so that they can be backfilled and polled. */
export type BackfillTopic = KnownTopic<"blocks" | "transactions">;

/** Names that the specs have, all of them. */
type KnownTopic<Name extends TopicName> = Name;

/** How many events wait for their reader, and what happens beyond. */
export interface BufferOptions {
  /** Events that may wait, from 1. @default {1000} */
  readonly size?: number;
  /**
   * `pause`: the subscription ends on the socket and resumes by cursor once half of the buffer is read; nothing is
   * lost. `dropOldest`: the oldest are dropped, and counted. @default {"pause"}
   */
  readonly overflow?: "pause" | "dropOldest";
}

/** Options of a subscription. */
export interface SubscribeOptions {
  /** Ends the subscription; the iterator rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How many events wait for the reader, and what happens beyond. */
  readonly buffer?: BufferOptions | undefined;
  /**
   * What happens when the service's log has forgotten the place to resume from: the iterator rejects with the
   * `RpcError`, or what is missing is read through REST (blocks and transactions alone). @default {"error"}
   */
  readonly onExpired?: "error" | "backfill" | undefined;
  /**
   * Height of the first block to tell of. Without `after` in the filter everything from there on is read through REST
   * first; with it, this is where a backfill begins. Blocks and transactions alone.
   */
  readonly fromHeight?: number | undefined;
}

/**
 * How the connections are doing: the worst of them, where there are several.
 *
 * - `idle`: nothing is subscribed to
 * - `connecting`, `open`, `waiting`: as of a subscription
 * - `polling`: there are subscriptions, and none of them is on a WebSocket
 * - `closed`: closed by `close()`
 */
export type EventsState = "idle" | "connecting" | "open" | "waiting" | "polling" | "closed";

/** Subscriptions of one client: many on one socket. */
export interface Events<C extends Chain> {
  /** How the socket that the subscriptions share is doing. */
  readonly state: EventsState;
  /** Tells of each change of `state`; returns what ends that. */
  readonly onState: OnState<EventsState>;
  /**
   * Subscribes to a topic.
   *
   * It never throws: what is wrong rejects from the iterator, and from `ready`. A topic of another chain is a
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
  ): EventStream<Topic>;
  /** Ends every subscription and connection. A second call does nothing. */
  close(): Promise<void>;
  /** Ends every subscription, at the end of `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
