import type { Segment } from "../chains/mod.ts";
import { ContractError, RpcError } from "../errors/mod.ts";
import type { Subscription, SubscriptionEvent } from "../generated/types.gen.ts";
import { RPC_INTERNAL_ERROR, RPC_LIMIT_EXCEEDED } from "../generated/errors.gen.ts";
import { whenDone } from "../transport/internal.ts";
import { reasonOf } from "../validation/mod.ts";
import { type ConnectionEnd, connectionLost } from "./_event_errors.ts";
import type { Slot, SlotEntry, SlotInput, SlotListener, SlotMode, SlotState } from "./_slot.ts";
import { SUBSCRIBE, type Unchecked, uncheckedFields, UNSUBSCRIBE } from "./_wire.ts";
import { backoff, type EventClock, STABLE, type Timing } from "./event_clock.ts";
import { type ChannelHandlers, SocketChannel, type WebSocketConstructor } from "./web_socket.ts";

/**
 * - `idle`: nothing uses it
 * - `connecting`: a WebSocket is being opened
 * - `open`: the WebSocket carries subscriptions
 * - `waiting`: it is lost or did not open, and the next attempt comes after a pause
 */
export type ConnectionPhase = "idle" | "connecting" | "open" | "waiting";

/** Parts of a {@linkcode Connection}. */
export interface ConnectionParts {
  readonly segment: Segment;
  readonly clock: EventClock;
  readonly timing: Timing;
  /** The URL to connect to; later, where a key function makes a promise of it. */
  readonly url: () => string | Promise<string>;
  /** Takes the key in that URL out of an error's strings. */
  readonly hideKey: (error: Error, url: string) => void;
  readonly webSocket: WebSocketConstructor;
  /** Called for everything that counts as a request: a connection that opened, and each call. */
  readonly onRequest?: (() => void) | undefined;
  /** State shared by the connections of a client: whether a message ever came on one. */
  readonly shared: { wasAnswered: boolean };
  /** Called when its phase, or what its slots ask for, has changed. */
  readonly onChange: (reason?: string, error?: Error) => void;
}

/** A subscription that is being ended. */
interface Ended {
  /** Number of its last notification, among all of such subscriptions; 0 without one. */
  heard: number;
}

/** Least pause, in milliseconds, after the service says that the rate limit is exceeded. */
const LIMIT_PAUSE = 1_000;

/** Internal errors of the service in a row after which a subscription fails. */
const MOST_FAILURES = 5;

/** Notifications buffered until the reply that names their subscription. */
const MOST_EARLY = 1_000;

/** Silences of the heartbeat from one check of quiet subscriptions to the next. */
const SILENCES = 10;

/**
 * Subscriptions on one WebSocket, which is replaced whenever it is lost.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> idle
 *   idle --> connecting: the first slot joins
 *   connecting --> open: opened
 *   connecting --> waiting: lost
 *   open --> waiting: lost
 *   waiting --> connecting: the pause is over, or a slot joins those on standby
 *   open --> idle: the last slot leaves, as in every phase
 * ```
 */
export class Connection implements ChannelHandlers {
  readonly #parts: ConnectionParts;
  readonly #slots = new Set<SlotState>();
  #phase: ConnectionPhase = "idle";
  /** The newest one; calls on one that has ended do nothing. */
  #channel: SocketChannel | undefined;
  /** URL of the newest attempt, which may hold a key; undefined where none could be made. */
  #url: string | undefined;
  /** The attempt under way: what a key function brings of an earlier one is dropped. */
  #turn: object | undefined;
  #openedAt = 0;
  /** Losses and failed attempts in a row, without a stable connection in between. */
  #failures = 0;
  /** Attempts in a row that brought no message: a proxy may open each WebSocket and close it at once. */
  #unanswered = 0;
  /** Slots of accepted subscriptions by their ids. */
  readonly #live = new Map<unknown, SlotState>();
  /** Subscriptions that are being ended, by their ids; the service may give an id again before it has answered that. */
  readonly #ended = new Map<unknown, Ended>();
  /** Notifications for those. */
  #late = 0;
  /** Subscriptions that the service has yet to accept or refuse. */
  #pending = 0;
  /** Notifications that came before the reply that names their subscription. */
  #early: Unchecked<SubscriptionEvent>[] = [];
  /** Newest cursor of the service's log at the last check of quiet subscriptions. */
  #newest: string | null = null;
  /** Checks quiet subscriptions while it is open, and connects again while it waits. */
  #timer: unknown;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  get phase(): ConnectionPhase {
    return this.#phase;
  }

  /** Slots on it. */
  get size(): number {
    return this.#slots.size;
  }

  /** True if all of its slots are on standby. */
  get isStandby(): boolean {
    return [...this.#slots].every(({ mode }) => mode === "standby");
  }

  add(listener: SlotListener, mode: SlotMode): Slot {
    const slot: SlotState = { listener, mode, limits: 0, failures: 0 };
    const isFirst = this.isStandby;
    this.#slots.add(slot);
    if (this.#phase === "open") this.#subscribe(slot);
    else if (isFirst) {
      // It does not wait for the slow attempts made on standby.
      this.#failures = 0;
      this.#unanswered = 0;
      if (this.#phase !== "connecting") this.#connect();
    } else if (this.#phase === "waiting") this.#notify(slot, { type: "waiting" });
    return {
      setMode: (next) => this.#setMode(slot, next),
      release: () => this.#release(slot),
    };
  }

  opened(): void {
    this.#phase = "open";
    this.#openedAt = this.#parts.clock.now();
    this.#checkLater();
    for (const slot of [...this.#slots]) {
      this.#notify(slot, { type: "connected" });
      if (this.#slots.has(slot)) this.#subscribe(slot);
    }
    this.#parts.onChange();
  }

  answered(): void {
    this.#unanswered = 0;
    this.#parts.shared.wasAnswered = true;
  }

  /** Takes a notification. A service may send it before the reply that names its subscription. */
  event(event: Unchecked<SubscriptionEvent>): void {
    const { subscription, result, cursor } = event;
    const { entry, listener } = this.#live.get(subscription) ?? {};
    if (!entry) return this.#bufferEarly(event);
    entry.isQuiet = false;
    listener?.notify({ type: "event", result, cursor: cursorOf(cursor) });
  }

  closed(end: ConnectionEnd): void {
    const { segment, clock, timing, shared } = this.#parts;
    const isStable = this.#phase === "open" && clock.now() - this.#openedAt >= STABLE;
    this.#failures = isStable ? 1 : this.#failures + 1;
    const error = this.#withoutKey(connectionLost(end, segment, this.#failures));
    const { maximum, fallbackAfter } = timing;
    const isDown = this.#unanswered >= fallbackAfter;
    const { retryable } = error;
    if (isDown && retryable && !shared.wasAnswered) this.#wait({ type: "unreachable", error });
    else if (!retryable || this.#failures >= maximum) this.#wait({ type: "failed", error });
    else this.#wait({ type: isDown ? "unavailable" : "waiting", error });
  }

  #connect(): void {
    const { clock, timing, url } = this.#parts;
    clock.clearTimeout(this.#timer);
    this.#phase = "connecting";
    this.#unanswered++;
    this.#url = undefined;
    const turn = (this.#turn = {});
    const lose = (error: unknown): void => {
      if (this.#turn === turn) this.closed({ reason: reasonOf(error) });
    };
    const open = (shown: string): void => {
      if (this.#turn !== turn) return;
      clock.clearTimeout(this.#timer);
      this.#url = shown;
      this.#channel = new SocketChannel({ ...this.#parts, url: shown, handlers: this });
    };
    try {
      const opened = whenDone(url(), open);
      if (opened instanceof Promise) {
        const late = (): void => lose(`No key within ${timing.timeout} ms`);
        this.#timer = clock.setTimeout(late, timing.timeout);
        opened.catch(lose);
      }
    } catch (error) {
      // A key that cannot be presented now cannot be presented later.
      const fail = (): void => this.#wait({ type: "failed", error });
      // Not at once: a subscription is not to fail before `subscribe` has returned.
      this.#timer = clock.setTimeout(this.#url === undefined ? fail : () => lose(error), 0);
    }
    this.#notifyAll({ type: "connecting" });
    this.#parts.onChange();
  }

  /** Notifies the slots of a loss, and connects again after a pause if any remain. */
  #wait(input: SlotInput & { readonly error?: unknown }): void {
    this.#clear("waiting");
    this.#notifyAll(input);
    const { error } = input;
    this.#parts.onChange(reasonOf(error), error instanceof Error ? error : undefined);
    // A listener may have released the last slot, or added one that connects at once.
    if (this.phase !== "waiting") return;
    const { timing, clock } = this.#parts;
    // While subscriptions poll, clients are not to return at once.
    const pause = this.isStandby
      ? (timing.cap * (1 + clock.random())) / 2
      : backoff(timing, this.#failures - 1, clock);
    this.#timer = clock.setTimeout(() => this.#connect(), pause);
  }

  #setMode(slot: SlotState, mode: SlotMode): void {
    slot.mode = mode;
    this.#subscribe(slot);
    this.#parts.onChange();
  }

  #release(slot: SlotState): void {
    if (!this.#slots.has(slot)) return;
    if (this.#slots.size === 1) {
      this.#channel?.drop();
      this.#clear("idle");
    }
    this.#unsubscribe(slot);
    this.#slots.delete(slot);
    this.#parts.onChange();
  }

  /** Forgets what was on the WebSocket, which is gone. */
  #clear(phase: ConnectionPhase): void {
    this.#phase = phase;
    this.#turn = undefined;
    this.#parts.clock.clearTimeout(this.#timer);
    for (const slot of this.#slots) this.#unsubscribe(slot);
    this.#live.clear();
    this.#ended.clear();
    this.#pending = 0;
    this.#early = [];
    this.#newest = null;
  }

  /**
   * Ends the subscription of a slot, if it has one; an active slot has another one where the connection is open.
   *
   * @param unsure Ids that the service gave to the slot, whose first events may have been taken for those of an earlier
   * subscription. They end once there is an answer: while they are in use, the service gives other ones.
   */
  #subscribe(slot: SlotState, unsure: readonly string[] = []): void {
    this.#unsubscribe(slot);
    const { listener, mode } = slot;
    if (this.#phase !== "open" || mode !== "active") return;
    const entry: SlotEntry = (slot.entry = { isQuiet: false });
    listener.notify({ type: "connecting" });
    const filter = listener.filter();
    const params = Object.keys(filter).length > 0 ? [listener.topic, filter] : [listener.topic];
    const asked = this.#late;
    this.#pending++;
    this.#channel?.call(SUBSCRIBE, params, ({ result, error }) => {
      this.#pending--;
      const { subscription: id, cursor } = uncheckedFields<Subscription>(result);
      if (slot.entry !== entry) this.#endOf(id);
      else if (error !== undefined) this.#refuse(slot, entry, error);
      else if (typeof id !== "string" || this.#live.has(id))
        this.#reject(slot, "subscription", "an id of its own");
      else if ((this.#ended.get(id)?.heard ?? 0) > asked) {
        if (unsure.length < MOST_FAILURES) return this.#subscribe(slot, [...unsure, id]);
        // On a new WebSocket there is no earlier subscription.
        return this.#channel?.drop({ reason: "Ids of subscriptions are not their own" });
      } else {
        slot.limits = slot.failures = 0;
        entry.id = id;
        this.#live.set(id, slot);
        listener.notify({ type: "subscribed", cursor: cursorOf(cursor) });
      }
      for (const one of unsure) this.#endOf(one);
      // Those of other subscriptions are buffered again.
      for (const event of this.#early.splice(0)) this.event(event);
    });
  }

  /** Ends the subscription of a slot, if it has one. */
  #unsubscribe(slot: SlotState): void {
    const { entry } = slot;
    slot.entry = undefined;
    this.#parts.clock.clearTimeout(entry?.timer);
    this.#live.delete(entry?.id);
    this.#endOf(entry?.id);
  }

  /** Ends a subscription that no slot has; a service may have named that of another slot. */
  #endOf(id: unknown): void {
    if (typeof id !== "string" || this.#live.has(id)) return;
    const ended: Ended = { heard: 0 };
    this.#ended.set(id, ended);
    this.#early = this.#early.filter(({ subscription }) => subscription !== id);
    this.#channel?.call(UNSUBSCRIBE, [id], () => {
      if (this.#ended.get(id) === ended) this.#ended.delete(id);
    });
  }

  #bufferEarly(event: Unchecked<SubscriptionEvent>): void {
    const ended = this.#ended.get(event.subscription);
    if (ended) ended.heard = ++this.#late;
    if (ended || this.#pending === 0 || this.#early.push(event) <= MOST_EARLY) return;
    const reason = `More than ${MOST_EARLY} events arrived before their subscription was confirmed`;
    this.#channel?.drop({ reason });
  }

  #refuse(slot: SlotState, entry: SlotEntry, answer: unknown): void {
    const { segment, clock, timing } = this.#parts;
    const { code, message, data } = uncheckedFields<RpcError>(answer);
    if (typeof code !== "number") return this.#reject(slot, "error.code", "a number");
    const isLimit = code === RPC_LIMIT_EXCEEDED;
    const isBroken = code === RPC_INTERNAL_ERROR;
    const refusals = isLimit ? ++slot.limits : ++slot.failures;
    const attempts = slot.limits + slot.failures;
    const detail = typeof data === "string" ? data : undefined;
    const context = { segment, operation: SUBSCRIBE, attempts };
    const error = this.#withoutKey(new RpcError(code, String(message), detail, context));
    if (!isLimit && !(isBroken && refusals < MOST_FAILURES)) {
      return slot.listener.notify({ type: "refused", error });
    }
    const least = isLimit ? Math.min(LIMIT_PAUSE, timing.cap) : 0;
    const pause = least + backoff(timing, refusals, clock);
    entry.timer = clock.setTimeout(() => this.#subscribe(slot), pause);
    slot.listener.notify({ type: "waiting", error });
  }

  /** The service, or a WebSocket that cannot be made, may repeat the URL. */
  #withoutKey<E extends Error>(error: E): E {
    if (this.#url !== undefined) this.#parts.hideKey(error, this.#url);
    return error;
  }

  /** The reply breaks the interface. */
  #reject({ listener }: SlotState, path: string, expected: string): void {
    const { segment } = this.#parts;
    const issues = [{ path, message: `expected ${expected}` }];
    const error = new ContractError(issues, { segment, operation: SUBSCRIBE });
    listener.notify({ type: "failed", error });
  }

  #notifyAll(input: SlotInput): void {
    for (const slot of [...this.#slots]) this.#notify(slot, input);
  }

  #notify({ mode, listener }: SlotState, input: SlotInput): void {
    const isProgress = input.type === "connecting" || input.type === "waiting";
    const isDue = isProgress ? mode === "active" : mode !== "standby" || input.type === "connected";
    if (isDue) listener.notify(input);
  }

  #checkLater(): void {
    const { clock, timing } = this.#parts;
    this.#timer = clock.setTimeout(() => this.#checkQuiet(), timing.silence * SILENCES);
  }

  /**
   * Advances the cursors of quiet subscriptions: one without events would resume at a cursor that expires one day, though
   * it missed nothing. The newest cursor is that of the whole log, so any topic serves to ask for it.
   */
  #checkQuiet(): void {
    this.#checkLater();
    const quiet = [...this.#live.values()].find(({ entry }) => entry?.isQuiet);
    if (!quiet) return this.#advance(null);
    this.#channel?.call(SUBSCRIBE, [quiet.listener.topic], ({ result }) => {
      const { subscription, cursor } = uncheckedFields<Subscription>(result);
      if (typeof subscription !== "string") return;
      this.#endOf(subscription);
      this.#advance(cursorOf(cursor));
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
