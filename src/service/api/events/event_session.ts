import { LIMITS } from "../../../generated/limits.gen.ts";
import { CLOSE, TOPICS } from "../../../generated/topics.gen.ts";
import type { RpcServiceError } from "../context/mod.ts";
import { SerialQueue } from "../../turns.ts";
import { Outbox, type SessionLink } from "./_outbox.ts";
import { Subscription } from "./_subscription.ts";
import { type AddressRoom, tooMany } from "./address_index.ts";
import type { EventFeed } from "./event_feed.ts";
import { formatCursor, type LogPlace, placeOf } from "./event_frames.ts";
import { compileFilter, type TopicFilter, type TopicName } from "./topics.ts";

/** Options of a session. */
interface EventSessionOptions {
  readonly link: SessionLink;
  readonly feed: EventFeed;
  /** The subject that the addresses in its filters count for. */
  readonly subject: string;
  readonly room: AddressRoom;
  /** Charges one request to the rate of the subject, and resolves once there is room for it, or the signal is aborted. */
  readonly waitForRate: (signal: AbortSignal) => Promise<void>;
  /** Most live events queued for a slow client; above it the connection is closed. */
  readonly maximumQueue: number;
  readonly onError: (error: unknown) => void;
}

/** The result of a subscription. */
export interface Subscribed {
  readonly subscription: string;
  /** Undefined for a live topic, as is `oldest`. */
  readonly cursor?: string;
  /** Oldest cursor that the topic can be resumed from. */
  readonly oldest?: string;
  /** Set while other subscriptions of the connection are replayed and have yet to come to the cursor. */
  readonly replaying?: true;
}

/** A change of the addresses of a subscription, by their keys; each once. */
export interface AddressKeyChange {
  readonly add: ReadonlySet<string>;
  readonly remove: ReadonlySet<string>;
}

/** The result of such a change. */
export interface Watched {
  /** Number of addresses that the subscription watches. */
  readonly addresses: number;
  /** Position of the last event that was matched against the addresses before. */
  readonly cursor: string;
}

const REPLAYING = { replaying: true } as const;

/** The subscriptions of one connection. */
export class EventSession {
  readonly #options: EventSessionOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Subscriptions whose id the client has not received yet. */
  #fresh: Subscription[] = [];
  #given = 0;
  /** Addresses in the filters of its subscriptions. */
  #addresses = 0;
  /** Its outgoing messages. */
  readonly outbox: Outbox;
  /** Changes of addresses, one after the other. */
  readonly #changes = new SerialQueue();
  #isEnded = false;

  constructor(options: EventSessionOptions) {
    this.#options = options;
    const { link, maximumQueue } = options;
    const onSlow = (): void =>
      this.#close(CLOSE.SlowReader, "Too slow for live events, resume by cursor");
    this.outbox = new Outbox({ link, maximumQueue, onSlow });
  }

  /** Number of active subscriptions. */
  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  /**
   * Adds a subscription. Its events wait for {@linkcode start}.
   *
   * @param addresses Keys of the addresses of the filter, each once; undefined if it names none.
   * @throws {RpcServiceError} If the topic has no events for now, the log does not know the cursor or no longer has its
   * events, the connection has the maximum number of subscriptions, or there is no room for the addresses.
   */
  async subscribe(
    topic: TopicName,
    filter: TopicFilter,
    addresses?: ReadonlySet<string>,
  ): Promise<Subscribed> {
    const { feed, subject, waitForRate } = this.#options;
    feed.expectEvents(topic);
    const after = "after" in filter ? filter.after : undefined;
    const place = TOPICS[topic].live ? undefined : await placeOf(feed.log, topic, after);
    if (this.#subscriptions.size >= LIMITS.subscriptionsPerConnection) {
      throw tooManyHere(
        "subscriptions",
        LIMITS.subscriptionsPerConnection,
        this.#subscriptions.size,
      );
    }
    this.checkRoom(addresses?.size ?? 0);
    const passes = compileFilter(topic, filter);
    const id = `s${++this.#given}`;
    const sequence = place?.sequence;
    const parts = { id, topic, passes, sequence, feed, sink: this.outbox, subject, waitForRate };
    const subscribed = { subscription: id, ...(place && this.#beginAt(place, after)) };
    // The client may have gone meanwhile.
    if (this.#isEnded) return subscribed;
    this.#count(addresses?.size ?? 0);
    const subscription = new Subscription(parts, addresses !== undefined);
    this.#subscriptions.set(id, subscription);
    if (addresses) await subscription.change(addresses);
    if (!place) await this.#beginLive(id);
    this.#fresh.push(subscription);
    return subscribed;
  }

  /** The part of the reply that tells where a subscription begins. */
  #beginAt(
    { sequence, oldest }: LogPlace,
    after: string | undefined,
  ): Pick<Subscribed, "cursor" | "oldest" | "replaying"> {
    const { epoch } = this.#options.feed.log;
    const isReplaying = [...this.#subscriptions.values()].some((one) => !one.reaches(sequence));
    const cursor = after ?? formatCursor({ epoch, sequence });
    return { cursor, oldest, ...(isReplaying && REPLAYING) };
  }

  /** Makes sure that live events are sent from the reply on. */
  async #beginLive(id: string): Promise<void> {
    try {
      await this.#options.feed.beginLive();
    } catch (error) {
      this.unsubscribe(id);
      throw error;
    }
  }

  /** The subscription of an id, with the addresses that it watches. */
  find(id: string): Pick<Subscription, "isByAddress" | "addressCount" | "watches"> | undefined {
    return this.#subscriptions.get(id);
  }

  /** Runs work that changes addresses after all earlier work: the state that it finds holds until it is done. */
  inOrder<Result>(change: () => Promise<Result>): Promise<Result> {
    return this.#changes.run(change);
  }

  /**
   * Changes the addresses that a subscription watches, from one event on; undefined if there is none of this id.
   *
   * @throws {RpcServiceError} If there is no room for those to add.
   */
  async updateSubscription(
    id: string,
    { add, remove }: AddressKeyChange,
  ): Promise<Watched | undefined> {
    const { feed } = this.#options;
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return undefined;
    const further = add.size - remove.size;
    this.checkRoom(further);
    this.#count(further);
    const sequence = await subscription.change(add, remove);
    const cursor = formatCursor({ epoch: feed.log.epoch, sequence });
    return { addresses: subscription.addressCount, cursor };
  }

  /** Ends a subscription; `false` if there is none of this id. */
  unsubscribe(id: string): boolean {
    const found = this.#subscriptions.get(id);
    this.#count(-(found?.addressCount ?? 0));
    found?.end();
    return this.#subscriptions.delete(id);
  }

  /** Starts new subscriptions; call it once the client has their ids. */
  start(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const subscription of fresh)
      void subscription.run().catch((error: unknown) => this.#fail(error));
  }

  /** Closes the connection, since a subscription that cannot read the log would be silently incomplete. */
  #fail(error: unknown): void {
    this.#options.onError(error);
    this.#close(CLOSE.EventsUnreadable, "Events cannot be read, resume by cursor");
  }

  #close(code: number, reason: string): void {
    if (this.#isEnded) return;
    this.end();
    this.#options.link.close(code, reason);
  }

  /** Ends every subscription; nothing more is sent. A second call does nothing. */
  end(): void {
    this.#isEnded = true;
    for (const subscription of this.#subscriptions.values()) subscription.end();
    this.#subscriptions.clear();
    this.#count(-this.#addresses);
    this.outbox.end();
  }

  /**
   * Checks that its subscriptions may watch so many further addresses.
   *
   * @throws {RpcServiceError} If the connection, its subject or the process has no room for them.
   */
  checkRoom(further: number): void {
    const { room, subject } = this.#options;
    const most = LIMITS.addressesPerConnection;
    if (this.#addresses + further > most)
      throw tooManyHere("addresses in the filters of its subscriptions", most, this.#addresses);
    room.check(subject, further);
  }

  #count(further: number): void {
    this.#addresses += further;
    this.#options.room.add(this.#options.subject, further);
  }
}

function tooManyHere(what: string, most: number, count: number): RpcServiceError {
  const bound = `A connection has at most ${most} ${what}`;
  return tooMany(`${bound}, this one has ${count}: end one first`);
}
