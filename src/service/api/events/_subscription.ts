import { LIMITS } from "../../../generated/limits.gen.ts";
import { TOPICS } from "../../../generated/topics.gen.ts";
import type { EventDraft, EventPage, LoggedEvent } from "../../chain/store/mod.ts";
import { forEachInTurns, nextTurn } from "../../turns.ts";
import type { AddressIndex } from "./address_index.ts";
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
  readonly passes: (event: EventDraft) => boolean;
  /** Sequence of the last event that the client has; undefined for a live topic. */
  readonly sequence: number | undefined;
  readonly feed: EventFeed;
  readonly sink: EventSink;
  /** Subject whose replays share turns and the rate limit. */
  readonly subject: string;
  /** Charges a page of the replay, and resolves once the rate of the subject has room for it, or the signal is aborted. */
  readonly waitForRate: (signal: AbortSignal) => Promise<void>;
}

/** Sequences of the log read at once for a replay. */
const STEP = 100;

/** Events of its topics for which one request is charged. */
const PAGE = LIMITS.replayPageEvents;

/** Events of other topics that cost as much as one that is sent. */
const PASSED = 10;

const NONE: ReadonlySet<string> = new Set();

/**
 * One subscription: replays the log from its cursor, as fast as the client reads and the rate of its subject allows, and
 * switches to the live feed once it has caught up. Every subscription but that of a live topic starts this way, so that it
 * misses no event meanwhile.
 */
export class Subscription implements FeedSubscriber {
  readonly topic: TopicName;
  readonly isByAddress: boolean;
  readonly #parts: SubscriptionParts;
  readonly #hasNotices: boolean;
  /** Keys of the addresses that it watches, each under it in the index of the topic. */
  #addresses: readonly string[] = [];
  #addressCount = 0;
  /** Keys that a change under way adds to the index or removes from it; they do not count as watched. */
  #changing = NONE;
  #position: number;
  /** That of the log when `#position` was read. */
  #epoch: string;
  /** True once it has caught up with the feed. */
  #isLive = false;
  #isEnded = false;
  /** Ends the wait for the rate, while there is one. */
  #wait: AbortController | undefined;

  /** @param isByAddress False if it receives events of any address; otherwise {@linkcode change} says of which. */
  constructor(parts: SubscriptionParts, isByAddress: boolean) {
    this.#parts = parts;
    this.topic = parts.topic;
    this.isByAddress = isByAddress;
    this.#hasNotices = TOPICS[parts.topic].reorgNotice;
    this.#position = parts.sequence ?? Infinity;
    this.#epoch = parts.feed.log.epoch;
    if (parts.sequence === undefined) parts.feed.attachLive(this);
  }

  /** False while a replay has yet to come to a sequence. */
  reaches(sequence: number): boolean {
    return this.#isLive || this.#position >= sequence;
  }

  /** Sends events until {@linkcode end}. */
  async run(): Promise<void> {
    const { feed, sink, sequence } = this.#parts;
    this.#isLive = sequence === undefined;
    if (this.#isLive) return;
    const topics = this.#hasNotices ? [this.topic, REORGS] : [this.topic];
    // The call that subscribed has paid for the first page.
    let left = PAGE;
    for (;;) {
      for (; left <= 0 && !this.#isEnded; left += PAGE) await this.#waitForRate();
      await this.#waitForTurn();
      if (this.#isEnded) return;
      const place = { epoch: this.#epoch, sequence: this.#position };
      const page = await feed.log.read(this.#position, STEP, topics);
      this.#epoch = feed.log.epoch;
      const goesOn = await feed.goesOnFrom(place);
      if (this.#isEnded) return;
      if (!goesOn || page.first > this.#position + 1) return sink.fellBehind();
      const end = Math.max(this.#position, Math.min(this.#position + STEP, page.last));
      for (const event of page.events) this.#replay(event);
      this.#position = end;
      left -= weightOf(page);
      // Synchronous from here on, so that no event gets lost between the last replayed and the first live one.
      if (this.#position >= Math.max(page.last, feed.position)) {
        this.#isLive = true;
        feed.attach(this, this.#position);
        return;
      }
    }
  }

  async #waitForRate(): Promise<void> {
    this.#wait = new AbortController();
    await this.#parts.waitForRate(this.#wait.signal);
    this.#wait = undefined;
  }

  /** Others of the same connection may have filled it while this one waited. */
  async #waitForTurn(): Promise<void> {
    const { sink, subject } = this.#parts;
    do {
      await sink.drained();
      await nextTurn(subject);
    } while (sink.isFull && !this.#isEnded);
  }

  end(): void {
    this.#isEnded = true;
    this.#wait?.abort();
    this.#parts.feed.detach(this);
    const keys = [...this.#addresses, ...this.#changing];
    this.#addresses = [];
    this.#addressCount = 0;
    void forEachInTurns(keys, (key) => this.#index.remove(key, this));
  }

  /** Number of addresses that it watches, a change under way included. */
  get addressCount(): number {
    return this.#addressCount;
  }

  /** True if it watches an address. */
  watches(key: string): boolean {
    return this.#index.has(key, this) && !this.#changing.has(key);
  }

  /**
   * Watches other addresses, all of them from one event on, though it takes several turns. There is one change at a time.
   *
   * @param add Addresses that it does not watch, none of them among those to remove.
   * @param remove Addresses that it watches.
   * @returns Sequence of the last event that was matched against those before.
   */
  async change(add: ReadonlySet<string>, remove = NONE): Promise<number> {
    this.#addressCount += add.size - remove.size;
    this.#changing = add;
    await forEachInTurns(add, (key) => this.#isEnded || this.#index.add(key, this));
    if (this.#isEnded) return this.#position;
    // Nothing waits here, so that no event comes between those matched against the addresses before and the others.
    const sequence = this.#isLive
      ? Math.max(this.#position, this.#parts.feed.position)
      : this.#position;
    const stays =
      remove.size > 0 ? this.#addresses.filter((key) => !remove.has(key)) : this.#addresses;
    this.#addresses = [...stays, ...add];
    this.#changing = remove;
    await forEachInTurns(remove, (key) => this.#index.remove(key, this));
    this.#changing = NONE;
    return sequence;
  }

  get #index(): AddressIndex<FeedSubscriber> {
    return this.#parts.feed.addressesOf(this.topic);
  }

  take(frames: EventFrames, isNotice: boolean): void {
    const { sequence } = frames.event;
    // A replaying subscription is called for its addresses too, and twice for an event with two of them.
    if (this.#isEnded || !this.#isLive) return;
    if (sequence !== undefined) {
      if (sequence <= this.#position) return;
      this.#position = sequence;
    }
    const { id, passes, sink } = this.#parts;
    const isOther = this.#changing.size > 0 && !isNotice && !this.#isOfAddresses(frames.event);
    if (isOther) return;
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

  #isOfAddresses(event: EventDraft): boolean {
    return !this.isByAddress || addressKeysOf(event).some((key) => this.watches(key));
  }
}

/** The weight of a page in a step of a replay, in events. */
function weightOf({ events }: EventPage): number {
  const passed = STEP - events.length;
  const bytes = events.reduce((sum, { body }) => sum + body.length, 0);
  return Math.max(events.length + passed / PASSED, (bytes / LIMITS.replayPageBytes) * PAGE);
}
