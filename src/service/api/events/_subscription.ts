import { TOPICS } from "../../../generated/topics.gen.ts";
import type { LoggedEvent } from "../../chain/store/mod.ts";
import type { EventFeed, FeedSubscriber } from "./event_feed.ts";
import { EventFrames } from "./event_frames.ts";
import { REORGS, type TopicName } from "./topics.ts";

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
  /** Returns true if an event of the topic passes the filter; notices always pass. */
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
  readonly #parts: SubscriptionParts;
  readonly #hasNotices: boolean;
  #position: number;
  #isEnded = false;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.topic = parts.topic;
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
  }

  take(frames: EventFrames, isNotice: boolean): void {
    const { sequence } = frames.event;
    if (this.#isEnded || sequence <= this.#position) return;
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
    if (!isNotice && !passes(event)) return;
    sink.sendReplayed(new EventFrames(event, feed.log.epoch).frame(id, isNotice));
  }
}
