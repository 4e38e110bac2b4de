import { LIMITS } from "../../../generated/limits.gen.ts";
import { CLOSE, TOPICS } from "../../../generated/topics.gen.ts";
import type { RpcServiceError } from "../context/mod.ts";
import { SerialQueue } from "../../turns.ts";
import { Outbox, type SessionLink } from "./_outbox.ts";
import { ServedSubscription } from "./_subscription.ts";
import { type AddressRoom, tooMany } from "./address_index.ts";
import type { EventFeed } from "./event_feed.ts";
import { formatCursor, type LogPlace, placeOf } from "./event_frames.ts";
import { compileFilter, type TopicFilter, type TopicName } from "./topics.ts";

interface EventSessionOptions {
  readonly link: SessionLink;
  readonly feed: EventFeed;
  /** Subject of the client, for the limits of addresses. */
  readonly subject: string;
  readonly room: AddressRoom;
  /** Charges one request to the subject. Resolves once the rate limit allows the request, or on abort. */
  readonly waitForRate: (signal: AbortSignal) => Promise<void>;
  /** Maximum number of live events queued for a slow client; beyond it the connection is closed. */
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
  /** Set while another subscription of the connection replays events before the cursor. */
  readonly replaying?: true;
}

/** Keys of the addresses that a change of a subscription adds and removes. */
export interface AddressKeyChange {
  readonly add: ReadonlySet<string>;
  readonly remove: ReadonlySet<string>;
}

/** The result of a change of addresses. */
export interface Watched {
  /** Number of watched addresses. */
  readonly addresses: number;
  /** Cursor of the last event that was matched against the earlier addresses. */
  readonly cursor: string;
}

const REPLAYING = { replaying: true } as const;

/** The subscriptions of one connection. */
export class EventSession {
  readonly #options: EventSessionOptions;
  readonly #subscriptions = new Map<string, ServedSubscription>();
  /** Subscriptions whose id the client has not received yet. */
  #fresh: ServedSubscription[] = [];
  /** Number of subscription ids so far. */
  #idCount = 0;
  /** Addresses in the filters of all subscriptions. */
  #addresses = 0;
  /** Outgoing messages. */
  readonly outbox: Outbox;
  /** Runs changes of addresses one after the other. */
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
   * Adds a subscription, whose events wait for {@linkcode start}.
   *
   * @param addresses Keys of the addresses of the filter; undefined if the filter is not by address.
   * @throws {RpcServiceError} If the topic has no events at present, the log does not know the cursor or has deleted its
   * events, or the limit of subscriptions or addresses is reached.
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
    const { size } = this.#subscriptions;
    if (size >= LIMITS.subscriptionsPerConnection)
      throw tooManyHere("subscriptions", LIMITS.subscriptionsPerConnection, size);
    this.checkRoom(addresses?.size ?? 0);
    const passes = compileFilter(topic, filter);
    const id = `s${++this.#idCount}`;
    const sequence = place?.sequence;
    const parts = { id, topic, passes, sequence, feed, sink: this.outbox, subject, waitForRate };
    const subscribed = { subscription: id, ...(place && this.#startOf(place, after)) };
    // The client may have disconnected meanwhile.
    if (this.#isEnded) return subscribed;
    this.#countAddresses(addresses?.size ?? 0);
    const subscription = new ServedSubscription(parts, addresses !== undefined);
    this.#subscriptions.set(id, subscription);
    if (addresses) await subscription.change(addresses);
    if (!place) await this.#beginLive(id);
    this.#fresh.push(subscription);
    return subscribed;
  }

  /** The part of the reply about the start of a subscription. */
  #startOf(
    { sequence, oldest }: LogPlace,
    after: string | undefined,
  ): Pick<Subscribed, "cursor" | "oldest" | "replaying"> {
    const { epoch } = this.#options.feed.log;
    const isReplaying = [...this.#subscriptions.values()].some(
      (other) => !other.hasReached(sequence),
    );
    const cursor = after ?? formatCursor({ epoch, sequence });
    return { cursor, oldest, ...(isReplaying && REPLAYING) };
  }

  /** Starts the events of a live topic, so that they are sent from the reply on. */
  async #beginLive(id: string): Promise<void> {
    try {
      await this.#options.feed.beginLive();
    } catch (error) {
      this.unsubscribe(id);
      throw error;
    }
  }

  find(
    id: string,
  ): Pick<ServedSubscription, "isByAddress" | "addressCount" | "watches"> | undefined {
    return this.#subscriptions.get(id);
  }

  /** Runs a change of addresses after all earlier ones, so that the state it reads stays valid until its end. */
  inOrder<Result>(change: () => Promise<Result>): Promise<Result> {
    return this.#changes.run(change);
  }

  /**
   * Changes the watched addresses of a subscription, all with the same event; undefined for an unknown id.
   *
   * @throws {RpcServiceError} If a limit of addresses would be exceeded.
   */
  async updateSubscription(id: string, change: AddressKeyChange): Promise<Watched | undefined> {
    const { add, remove } = change;
    const { feed } = this.#options;
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return undefined;
    const difference = add.size - remove.size;
    this.checkRoom(difference);
    this.#countAddresses(difference);
    const sequence = await subscription.change(add, remove);
    const cursor = formatCursor({ epoch: feed.log.epoch, sequence });
    return { addresses: subscription.addressCount, cursor };
  }

  /** Ends a subscription; returns false for an unknown id. */
  unsubscribe(id: string): boolean {
    const subscription = this.#subscriptions.get(id);
    this.#countAddresses(-(subscription?.addressCount ?? 0));
    subscription?.end();
    return this.#subscriptions.delete(id);
  }

  /** Starts new subscriptions; to be called once the client has their ids. */
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

  /** Ends every subscription, and sends nothing more. A second call does nothing. */
  end(): void {
    this.#isEnded = true;
    for (const subscription of this.#subscriptions.values()) subscription.end();
    this.#subscriptions.clear();
    this.#countAddresses(-this.#addresses);
    this.outbox.end();
  }

  /**
   * Checks the limits of addresses before a number of addresses is added.
   *
   * @throws {RpcServiceError} If the connection, its subject or the process would exceed its limit.
   */
  checkRoom(added: number): void {
    const { room, subject } = this.#options;
    const maximum = LIMITS.addressesPerConnection;
    if (this.#addresses + added > maximum)
      throw tooManyHere("addresses in the filters of its subscriptions", maximum, this.#addresses);
    room.check(subject, added);
  }

  #countAddresses(difference: number): void {
    this.#addresses += difference;
    this.#options.room.add(this.#options.subject, difference);
  }
}

function tooManyHere(noun: string, maximum: number, count: number): RpcServiceError {
  const bound = `A connection has at most ${maximum} ${noun}`;
  return tooMany(`${bound}, this one has ${count}: end one first`);
}
