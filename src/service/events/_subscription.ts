import type { LoggedEvent } from "../store/mod.ts";
import type { EventFeed, Tap } from "./event_feed.ts";
import { EventFrames } from "./event_frames.ts";
import { passesFilter, type SubscriptionFilter } from "./subscription_filter.ts";
import { CARRIES_NOTICE, type TopicName } from "./topics.ts";

/** What a subscription sends through. */
export interface Outlet {
  /** Sends an event that was just told. */
  sendLive(frame: Uint8Array): void;
  /** Sends an event that is replayed. */
  sendReplayed(frame: Uint8Array): void;
  /** Whether the reader has yet to take what was sent. */
  readonly isFull: boolean;
  /** Resolves when the reader has taken most of what was sent, or is gone. */
  drained(): Promise<void>;
  /** The log has forgotten what the reader was yet to be sent. */
  fellBehind(): void;
}

/** What a subscription is made of. */
export interface SubscriptionParts {
  readonly id: string;
  readonly topic: TopicName;
  readonly filter: SubscriptionFilter;
  /** Sequence of the event that was seen last. */
  readonly sequence: number;
  readonly feed: EventFeed;
  readonly outlet: Outlet;
}

/** Events read at once for a replay. */
const PAGE = 100;

/**
 * One subscription: reads the log from its place on, as fast as the reader takes it, and is told of events by the feed
 * once it has caught up. Every subscription begins this way, so that none misses what comes while it begins.
 */
export class Subscription implements Tap {
  readonly topic: TopicName;
  readonly #parts: SubscriptionParts;
  #position: number;
  #isEnded = false;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.topic = parts.topic;
    this.#position = parts.sequence;
  }

  /** Sends events until {@linkcode end}. */
  async run(): Promise<void> {
    const { feed, outlet } = this.#parts;
    const topics = CARRIES_NOTICE[this.topic] ? [this.topic, "reorgs"] : [this.topic];
    for (;;) {
      await this.#waitForTurn();
      if (this.#isEnded) return;
      const page = await feed.log.read(this.#position, PAGE, topics);
      if (this.#isEnded) return;
      if (page.first > this.#position + 1) return outlet.fellBehind();
      for (const event of page.events) this.#replay(event);
      if (page.events.length < PAGE) this.#position = page.last;
      // From here on nothing waits, so that no event comes between the last that was read and the first that is told.
      if (this.#position >= Math.max(page.last, feed.position)) {
        feed.attach(this, this.#position);
        return;
      }
    }
  }

  /** Others of the same connection may have filled it while this one waited. */
  async #waitForTurn(): Promise<void> {
    const { feed, outlet } = this.#parts;
    do {
      await outlet.drained();
      await feed.turn();
    } while (outlet.isFull && !this.#isEnded);
  }

  end(): void {
    this.#isEnded = true;
    this.#parts.feed.detach(this);
  }

  take(frames: EventFrames, isNotice: boolean): void {
    const { sequence, about } = frames.event;
    if (this.#isEnded || sequence <= this.#position) return;
    this.#position = sequence;
    const { id, filter, outlet } = this.#parts;
    if (passesFilter(filter, about)) outlet.sendLive(frames.frame(id, isNotice));
  }

  fellBehind(): void {
    this.#parts.outlet.fellBehind();
  }

  #replay(event: LoggedEvent): void {
    const { topic, sequence, about } = event;
    this.#position = sequence;
    const isNotice = topic === "reorgs" && CARRIES_NOTICE[this.topic];
    if (topic !== this.topic && !isNotice) return;
    const { id, filter, outlet, feed } = this.#parts;
    if (!passesFilter(filter, about)) return;
    outlet.sendReplayed(new EventFrames(event, feed.log.epoch).frame(id, isNotice));
  }
}
