import { TOPICS } from "../../../generated/topics.gen.ts";
import type { EventLog, EventPage } from "../../chain/store/mod.ts";
import { EventFrames } from "./event_frames.ts";
import { REORGS, type TopicName } from "./topics.ts";

/** Receives every event of a topic, and the reorg notices that the topic carries. */
export interface FeedSubscriber {
  readonly topic: TopicName;
  /** Takes an event at once; it must not throw. */
  take(frames: EventFrames, isNotice: boolean): void;
  /** To be called where the log no longer has events that are yet to be sent. */
  fellBehind(): void;
}

/** Options of a feed. */
export interface EventFeedOptions {
  readonly log: EventLog;
  /** Called when the log cannot be read; the feed tries again when it is woken. */
  readonly onError: (error: unknown) => void;
}

/** Events read at once. */
const PAGE = 500;

/**
 * Tells subscribers of one chain what is new in its event log, in order, each event once. It only ever reads the log,
 * so what is told and what is replayed cannot differ.
 */
export class EventFeed {
  readonly log: EventLog;
  readonly #onError: (error: unknown) => void;
  readonly #taps = new Map<TopicName, Set<FeedSubscriber>>();
  #attached = 0;
  #position = 0;
  #isReading = false;
  #isStale = false;
  #turns: Promise<void> = Promise.resolve();

  constructor({ log, onError }: EventFeedOptions) {
    this.log = log;
    this.#onError = onError;
  }

  /** Sequence up to which everyone attached has been told. */
  get position(): number {
    return this.#attached > 0 ? this.#position : 0;
  }

  /** Tells of what the log has got since; to be called after every write. Without subscribers it does nothing. */
  wake(): void {
    this.#isStale = true;
    if (this.#attached > 0 && !this.#isReading) void this.#readOn();
  }

  /**
   * Resolves once whoever asked before has had a turn, and everything else has run in between: however many replay at
   * the same time, one page of the log at most is read before others are served.
   */
  turn(): Promise<void> {
    this.#turns = this.#turns.then(turn);
    return this.#turns;
  }

  /** Adds a subscriber that has seen all events up to `sequence`; it receives those after it, each once. */
  attach(tap: FeedSubscriber, sequence: number): void {
    if (this.#attached === 0) this.#position = sequence;
    const taps = this.#taps.get(tap.topic) ?? new Set();
    this.#taps.set(tap.topic, taps.add(tap));
    this.#attached++;
    // Events written before this subscriber came have woken nobody.
    this.wake();
  }

  /** Ends what {@linkcode attach} began; a subscriber that is not attached is ignored. */
  detach(tap: FeedSubscriber): void {
    if (this.#taps.get(tap.topic)?.delete(tap)) this.#attached--;
  }

  async #readOn(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isStale && this.#attached > 0) {
        this.#isStale = false;
        const from = this.#position;
        const page = await this.log.read(from, PAGE);
        // Everyone left meanwhile, and others who stand elsewhere came.
        if (this.#position !== from) this.#isStale = true;
        else this.#tellPage(page);
        if (page.events.length === PAGE) this.#isStale = true;
        // However fast blocks come, sockets get to send what they were given before they are given more.
        await turn();
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  #tellPage({ first, events }: EventPage): void {
    if (first <= this.#position + 1) {
      for (const event of events) this.#tell(new EventFrames(event, this.log.epoch));
      return;
    }
    for (const taps of this.#taps.values()) for (const tap of [...taps]) tap.fellBehind();
  }

  #tell(frames: EventFrames): void {
    const { topic, sequence } = frames.event;
    this.#position = sequence;
    for (const tap of this.#taps.get(topic as TopicName) ?? []) tap.take(frames, false);
    if (topic !== REORGS) return;
    for (const [other, taps] of this.#taps) {
      if (TOPICS[other].reorgNotice) for (const tap of taps) tap.take(frames, true);
    }
  }
}

/** Lets sockets send what they were given. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
