import type { Segment } from "../chains/mod.ts";
import { ContractError, RpcError, type TransportError } from "../errors/mod.ts";
import { RPC_ERRORS } from "../generated/errors.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { Subscription, SubscriptionEvent } from "../generated/client/types.gen.ts";
import { backoff, type EventClock, type Timing } from "./event_clock.ts";
import type { SocketChannel } from "./web_socket.ts";
import { SUBSCRIBE, type Unchecked, uncheckedFields, UNSUBSCRIBE } from "./_wire.ts";

/**
 * What a slot asks of its connection.
 *
 * - `active`: events of its topic
 * - `held`: an open connection, but no events: the subscription is paused or backfills
 * - `standby`: a notice when a connection opens; meanwhile the subscription polls
 */
export type SlotMode = "active" | "held" | "standby";

/**
 * What happens to a slot, notified at once and in order. `connecting` and `waiting` are for active slots; a slot on standby
 * gets `opened` alone.
 */
export type SlotInput =
  /** A connection is being opened, or the service has yet to answer the subscription. */
  | { readonly type: "connecting" }
  | { readonly type: "opened" }
  /** The connection is lost or the service asked for a pause; the next attempt follows. */
  | { readonly type: "waiting"; readonly reason?: string | undefined }
  /** The service has accepted the subscription, which begins at `cursor`. */
  | { readonly type: "subscribed"; readonly cursor: string | null }
  | { readonly type: "event"; readonly result: unknown; readonly cursor: string | null }
  /** The log has no event of the subscription up to `cursor`. */
  | { readonly type: "advanced"; readonly cursor: string }
  /** The service refuses the subscription. */
  | { readonly type: "refused"; readonly error: RpcError }
  /** Attempts to reconnect have failed for a while; more come by themselves. */
  | { readonly type: "unavailable"; readonly error: TransportError }
  /** No connection of this client was ever open; attempts go on for slots on `standby` alone. */
  | { readonly type: "unreachable"; readonly error: TransportError }
  /** No further attempt comes. */
  | { readonly type: "failed"; readonly error: unknown };

/** The subscription behind a slot. */
export interface SlotListener {
  readonly topic: TopicName;
  /** The filter to subscribe with, at the present cursor. */
  filter(): Readonly<Record<string, unknown>>;
  notify(input: SlotInput): void;
}

/** The slot of a subscription on a connection. */
export interface Slot {
  /** Changes what it asks for; `active` subscribes anew. */
  setMode(mode: SlotMode): void;
  /** Leaves the connection, which closes after its last slot. */
  release(): void;
}

/** A slot as its connection sees it. */
export interface SlotState {
  readonly listener: SlotListener;
  mode: SlotMode;
  /** Refusals in a row that may pass. */
  failures: number;
}

/** Parts of {@linkcode SocketSubscriptions}. */
export interface SocketSubscriptionsParts {
  readonly segment: Segment;
  readonly clock: EventClock;
  readonly timing: Timing;
  /** The open WebSocket. */
  readonly channel: SocketChannel;
}

/** The subscription of a slot, from the request on. */
interface Entry {
  readonly slot: SlotState;
  /** Undefined until the service has accepted it. */
  id?: string;
  /** True if no event came since the last check of quiet subscriptions. */
  isQuiet: boolean;
  /** Asks again after a refusal that may pass. */
  timer?: unknown;
}

/** Least pause, in milliseconds, after the service says that the rate limit is exceeded. */
const LIMIT_PAUSE = 1_000;

/** Internal errors of the service in a row after which a subscription fails. */
const MOST_FAILURES = 5;

/** Notifications buffered until the reply that names their subscription. */
const MOST_EARLY = 1_000;

/** Silences of the heartbeat from one check of quiet subscriptions to the next. */
const SILENCES = 10;

/** Subscriptions on one WebSocket, for as long as it is open. */
export class SocketSubscriptions {
  readonly #parts: SocketSubscriptionsParts;
  readonly #entries = new Map<SlotState, Entry>();
  /** Accepted subscriptions by their ids. */
  readonly #live = new Map<unknown, Entry>();
  /** Ids of subscriptions that are being ended. */
  readonly #ended = new Set<unknown>();
  /** Requests that the service has yet to answer. */
  #unanswered = 0;
  /** Notifications that came before the reply that names their subscription. */
  #early: Unchecked<SubscriptionEvent>[] = [];
  /** Newest cursor of the service's log at the last check of quiet subscriptions. */
  #newest: string | undefined;
  #timer: unknown;

  constructor(parts: SocketSubscriptionsParts) {
    this.#parts = parts;
    this.#checkLater();
  }

  /** Subscribes for a slot, anew if it had subscribed. */
  subscribe(slot: SlotState): void {
    this.unsubscribe(slot);
    const entry: Entry = { slot, isQuiet: false };
    this.#entries.set(slot, entry);
    const { listener } = slot;
    listener.notify({ type: "connecting" });
    const filter = listener.filter();
    const params = Object.keys(filter).length > 0 ? [listener.topic, filter] : [listener.topic];
    this.#unanswered++;
    this.#parts.channel.call(SUBSCRIBE, params, ({ result, error }) => {
      this.#unanswered--;
      const isWanted = this.#entries.get(slot) === entry;
      if (error === undefined) this.#accept(entry, isWanted, result);
      else if (isWanted) this.#refuse(entry, error);
      if (this.#unanswered === 0) this.#early = [];
    });
  }

  /** Ends the subscription of a slot, if it has one. */
  unsubscribe(slot: SlotState): void {
    const entry = this.#entries.get(slot);
    if (!entry) return;
    this.#entries.delete(slot);
    this.#parts.clock.clearTimeout(entry.timer);
    if (entry.id === undefined) return;
    this.#live.delete(entry.id);
    this.#endOf(entry.id);
  }

  /** Takes a notification. A service may send it before the reply that names its subscription. */
  take(event: Unchecked<SubscriptionEvent>): void {
    const { subscription, result, cursor } = event;
    const entry = this.#live.get(subscription);
    if (!entry) return this.#bufferEarly(event);
    entry.isQuiet = false;
    entry.slot.listener.notify({ type: "event", result, cursor: cursorOf(cursor) });
  }

  /** Forgets them all, as the WebSocket is gone. */
  end(): void {
    const { clock } = this.#parts;
    clock.clearTimeout(this.#timer);
    for (const { timer } of this.#entries.values()) clock.clearTimeout(timer);
  }

  #accept(entry: Entry, isWanted: boolean, result: unknown): void {
    const { subscription, cursor } = uncheckedFields<Subscription>(result);
    const { slot } = entry;
    const isNamed = typeof subscription === "string";
    if (!isWanted) return isNamed ? this.#endOf(subscription) : undefined;
    if (!isNamed) return this.#reject(slot, "subscription", "a string");
    slot.failures = 0;
    entry.id = subscription;
    this.#live.set(subscription, entry);
    slot.listener.notify({ type: "subscribed", cursor: cursorOf(cursor) });
    const early = this.#early;
    this.#early = [];
    // Those of other subscriptions are buffered again.
    for (const event of early) this.take(event);
  }

  #bufferEarly(event: Unchecked<SubscriptionEvent>): void {
    if (this.#unanswered === 0 || this.#ended.has(event.subscription)) return;
    if (this.#early.push(event) <= MOST_EARLY) return;
    const reason = `More than ${MOST_EARLY} events arrived before their subscription was confirmed`;
    this.#parts.channel.drop({ reason });
  }

  #refuse(entry: Entry, answer: unknown): void {
    const { segment, clock, timing } = this.#parts;
    const { slot } = entry;
    const { code, message, data } = (answer ?? {}) as Record<string, unknown>;
    if (typeof code !== "number") return this.#reject(slot, "error.code", "a number");
    const attempts = ++slot.failures;
    const detail = typeof data === "string" ? data : undefined;
    const context = { segment, operation: SUBSCRIBE, attempts };
    const error = new RpcError(code, String(message), detail, context);
    const isLimit = code === RPC_ERRORS.LimitExceeded.code;
    const isBroken = code === RPC_ERRORS.InternalError.code;
    if (!isLimit && !(isBroken && attempts < MOST_FAILURES)) {
      slot.mode = "held";
      return slot.listener.notify({ type: "refused", error });
    }
    const least = isLimit ? Math.min(LIMIT_PAUSE, timing.cap) : 0;
    const pause = least + backoff(timing, attempts, clock);
    entry.timer = clock.setTimeout(() => this.subscribe(slot), pause);
    slot.listener.notify({ type: "waiting", reason: error.message });
  }

  /** The reply breaks the interface. */
  #reject({ listener }: SlotState, path: string, expected: string): void {
    const { segment } = this.#parts;
    const issues = [{ path, message: `expected ${expected}` }];
    const error = new ContractError(issues, { segment, operation: SUBSCRIBE });
    listener.notify({ type: "failed", error });
  }

  #endOf(id: string): void {
    this.#ended.add(id);
    this.#parts.channel.call(UNSUBSCRIBE, [id], () => this.#ended.delete(id));
  }

  #checkLater(): void {
    const { clock, timing } = this.#parts;
    const period = timing.silence * SILENCES;
    this.#timer = clock.setTimeout(() => this.#checkQuiet(), period);
  }

  /**
   * Advances the cursors of quiet subscriptions: one without events would resume at a cursor that expires one day, though
   * it missed nothing. The newest cursor is that of the whole log, so any topic serves to ask for it.
   */
  #checkQuiet(): void {
    this.#checkLater();
    const quiet = [...this.#live.values()].find(({ isQuiet }) => isQuiet);
    if (!quiet) return this.#advance(undefined);
    this.#parts.channel.call(SUBSCRIBE, [quiet.slot.listener.topic], ({ result }) => {
      const { subscription, cursor } = uncheckedFields<Subscription>(result);
      if (typeof subscription !== "string") return;
      this.#endOf(subscription);
      this.#advance(cursorOf(cursor) ?? undefined);
    });
  }

  /**
   * Advances to the newest cursor of the last check, and remembers that of this one. All that the service sent before the last
   * one has arrived by now, so a subscription that is still quiet has no event up to it.
   */
  #advance(newest: string | undefined): void {
    const cursor = this.#newest;
    this.#newest = newest;
    for (const entry of this.#live.values()) {
      const { isQuiet, slot } = entry;
      entry.isQuiet = true;
      if (isQuiet && cursor !== undefined) slot.listener.notify({ type: "advanced", cursor });
    }
  }
}

function cursorOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
