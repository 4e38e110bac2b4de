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
  /** Queues a live event; its frame is made when the client reads. */
  sendLive(frame: () => Uint8Array): void;
  /** Sends a replayed event. */
  sendReplayed(frame: Uint8Array): void;
  /** True while the client has not read everything sent so far. */
  readonly isFull: boolean;
  /** Resolves when the client has read most of the sent bytes, or has disconnected. */
  drained(): Promise<void>;
  /** Called if retention has deleted events that are not sent yet. */
  fellBehind(): void;
}

/** What a subscription is made of. */
export interface ServedSubscriptionParts {
  readonly id: string;
  readonly topic: TopicName;
  /** Returns true if an event of the topic passes the filter, addresses aside. Reorg notices are not filtered. */
  readonly passes: (event: EventDraft) => boolean;
  /** Sequence of the last event that the client has; undefined for a live topic. */
  readonly sequence: number | undefined;
  readonly feed: EventFeed;
  readonly sink: EventSink;
  /** Subject of the client: replays of a subject share turns and the rate limit. */
  readonly subject: string;
  /** Charges a page of the replay. Resolves once the rate limit of the subject allows the page, or on abort. */
  readonly waitForRate: (signal: AbortSignal) => Promise<void>;
}

/** Sequences of the log in one read of a replay. */
const READ_SPAN = 100;

/** Replayed events that cost one request. */
const EVENTS_PER_REQUEST = LIMITS.replayPageEvents;

/** Events of other topics that cost as much as one replayed event. */
const SKIPPED_PER_EVENT = 10;

const NONE: ReadonlySet<string> = new Set();

/**
 * A subscription. It replays the log from its cursor, at the pace of the client and of the rate limit, and switches to the
 * live feed once it has caught up; a new subscription does the same, so that it misses no event. A live topic has no replay.
 */
export class ServedSubscription implements FeedSubscriber {
  readonly topic: TopicName;
  readonly isByAddress: boolean;
  readonly #parts: ServedSubscriptionParts;
  /** True if reorg notices are sent too. */
  readonly #hasNotices: boolean;
  /** Keys of the watched addresses; the index of the topic has each of them. */
  #addresses: readonly string[] = [];
  #addressCount = 0;
  /** Keys that a running change adds to the index or removes from it; in both cases they do not count as watched. */
  #changing = NONE;
  /** Sequence of the newest event that was sent or skipped; Infinity for a live topic. */
  #position: number;
  /** Epoch of `#position`. */
  #epoch: string;
  /** True once the replay has caught up with the feed. */
  #isLive = false;
  #isEnded = false;
  /** Aborts the wait for the rate limit; undefined without a wait. */
  #rateWait: AbortController | undefined;

  /** @param isByAddress True if only events of watched addresses are sent; {@linkcode change} sets the addresses. */
  constructor(parts: ServedSubscriptionParts, isByAddress: boolean) {
    this.#parts = parts;
    this.topic = parts.topic;
    this.isByAddress = isByAddress;
    this.#hasNotices = TOPICS[parts.topic].reorgNotice;
    this.#position = parts.sequence ?? Infinity;
    this.#epoch = parts.feed.log.epoch;
    if (parts.sequence === undefined) parts.feed.attachLive(this);
  }

  /** True once every event up to a sequence was replayed. */
  hasReached(sequence: number): boolean {
    return this.#isLive || this.#position >= sequence;
  }

  /** Replays the log, then attaches to the feed. */
  async run(): Promise<void> {
    const { feed, sink, sequence } = this.#parts;
    this.#isLive = sequence === undefined;
    if (this.#isLive) return;
    const topics = this.#hasNotices ? [this.topic, REORGS] : [this.topic];
    // The first page is part of the cost of the subscribing call.
    let prepaid = EVENTS_PER_REQUEST;
    for (;;) {
      while (prepaid <= 0 && !this.#isEnded) {
        await this.#waitForRate();
        prepaid += EVENTS_PER_REQUEST;
      }
      await this.#waitForTurn();
      if (this.#isEnded) return;
      const place = { epoch: this.#epoch, sequence: this.#position };
      const page = await feed.log.read(this.#position, READ_SPAN, topics);
      this.#epoch = feed.log.epoch;
      const isContinued = await feed.continues(place);
      if (this.#isEnded) return;
      // Events are lost: the log was restored to an earlier state, or retention has deleted the next ones.
      if (!isContinued || page.first > this.#position + 1) return sink.fellBehind();
      const end = Math.max(this.#position, Math.min(this.#position + READ_SPAN, page.last));
      for (const event of page.events) this.#replay(event);
      this.#position = end;
      prepaid -= costOf(page);
      // Synchronous from here on, so that no event is lost between replay and feed.
      if (this.#position >= Math.max(page.last, feed.position)) {
        this.#isLive = true;
        feed.attach(this, this.#position);
        return;
      }
    }
  }

  async #waitForRate(): Promise<void> {
    this.#rateWait = new AbortController();
    await this.#parts.waitForRate(this.#rateWait.signal);
    this.#rateWait = undefined;
  }

  /** Waits for a turn with room in the sink, which other subscriptions of the connection fill too. */
  async #waitForTurn(): Promise<void> {
    const { sink, subject } = this.#parts;
    do {
      await sink.drained();
      await nextTurn(subject);
    } while (sink.isFull && !this.#isEnded);
  }

  /** Ends the subscription at once; its keys leave the index over several turns. */
  end(): void {
    this.#isEnded = true;
    this.#rateWait?.abort();
    this.#parts.feed.detach(this);
    const keys = [...this.#addresses, ...this.#changing];
    this.#addresses = [];
    this.#addressCount = 0;
    void forEachInTurns(keys, (key) => this.#index.remove(key, this));
  }

  /** Number of watched addresses, a running change included, since limits are checked against it. */
  get addressCount(): number {
    return this.#addressCount;
  }

  /** True if an address is watched. */
  watches(key: string): boolean {
    return this.#index.has(key, this) && !this.#changing.has(key);
  }

  /**
   * Changes the watched addresses. The change may take several turns of the event loop, but all addresses change with the
   * same event. The caller runs one change at a time.
   *
   * @param add Addresses that are not watched.
   * @param remove Watched addresses.
   * @returns Sequence of the last event that was matched against the earlier addresses.
   */
  async change(add: ReadonlySet<string>, remove = NONE): Promise<number> {
    this.#addressCount += add.size - remove.size;
    this.#changing = add;
    await forEachInTurns(add, (key) => this.#isEnded || this.#index.add(key, this));
    if (this.#isEnded) return this.#position;
    // No await up to `#changing = remove`: with the same event, added keys begin to count and removed ones cease to.
    const sequence = this.#isLive
      ? Math.max(this.#position, this.#parts.feed.position)
      : this.#position;
    const kept =
      remove.size > 0 ? this.#addresses.filter((key) => !remove.has(key)) : this.#addresses;
    this.#addresses = [...kept, ...add];
    this.#changing = remove;
    await forEachInTurns(remove, (key) => this.#index.remove(key, this));
    this.#changing = NONE;
    return sequence;
  }

  take(frames: EventFrames, isNotice: boolean): void {
    const { sequence } = frames.event;
    // The index has a subscription that still replays, too.
    if (this.#isEnded || !this.#isLive) return;
    if (sequence !== undefined) {
      // An event with two watched addresses arrives twice.
      if (sequence <= this.#position) return;
      this.#position = sequence;
    }
    const { id, passes, sink } = this.#parts;
    if (this.#changing.size > 0 && !isNotice && !this.#isWatched(frames.event)) return;
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
    if (!isNotice && !(passes(event) && this.#isWatched(event))) return;
    sink.sendReplayed(new EventFrames(event, feed.log.epoch).frame(id, isNotice));
  }

  #isWatched(event: EventDraft): boolean {
    return !this.isByAddress || addressKeysOf(event).some((key) => this.watches(key));
  }

  get #index(): AddressIndex<FeedSubscriber> {
    return this.#parts.feed.addressesOf(this.topic);
  }
}

/** Cost of a read, in replayed events: by the number of events, or by their bytes if that is more. */
function costOf({ events }: EventPage): number {
  // Sequences beyond the end of the log count too: a hundredth of a request at most.
  const skipped = READ_SPAN - events.length;
  const requests = events.reduce((sum, { body }) => sum + body.length, 0) / LIMITS.replayPageBytes;
  return Math.max(events.length + skipped / SKIPPED_PER_EVENT, requests * EVENTS_PER_REQUEST);
}
