import { LIMITS } from "../../../generated/limits.gen.ts";
import { CLOSE } from "../../../generated/topics.gen.ts";
import { type EventSink, Subscription } from "./_subscription.ts";
import { CursorExpired, TooManySubscriptions } from "./event_errors.ts";
import { formatCursor, readCursor } from "./cursor.ts";
import type { EventFeed } from "./event_feed.ts";
import { compileFilter, type TopicFilter } from "./filter_matchers.ts";
import type { TopicName } from "./topics.ts";

/** A connection as a session writes to it. */
export interface SessionLink {
  /** Bytes handed over and not sent yet. */
  readonly buffered: number;
  /** Sends a frame; `sent` is called once it left the process, or never will. */
  send(frame: string | Uint8Array, sent: () => void): void;
  /** Closes the connection with a close code. */
  close(code: number, reason: string): void;
}

/** Options of a session. */
export interface EventSessionOptions {
  readonly link: SessionLink;
  readonly feed: EventFeed;
  /** Most live events that may wait for the reader; one more ends the connection. */
  readonly maximumQueue: number;
  readonly onError: (error: unknown) => void;
}

/** The result of a subscription. */
export interface Subscribed {
  readonly subscription: string;
  readonly cursor: string;
}

/** Bytes on their way below which more is read for the reader. */
const LOW_WATER = 64 * 1024;

/** Milliseconds without a break that a queue may be above its bound. */
const GRACE = 10;

/** The subscriptions of one connection, and all that is sent on it. */
export class EventSession implements EventSink {
  readonly #options: EventSessionOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Subscriptions whose client has not been told of them yet. */
  #fresh: Subscription[] = [];
  #given = 0;
  #waitingLive = 0;
  /** Runs while the queue is above its bound. */
  #grace: ReturnType<typeof setTimeout> | undefined;
  #waiters: (() => void)[] = [];
  #isEnded = false;

  constructor(options: EventSessionOptions) {
    this.#options = options;
  }

  /** Subscriptions that are not ended. */
  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  /** Live events that wait for the reader. */
  get waitingLive(): number {
    return this.#waitingLive;
  }

  /**
   * Adds a subscription. Its events wait for {@linkcode start}.
   *
   * @throws {CursorExpired} If the log does not know or no longer keeps the place of the cursor.
   * @throws {TooManySubscriptions} If the connection has as many as it may have.
   */
  async subscribe(topic: TopicName, filter: TopicFilter): Promise<Subscribed> {
    const { feed } = this.#options;
    const sequence = await this.#placeOf(filter.after);
    if (this.#subscriptions.size >= LIMITS.subscriptionsPerConnection) {
      throw new TooManySubscriptions(this.#subscriptions.size);
    }
    const passes = compileFilter(topic, filter);
    const id = `s${++this.#given}`;
    const subscription = new Subscription({ id, topic, passes, sequence, feed, sink: this });
    this.#subscriptions.set(id, subscription);
    this.#fresh.push(subscription);
    const cursor = filter.after ?? formatCursor({ epoch: feed.log.epoch, sequence });
    return { subscription: id, cursor };
  }

  /** Ends a subscription; `false` if there is none of this id. */
  unsubscribe(id: string): boolean {
    const found = this.#subscriptions.get(id);
    found?.end();
    return this.#subscriptions.delete(id);
  }

  /** Lets new subscriptions send: to be called once the client knows their ids. */
  start(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const subscription of fresh)
      void subscription.run().catch((error: unknown) => this.#fail(error));
  }

  /** Sends a reply. */
  reply(text: string): void {
    this.#send(text, false);
  }

  sendLive(frame: Uint8Array): void {
    this.#send(frame, true);
    this.#checkQueue();
  }

  sendReplayed(frame: Uint8Array): void {
    this.#send(frame, false);
  }

  get isFull(): boolean {
    return this.#options.link.buffered > LOW_WATER;
  }

  drained(): Promise<void> {
    if (this.#isEnded || !this.isFull) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  fellBehind(): void {
    if (this.#isEnded) return;
    this.end();
    this.#options.link.close(CLOSE.SlowReader, "Too slow for live events, resume by cursor");
  }

  /** A subscription that cannot read the log would be silent from then on, and its client none the wiser. */
  #fail(error: unknown): void {
    this.#options.onError(error);
    if (this.#isEnded) return;
    this.end();
    this.#options.link.close(CLOSE.EventsUnreadable, "Events cannot be read, resume by cursor");
  }

  /** Ends every subscription; nothing more is sent. A second call does nothing. */
  end(): void {
    this.#isEnded = true;
    this.#endGrace();
    for (const subscription of this.#subscriptions.values()) subscription.end();
    this.#subscriptions.clear();
    this.#release();
  }

  #send(frame: string | Uint8Array, isLive: boolean): void {
    if (this.#isEnded) return;
    const { link } = this.#options;
    if (isLive) this.#waitingLive++;
    link.send(frame, () => {
      if (isLive) {
        this.#waitingLive--;
        this.#checkQueue();
      }
      if (link.buffered <= LOW_WATER) this.#release();
    });
  }

  /**
   * A full block is more at once than any socket takes at once; what counts is whether it stays. After a busy spell the
   * timer runs out before sockets tell what they have sent, so that is heard first.
   */
  #checkQueue(): void {
    if (this.#isEnded) return;
    if (this.#waitingLive <= this.#options.maximumQueue) return this.#endGrace();
    if (this.#grace !== undefined) return;
    const grace = setTimeout(() => {
      setImmediate(() => {
        if (this.#grace === grace) this.fellBehind();
      });
    }, GRACE);
    this.#grace = grace;
  }

  #endGrace(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
  }

  #release(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  async #placeOf(after: string | undefined): Promise<number> {
    const { log } = this.#options.feed;
    const { first, last } = await log.bounds();
    if (after === undefined) return last;
    const place = readCursor(after);
    const end = place && (await log.endOf(place.epoch));
    if (place && end !== undefined && place.sequence <= end && place.sequence >= first - 1) {
      return place.sequence;
    }
    throw new CursorExpired(formatCursor({ epoch: log.epoch, sequence: first - 1 }));
  }
}
