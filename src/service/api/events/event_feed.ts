import { TOPICS } from "../../../generated/topics.gen.ts";
import { type EventLog, type EventPage, GAP } from "../../chain/store/mod.ts";
import { EventFrames } from "./event_frames.ts";
import { REORGS, type TopicName } from "./topics.ts";

/** Receives every event of a topic, and the reorg notices that the topic carries. */
export interface FeedSubscriber {
  readonly topic: TopicName;
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
}

/** Sequences of the log read at once. */
const PAGE = 500;

/**
 * Sends new events of one chain's log to its subscribers, in order and each once. Live and replayed events are the
 * same, since both are read from the log.
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

  /** Sequence of the last event sent to all subscribers. */
  get position(): number {
    return this.#attached > 0 ? this.#position : 0;
  }

  /** Sends new events of the log; call it after every write. Without subscribers it does nothing. */
  wake(): void {
    this.#isStale = true;
    if (this.#attached > 0 && !this.#isReading) void this.#readOn();
  }

  /**
   * Resolves after all earlier callers, and after other work of the event loop: however many subscriptions replay at
   * the same time, at most one page of the log is read before other requests are served.
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
    // Events written without subscribers have not been read.
    this.wake();
  }

  /** Removes a subscriber; one that is not attached is ignored. */
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
        // All subscribers were replaced meanwhile by others at another position.
        if (this.#position !== from) this.#isStale = true;
        else this.#tellPage(page);
        // However fast blocks are produced, sockets can send before they receive more.
        await turn();
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  #tellPage({ first, last, events }: EventPage): void {
    if (first <= this.#position + 1) {
      const end = Math.max(this.#position, Math.min(this.#position + PAGE, last));
      for (const event of events) this.#tell(new EventFrames(event, this.log.epoch));
      this.#position = end;
      if (end < last) this.#isStale = true;
      return;
    }
    for (const taps of this.#taps.values()) for (const tap of [...taps]) tap.fellBehind();
  }

  #tell(frames: EventFrames): void {
    const { topic, sequence } = frames.event;
    this.#position = sequence;
    for (const tap of this.#taps.get(topic as TopicName) ?? []) tap.take(frames, false);
    if (topic === GAP) this.#interrupt(JSON.parse(frames.event.body) as TopicName[]);
    if (topic !== REORGS) return;
    for (const [other, taps] of this.#taps) {
      if (TOPICS[other].reorgNotice) for (const tap of taps) tap.take(frames, true);
    }
  }

  #interrupt(topics: readonly TopicName[]): void {
    for (const topic of topics) {
      for (const tap of [...(this.#taps.get(topic) ?? [])]) tap.fellBehind();
    }
  }
}

/** Yields to the event loop, so that sockets can send. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
