import { TOPICS } from "../../../generated/topics.gen.ts";
import {
  type EventDraft,
  type EventLog,
  type EventPage,
  type LoggedEvent,
} from "../../chain/store/mod.ts";
import { turn } from "../../turns.ts";
import { AddressIndex } from "./address_index.ts";
import { EventFrames, type Place, reaches } from "./event_frames.ts";
import { addressKeysOf, REORGS, type TopicName } from "./topics.ts";

/**
 * Receives the events of a topic, and its reorg notices. A subscriber by address receives only the events of its addresses.
 */
export interface FeedSubscriber {
  readonly topic: TopicName;
  /** True for a subscriber by address, which receives an event twice that has two of its addresses. */
  readonly isByAddress: boolean;
  /** Receives an event; must not throw. */
  take(frames: EventFrames, isNotice: boolean): void;
  /** Called if retention has deleted events that are not sent yet. */
  fellBehind(): void;
}

interface EventFeedOptions {
  readonly log: EventLog;
  /** Called when the log cannot be read; the feed retries on the next {@linkcode EventFeed.wake}. */
  readonly onError: (error: unknown) => void;
  /** Starts the events of live topics; resolves once further ones are sent. */
  readonly beginLive?: (() => Promise<void>) | undefined;
  /** Throws the refusal of a topic that has no events at present. */
  readonly expectEvents?: ((topic: TopicName) => void) | undefined;
}

/** Sequences of the log in one read. */
const PAGE = 500;

interface TopicSubscribers {
  readonly all: Set<FeedSubscriber>;
  /** Subscribers that receive every event. */
  readonly open: Set<FeedSubscriber>;
  /** Subscribers by address, those that still replay included. */
  readonly index: AddressIndex<FeedSubscriber>;
}

/**
 * Sends the new events of a chain's log to subscribers, in order and each once. Live and replayed events agree, since both
 * are read from the log.
 */
export class EventFeed {
  readonly log: EventLog;
  readonly beginLive: () => Promise<void>;
  readonly expectEvents: (topic: TopicName) => void;
  readonly #onError: (error: unknown) => void;
  readonly #subscribers = new Map<TopicName, TopicSubscribers>();
  #attached = 0;
  #position = 0;
  /** Epoch of `#position`. */
  #epoch = "";
  #isReading = false;
  #isStale = false;

  constructor({
    log,
    onError,
    beginLive = async () => undefined,
    expectEvents = () => undefined,
  }: EventFeedOptions) {
    this.log = log;
    this.beginLive = beginLive;
    this.expectEvents = expectEvents;
    this.#onError = onError;
  }

  /** Sequence of the last event sent to all subscribers. */
  get position(): number {
    return this.#attached > 0 ? this.#position : 0;
  }

  /** Sends new events of the log; call it after every write. Without subscribers it does nothing. */
  wake(): void {
    this.#isStale = true;
    if (this.#attached > 0 && !this.#isReading) void this.#readNew();
  }

  /** True if the log continues a position; a log that was restored to an earlier state does not. */
  async continues(place: Place): Promise<boolean> {
    return place.epoch === this.log.epoch || reaches(this.log, place);
  }

  /** Adds a subscriber that has seen all events up to `sequence`; it receives those after it, each once. */
  attach(subscriber: FeedSubscriber, sequence: number): void {
    if (this.#attached === 0) {
      this.#position = sequence;
      this.#epoch = this.log.epoch;
    }
    const { all, open } = this.#subscribersOf(subscriber.topic);
    all.add(subscriber);
    if (!subscriber.isByAddress) open.add(subscriber);
    this.#attached++;
    // Events written without subscribers have not been read.
    this.wake();
  }

  /** Adds a subscriber of a live topic. */
  attachLive(subscriber: FeedSubscriber): void {
    this.#subscribersOf(subscriber.topic).open.add(subscriber);
  }

  /** True if a live topic has subscribers. */
  isWatched(topic: TopicName): boolean {
    return this.#subscribersOf(topic).open.size > 0;
  }

  /** Sends an event of a live topic, which is made only if there are subscribers. */
  sendLive(topic: TopicName, make: () => EventDraft): void {
    const { open } = this.#subscribersOf(topic);
    if (open.size === 0) return;
    const frames = new EventFrames(make(), "");
    for (const subscriber of open) subscriber.take(frames, false);
  }

  /** Ends the subscriptions of topics whose next events will be missing. */
  interrupt(topics: readonly TopicName[]): void {
    for (const topic of topics) {
      for (const subscriber of [...this.#subscribersOf(topic).all]) subscriber.fellBehind();
    }
  }

  /** Removes a subscriber; one that is not attached is ignored. */
  detach(subscriber: FeedSubscriber): void {
    const { all, open } = this.#subscribersOf(subscriber.topic);
    open.delete(subscriber);
    if (all.delete(subscriber)) this.#attached--;
  }

  /** The subscribers of a topic by watched address. */
  addressesOf(topic: TopicName): AddressIndex<FeedSubscriber> {
    return this.#subscribersOf(topic).index;
  }

  #subscribersOf(topic: TopicName): TopicSubscribers {
    const known = this.#subscribers.get(topic);
    if (known) return known;
    const subscribers = {
      all: new Set<FeedSubscriber>(),
      open: new Set<FeedSubscriber>(),
      index: new AddressIndex<FeedSubscriber>(),
    };
    this.#subscribers.set(topic, subscribers);
    return subscribers;
  }

  async #readNew(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isStale && this.#attached > 0) {
        this.#isStale = false;
        const from = this.#position;
        const place = { epoch: this.#epoch, sequence: from };
        const page = await this.log.read(from, PAGE);
        const { epoch } = this.log;
        const isContinued = await this.continues(place);
        // Meanwhile, subscribers at another position may have replaced all earlier ones.
        if (this.#position !== from) this.#isStale = true;
        else if (isContinued && page.first <= from + 1) this.#sendPage(page);
        else
          for (const { all } of this.#subscribers.values())
            for (const subscriber of [...all]) subscriber.fellBehind();
        this.#epoch = epoch;
        // Lets sockets send before they receive more, however fast blocks are produced.
        await turn();
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  #sendPage({ last, events }: EventPage): void {
    const end = Math.max(this.#position, Math.min(this.#position + PAGE, last));
    for (const event of events) this.#send(event);
    this.#position = end;
    if (end < last) this.#isStale = true;
  }

  #send(event: LoggedEvent): void {
    const { topic, sequence } = event;
    const frames = new EventFrames(event, this.log.epoch);
    this.#position = sequence;
    this.#sendToTopic(frames);
    if (topic !== REORGS) return;
    for (const [other, { all }] of this.#subscribers) {
      if (TOPICS[other].reorgNotice) for (const subscriber of all) subscriber.take(frames, true);
    }
  }

  #sendToTopic(frames: EventFrames): void {
    const { event } = frames;
    const subscribers = this.#subscribers.get(event.topic as TopicName);
    if (!subscribers) return;
    for (const subscriber of subscribers.open) subscriber.take(frames, false);
    if (subscribers.open.size === subscribers.all.size) return;
    for (const key of addressKeysOf(event)) {
      for (const subscriber of subscribers.index.watchersOf(key)) subscriber.take(frames, false);
    }
  }
}
