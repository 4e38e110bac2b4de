import type { Segment } from "../chains/mod.ts";
import { ContractError, RpcError } from "../errors/mod.ts";
import {
  RPC_INTERNAL_ERROR,
  RPC_LIMIT_EXCEEDED,
  RPC_METHOD_NOT_FOUND,
} from "../generated/errors.gen.ts";
import { TOPICS } from "../generated/topics.gen.ts";
import type { AddressChange, Subscription, SubscriptionEvent } from "../generated/types.gen.ts";
import { NoSubscriptions } from "./_event_errors.ts";
import { type ChangeDone, isActive, type SlotEntry, type SlotState } from "./_slot.ts";
import {
  type MethodName,
  SUBSCRIBE,
  type Unchecked,
  uncheckedFields,
  UNSUBSCRIBE,
  UPDATE,
} from "./_wire.ts";
import { backoff, type EventClock, type Timing } from "./event_clock.ts";
import type { SocketChannel, SocketReply } from "./web_socket.ts";

/** Parts of {@linkcode LiveSubscriptions}. */
interface LiveSubscriptionsParts {
  readonly segment: Segment;
  readonly clock: EventClock;
  readonly timing: Timing;
  readonly channel: SocketChannel;
  /** Takes the key out of an error's strings. */
  readonly redact: (error: Error) => void;
}

/** Least pause, in milliseconds, after the service says that the rate limit is exceeded. */
const LIMIT_PAUSE = 1_000;

/**
 * Internal errors of the service in a row after which a subscription fails, and refusals for a limit after which a change of
 * its addresses does: it may be one that no wait ends.
 */
const MOST_FAILURES = 5;

/** Notifications buffered until the reply that names their subscription. */
const MOST_EARLY = 1_000;

/** Silences of the heartbeat from one check of quiet subscriptions to the next. */
const SILENCES = 10;

/** The subscriptions of slots on one open WebSocket; they end with it. */
export class LiveSubscriptions {
  readonly #parts: LiveSubscriptionsParts;
  /** Slots of accepted subscriptions by their ids. */
  readonly #live = new Map<unknown, SlotState>();
  /** Ids of subscriptions that the service has yet to end. */
  readonly #ending = new Set<unknown>();
  /** Subscriptions that the service has yet to accept or refuse. */
  #pending = 0;
  /** Notifications that came before the reply that names their subscription. */
  #early: Unchecked<SubscriptionEvent>[] = [];
  /** Newest cursor of the service's log at the last check of quiet subscriptions. */
  #newest: string | null = null;
  /** Checks quiet subscriptions. */
  #timer: unknown;

  constructor(parts: LiveSubscriptionsParts) {
    this.#parts = parts;
    this.#checkLater();
  }

  /** Takes a notification. A service may send it before the reply that names its subscription. */
  event(event: Unchecked<SubscriptionEvent>): void {
    const { subscription, result, cursor } = event;
    const { entry, listener } = this.#live.get(subscription) ?? {};
    if (!entry) return this.#bufferEarly(event);
    entry.isQuiet = false;
    listener?.notify({ type: "event", result, cursor: cursorOf(cursor) });
  }

  /** The WebSocket is gone: nothing is checked any longer. */
  stop(): void {
    this.#parts.clock.clearTimeout(this.#timer);
  }

  /** Ends the subscription of a slot, if it has one; an active slot gets another one. */
  subscribe(slot: SlotState): void {
    this.unsubscribe(slot);
    const { listener } = slot;
    if (!isActive(listener)) return;
    const entry: SlotEntry = (slot.entry = { isQuiet: false });
    const { channel } = this.#parts;
    listener.notify({ type: "connecting" });
    const filter = listener.filter();
    const params = Object.keys(filter).length > 0 ? [listener.topic, filter] : [listener.topic];
    this.#pending++;
    const onReply = ({ result, error }: SocketReply): void => {
      this.#pending--;
      const { subscription: id, cursor, oldest } = uncheckedFields<Subscription>(result);
      if (slot.entry !== entry) this.#endOf(id);
      else if (error !== undefined) this.#refuse(slot, entry, error);
      else if (typeof id !== "string")
        this.#endWithout(slot, this.#broken("subscription", "an id"));
      else if (this.#live.has(id) || this.#ending.has(id))
        this.#reject(slot, "subscription", "an id of its own");
      else {
        slot.limits = slot.failures = 0;
        entry.id = id;
        this.#live.set(id, slot);
        this.#sendChange(slot, entry);
        listener.notify({
          type: "subscribed",
          cursor: cursorOf(cursor),
          oldest: cursorOf(oldest),
        });
      }
      // Events of other subscriptions are buffered again.
      for (const event of this.#early.splice(0)) this.event(event);
    };
    channel.call(SUBSCRIBE, params, onReply);
  }

  /** Changes the addresses of a slot's subscription; where it has none, the next one has the filter as it stands. */
  change(slot: SlotState, change: AddressChange, done: ChangeDone): void {
    const { entry } = slot;
    if (!entry) return done();
    entry.change = { change, done };
    this.#sendChange(slot, entry);
  }

  /** Sends the change of a subscription that is accepted. */
  #sendChange(slot: SlotState, entry: SlotEntry): void {
    if (!entry.change || entry.id === undefined) return;
    const { change, done } = entry.change;
    this.#parts.channel.call(UPDATE, [entry.id, change], ({ error: answer }) => {
      // The end of the subscription has called it.
      if (slot.entry !== entry) return;
      const { code } = uncheckedFields<RpcError>(answer);
      // A service without the method is told all addresses anew.
      if (code === RPC_METHOD_NOT_FOUND) return this.subscribe(slot);
      if (code === RPC_LIMIT_EXCEEDED && ++slot.limits < MOST_FAILURES) {
        const pause = this.#limitPause(slot.limits);
        entry.timer = this.#parts.clock.setTimeout(() => this.#sendChange(slot, entry), pause);
        return;
      }
      slot.limits = 0;
      entry.change = undefined;
      done(answer === undefined ? undefined : this.#errorOf(answer, UPDATE, 1));
    });
  }

  /** Ends the subscription of a slot, if it has one. */
  unsubscribe(slot: SlotState): void {
    const { entry } = slot;
    slot.entry = undefined;
    entry?.change?.done();
    this.#parts.clock.clearTimeout(entry?.timer);
    this.#live.delete(entry?.id);
    this.#endOf(entry?.id);
  }

  /** Ends a subscription that no slot has; a service may have named that of another slot. */
  #endOf(id: unknown): void {
    if (typeof id !== "string" || this.#live.has(id)) return;
    this.#ending.add(id);
    this.#early = this.#early.filter(({ subscription }) => subscription !== id);
    this.#parts.channel.call(UNSUBSCRIBE, [id], () => this.#ending.delete(id));
  }

  #bufferEarly(event: Unchecked<SubscriptionEvent>): void {
    if (this.#ending.has(event.subscription) || this.#pending === 0) return;
    if (this.#early.push(event) <= MOST_EARLY) return;
    const reason = `More than ${MOST_EARLY} events arrived before their subscription was confirmed`;
    this.#parts.channel.drop({ reason });
  }

  #refuse(slot: SlotState, entry: SlotEntry, answer: unknown): void {
    const { clock, timing } = this.#parts;
    const { code } = uncheckedFields<RpcError>(answer);
    if (typeof code !== "number") return this.#reject(slot, "error.code", "a number");
    const isLimit = code === RPC_LIMIT_EXCEEDED;
    const isBroken = code === RPC_INTERNAL_ERROR;
    const refusals = isLimit ? ++slot.limits : ++slot.failures;
    const error = this.#errorOf(answer, SUBSCRIBE, slot.limits + slot.failures);
    if (code === RPC_METHOD_NOT_FOUND) return this.#endWithout(slot, error);
    if (!isLimit && !(isBroken && refusals < MOST_FAILURES)) {
      return slot.listener.notify({ type: "refused", error });
    }
    const pause = isLimit ? this.#limitPause(refusals) : backoff(timing, refusals, clock);
    entry.timer = clock.setTimeout(() => this.subscribe(slot), pause);
    slot.listener.notify({ type: "waiting", error });
  }

  /** Milliseconds to wait after refusals for the limits. */
  #limitPause(refusals: number): number {
    const { clock, timing } = this.#parts;
    return Math.min(LIMIT_PAUSE, timing.cap) + backoff(timing, refusals, clock);
  }

  #errorOf(answer: unknown, operation: MethodName, attempts: number): RpcError {
    const { segment, redact } = this.#parts;
    const { code, message, data } = uncheckedFields<RpcError>(answer);
    const detail = typeof data === "string" ? data : undefined;
    const context = { segment, operation, attempts };
    const error = new RpcError(Number(code), String(message), detail, context);
    redact(error);
    return error;
  }

  /** The service does something else than to subscribe. */
  #endWithout({ listener }: SlotState, cause: RpcError | ContractError): void {
    listener.notify({ type: "unsupported", error: new NoSubscriptions(cause) });
  }

  /** The reply breaks the interface. */
  #reject({ listener }: SlotState, path: string, expected: string): void {
    listener.notify({ type: "failed", error: this.#broken(path, expected) });
  }

  #broken(path: string, expected: string): ContractError {
    const { segment } = this.#parts;
    const issues = [{ path, message: `expected ${expected}` }];
    return new ContractError(issues, { segment, operation: SUBSCRIBE });
  }

  #checkLater(): void {
    const { clock, timing } = this.#parts;
    this.#timer = clock.setTimeout(() => this.#checkQuiet(), timing.silence * SILENCES);
  }

  /**
   * Advances the cursors of quiet subscriptions: one without events would resume at a cursor that expires one day, though
   * it missed nothing. The newest cursor is that of the whole log, so any topic that has one serves to ask for it.
   */
  #checkQuiet(): void {
    this.#checkLater();
    const quiet = [...this.#live.values()].find(
      ({ entry, listener }) => entry?.isQuiet && !TOPICS[listener.topic].live,
    );
    if (!quiet) return this.#advance(null);
    this.#parts.channel.call(SUBSCRIBE, [quiet.listener.topic], ({ result }) => {
      const { subscription, cursor, replaying } = uncheckedFields<Subscription>(result);
      if (typeof subscription !== "string") return;
      this.#endOf(subscription);
      // A replay that passes over other events, or waits for the rate limit, is quiet too, and not there yet.
      this.#advance(replaying === true ? null : cursorOf(cursor));
    });
  }

  /**
   * Advances to the newest cursor of the last check, and remembers that of this one. All that the service sent before the last
   * one has arrived by now, so a subscription that is still quiet has no event up to it.
   */
  #advance(newest: string | null): void {
    const cursor = this.#newest;
    this.#newest = newest;
    for (const { entry, listener } of this.#live.values()) {
      if (!entry) continue;
      const { isQuiet } = entry;
      entry.isQuiet = true;
      if (isQuiet && cursor !== null) listener.notify({ type: "advanced", cursor });
    }
  }
}

function cursorOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
