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
 * Receives the events of a topic and the reorg notices that the topic carries. A subscriber by address receives the events
 * of its addresses alone.
 */
export interface FeedSubscriber {
  readonly topic: TopicName;
  /** True for a subscriber by address; it receives an event with two of its addresses twice. */
  readonly isByAddress: boolean;
  /** Receives an event; must not throw. */
  take(frames: EventFrames, isNotice: boolean): void;
  /** Called when the log no longer has events that are not sent yet. */
  fellBehind(): void;
}

/** Options of a feed. */
interface EventFeedOptions {
  readonly log: EventLog;
  /** Called when the log cannot be read; the feed retries on the next {@linkcode EventFeed.wake}. */
  readonly onError: (error: unknown) => void;
  /** Resolves once events of live topics are told that come from then on. */
  readonly beginLive?: (() => Promise<void>) | undefined;
  /** Throws the refusal of a topic that has no events for now. */
  readonly expectEvents?: ((topic: TopicName) => void) | undefined;
}

/** Sequences of the log read at once. */
const PAGE = 500;

/** The subscribers of a topic. */
interface TopicTaps {
  readonly all: Set<FeedSubscriber>;
  /** Subscriptions that receive every event. */
  readonly open: Set<FeedSubscriber>;
  /** Subscriptions that receive events by their addresses, attached or not yet. */
  readonly index: AddressIndex<FeedSubscriber>;
}

/**
 * Sends new events of one chain's log to its subscribers, in order and each once. Live and replayed events are the
 * same, since both are read from the log.
 */
export class EventFeed {
  readonly log: EventLog;
  readonly beginLive: () => Promise<void>;
  readonly expectEvents: (topic: TopicName) => void;
  readonly #onError: (error: unknown) => void;
  readonly #taps = new Map<TopicName, TopicTaps>();
  #attached = 0;
  #position = 0;
  /** That of the log when `#position` was read. */
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
    if (this.#attached > 0 && !this.#isReading) void this.#readOn();
  }

  /** Tells whether the log still has a position; it does not after it was restored to an earlier state. */
  async goesOnFrom(place: Place): Promise<boolean> {
    return place.epoch === this.log.epoch || reaches(this.log, place);
  }

  /** Adds a subscriber that has seen all events up to `sequence`; it receives those after it, each once. */
  attach(tap: FeedSubscriber, sequence: number): void {
    if (this.#attached === 0) {
      this.#position = sequence;
      this.#epoch = this.log.epoch;
    }
    const { all, open } = this.#tapsOf(tap.topic);
    all.add(tap);
    if (!tap.isByAddress) open.add(tap);
    this.#attached++;
    // Events written without subscribers have not been read.
    this.wake();
  }

  /** Adds a subscriber of a live topic. */
  attachLive(tap: FeedSubscriber): void {
    this.#tapsOf(tap.topic).open.add(tap);
  }

  /** True if a live topic has subscribers. */
  isWatched(topic: TopicName): boolean {
    return this.#tapsOf(topic).open.size > 0;
  }

  /** Sends an event of a live topic to those that are there; it is made for them alone. */
  tellLive(topic: TopicName, make: () => EventDraft): void {
    const { open } = this.#tapsOf(topic);
    if (open.size === 0) return;
    const frames = new EventFrames(make(), "");
    for (const tap of open) tap.take(frames, false);
  }

  /** Ends the subscriptions of topics of which events are missing from now on. */
  interrupt(topics: readonly TopicName[]): void {
    for (const topic of topics) {
      for (const tap of [...this.#tapsOf(topic).all]) tap.fellBehind();
    }
  }

  /** Removes a subscriber; one that is not attached is ignored. */
  detach(tap: FeedSubscriber): void {
    const { all, open } = this.#tapsOf(tap.topic);
    open.delete(tap);
    if (all.delete(tap)) this.#attached--;
  }

  /** The subscriptions of a topic by the addresses that they watch. */
  addressesOf(topic: TopicName): AddressIndex<FeedSubscriber> {
    return this.#tapsOf(topic).index;
  }

  #tapsOf(topic: TopicName): TopicTaps {
    const known = this.#taps.get(topic);
    if (known) return known;
    const made = {
      all: new Set<FeedSubscriber>(),
      open: new Set<FeedSubscriber>(),
      index: new AddressIndex<FeedSubscriber>(),
    };
    this.#taps.set(topic, made);
    return made;
  }

  async #readOn(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isStale && this.#attached > 0) {
        this.#isStale = false;
        const from = this.#position;
        const place = { epoch: this.#epoch, sequence: from };
        const page = await this.log.read(from, PAGE);
        const { epoch } = this.log;
        const goesOn = await this.goesOnFrom(place);
        // All subscribers were replaced meanwhile by others at another position.
        if (this.#position !== from) this.#isStale = true;
        else if (goesOn && page.first <= from + 1) this.#tellPage(page);
        else
          for (const { all } of this.#taps.values()) for (const tap of [...all]) tap.fellBehind();
        this.#epoch = epoch;
        // However fast blocks are produced, sockets can send before they receive more.
        await turn();
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  #tellPage({ last, events }: EventPage): void {
    const end = Math.max(this.#position, Math.min(this.#position + PAGE, last));
    for (const event of events) this.#tell(event);
    this.#position = end;
    if (end < last) this.#isStale = true;
  }

  #tell(event: LoggedEvent): void {
    const { topic, sequence } = event;
    const frames = new EventFrames(event, this.log.epoch);
    this.#position = sequence;
    this.#tellOwn(frames);
    if (topic !== REORGS) return;
    for (const [other, { all }] of this.#taps) {
      if (TOPICS[other].reorgNotice) for (const tap of all) tap.take(frames, true);
    }
  }

  #tellOwn(frames: EventFrames): void {
    const { event } = frames;
    const taps = this.#taps.get(event.topic as TopicName);
    if (!taps) return;
    for (const tap of taps.open) tap.take(frames, false);
    if (taps.open.size === taps.all.size) return;
    for (const key of addressKeysOf(event)) {
      for (const tap of taps.index.watchersOf(key)) tap.take(frames, false);
    }
  }
}
