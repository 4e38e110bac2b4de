import { TOPICS } from "../../../generated/topics.gen.ts";
import type { LoggedEvent } from "../../chain/store/mod.ts";
import type { AddressIndex } from "./_address_index.ts";
import type { EventFeed, FeedSubscriber } from "./event_feed.ts";
import { EventFrames } from "./event_frames.ts";
import { addressKeysOf, REORGS, type TopicName } from "./topics.ts";

/** Sends the events of subscriptions to their client. */
export interface EventSink {
  /** Sends a live event, which is written out once the client reads. */
  sendLive(frame: () => Uint8Array): void;
  /** Sends a replayed event. */
  sendReplayed(frame: Uint8Array): void;
  /** True while the client has not read everything sent so far. */
  readonly isFull: boolean;
  /** Resolves when the client has read most of the sent bytes, or has disconnected. */
  drained(): Promise<void>;
  /** Called when the log no longer has events that are not sent yet. */
  fellBehind(): void;
}

/** Options of a subscription. */
export interface SubscriptionParts {
  readonly id: string;
  readonly topic: TopicName;
  /** Returns true if an event of the topic passes the filter, whatever its addresses; notices always pass. */
  readonly passes: (event: LoggedEvent) => boolean;
  /** Sequence of the last event that the client has. */
  readonly sequence: number;
  readonly feed: EventFeed;
  readonly sink: EventSink;
}

/** Sequences of the log read at once for a replay. */
const PAGE = 100;

/**
 * One subscription: replays the log from its cursor, as fast as the client reads, and switches to the live feed once it
 * has caught up. Every subscription starts this way, so that it misses no event meanwhile.
 */
export class Subscription implements FeedSubscriber {
  readonly topic: TopicName;
  readonly isByAddress: boolean;
  readonly #parts: SubscriptionParts;
  readonly #hasNotices: boolean;
  /** Keys of the addresses that it watches, each under it in the index of the topic. */
  #addresses: readonly string[];
  #position: number;
  /** True once it has caught up with the feed. */
  #isLive = false;
  #isEnded = false;

  /** @param addresses Keys of the addresses that it watches; undefined if it receives events of any address. */
  constructor(parts: SubscriptionParts, addresses?: readonly string[]) {
    this.#parts = parts;
    this.topic = parts.topic;
    this.isByAddress = addresses !== undefined;
    this.#addresses = addresses ?? [];
    for (const key of this.#addresses) this.#index.add(key, this);
    this.#hasNotices = TOPICS[parts.topic].reorgNotice;
    this.#position = parts.sequence;
  }

  /** Sends events until {@linkcode end}. */
  async run(): Promise<void> {
    const { feed, sink } = this.#parts;
    const topics = this.#hasNotices ? [this.topic, REORGS] : [this.topic];
    for (;;) {
      await this.#waitForTurn();
      if (this.#isEnded) return;
      const page = await feed.log.read(this.#position, PAGE, topics);
      if (this.#isEnded) return;
      if (page.first > this.#position + 1) return sink.fellBehind();
      const end = Math.max(this.#position, Math.min(this.#position + PAGE, page.last));
      for (const event of page.events) this.#replay(event);
      this.#position = end;
      // From here on nothing waits, so that no event comes between the last that was read and the first that is told.
      if (this.#position >= Math.max(page.last, feed.position)) {
        this.#isLive = true;
        feed.attach(this, this.#position);
        return;
      }
    }
  }

  /** Others of the same connection may have filled it while this one waited. */
  async #waitForTurn(): Promise<void> {
    const { feed, sink } = this.#parts;
    do {
      await sink.drained();
      await feed.turn();
    } while (sink.isFull && !this.#isEnded);
  }

  end(): void {
    this.#isEnded = true;
    this.#parts.feed.detach(this);
    for (const key of this.#addresses) this.#index.remove(key, this);
    this.#addresses = [];
  }

  /** Number of addresses that it watches. */
  get addressCount(): number {
    return this.#addresses.length;
  }

  /** True if it watches an address. */
  watches(key: string): boolean {
    return this.#index.has(key, this);
  }

  /**
   * Watches other addresses, from the next event on.
   *
   * @param add Addresses that it does not watch, after those to remove have gone.
   * @param remove Addresses that it watches.
   * @returns Sequence of the last event that was matched against those before.
   */
  change(add: readonly string[], remove: readonly string[]): number {
    const gone = new Set(remove);
    for (const key of gone) this.#index.remove(key, this);
    for (const key of add) this.#index.add(key, this);
    const stays = gone.size > 0 ? this.#addresses.filter((key) => !gone.has(key)) : this.#addresses;
    this.#addresses = [...stays, ...add];
    return this.#isLive ? Math.max(this.#position, this.#parts.feed.position) : this.#position;
  }

  get #index(): AddressIndex<FeedSubscriber> {
    return this.#parts.feed.addressesOf(this.topic);
  }

  take(frames: EventFrames, isNotice: boolean): void {
    const { sequence } = frames.event;
    // One that replays is told of its addresses too; of an event of two of them, it is told twice.
    if (this.#isEnded || !this.#isLive || sequence <= this.#position) return;
    this.#position = sequence;
    const { id, passes, sink } = this.#parts;
    if (isNotice || passes(frames.event)) sink.sendLive(() => frames.frame(id, isNotice));
  }

  fellBehind(): void {
    this.#parts.sink.fellBehind();
  }

  #replay(event: LoggedEvent): void {
    const { topic, sequence } = event;
    this.#position = sequence;
    const isNotice = topic === REORGS && this.#hasNotices;
    if (topic !== this.topic && !isNotice) return;
    const { id, passes, sink, feed } = this.#parts;
    if (!isNotice && !(passes(event) && this.#isOfAddresses(event))) return;
    sink.sendReplayed(new EventFrames(event, feed.log.epoch).frame(id, isNotice));
  }

  #isOfAddresses(event: LoggedEvent): boolean {
    return !this.isByAddress || addressKeysOf(event).some((key) => this.watches(key));
  }
}
