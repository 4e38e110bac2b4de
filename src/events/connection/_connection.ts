import type { Segment } from "../../chains/mod.ts";
import { ContractError } from "../../errors/mod.ts";
import { RPC_ERRORS } from "../../generated/errors.gen.ts";
import type { Subscription, SubscriptionEvent } from "../../generated/client/types.gen.ts";
import {
  connectionLost,
  type ConnectionEnd,
  messageOf,
  subscriptionRefused,
} from "../_event_errors.ts";
import type { EventClock } from "../event_clock.ts";
import { SUBSCRIBE, UNSUBSCRIBE } from "../_method_name.ts";
import { backoff, STABLE, standbyPause, type Timing } from "../_timing.ts";
import { type Unchecked, uncheckedFields } from "../_unchecked.ts";
import type { WebSocketConstructor } from "../web_socket.ts";
import { CursorKeeper, type QuietSlot } from "./_cursor_keeper.ts";
import { SocketChannel, type SocketReply } from "./_socket_channel.ts";
import type { Slot, SlotInput, SlotListener, SlotMode } from "./slot.ts";

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
  /** The URL to connect to. */
  readonly url: () => string;
  readonly webSocket: WebSocketConstructor;
  readonly clock: EventClock;
  readonly timing: Timing;
  /** Called for everything that counts as a request: a connection that opened, and each call. */
  readonly onRequest?: (() => void) | undefined;
  /** Whether some connection of this client was ever open. */
  readonly wasEverOpen: () => boolean;
  /** Called when its phase, or what its slots ask for, has changed. */
  readonly onChange: (reason?: string) => void;
}

/** Least pause, in milliseconds, after the service says that the rate limit is exceeded. */
const LIMIT_PAUSE = 1_000;

/** Silences of the heartbeat from one check for quiet subscriptions to the next. */
const SILENCES = 10;

/** Internal errors of the service in a row after which a subscription fails. */
const MOST_FAILURES = 5;

/** Notifications kept per connection until the reply that names their subscription. */
const MOST_EARLY = 1_000;

/** A slot as its connection sees it. */
interface Seat extends QuietSlot {
  mode: SlotMode;
  /** Id of the subscription on the present WebSocket. */
  id?: string | undefined;
  /** Counts the requests; the reply to an outdated one is recognised by it. */
  request: number;
  /** Refusals in a row that may pass. */
  failures: number;
  timer?: unknown;
}

/**
 * Subscriptions on one WebSocket, which is replaced whenever it is lost.
 *
 * ```
 *          add              opened
 *   idle ───────▶ connecting ─────▶ open
 *     ▲             ▲   │ lost       │ lost
 *     │ last slot   │   ▼            │
 *     └─ leaves ── waiting ◀─────────┘
 *              retry
 * ```
 */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #seats = new Set<Seat>();
  /** Subscriptions by their ids. */
  readonly #live = new Map<unknown, Seat>();
  readonly #cursors: CursorKeeper;
  #phase: ConnectionPhase = "idle";
  #channel: SocketChannel | undefined;
  #openedAt = 0;
  /** Losses and failed attempts in a row, without a stable connection in between. */
  #failures = 0;
  /** Attempts in a row that did not open. */
  #unopened = 0;
  #timer: unknown;
  /** Subscriptions that the service has yet to answer. */
  #unanswered = 0;
  /** Notifications that came before the reply that names their subscription. */
  #early: Unchecked<SubscriptionEvent>[] = [];
  /** Ids of subscriptions that are being ended. */
  readonly #ended = new Set<unknown>();

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#cursors = new CursorKeeper({
      clock: parts.clock,
      period: parts.timing.heartbeat.silence * SILENCES,
      slots: () => this.#live.values(),
      ask: (onCursor) => this.#askCursor(onCursor),
    });
  }

  get phase(): ConnectionPhase {
    return this.#phase;
  }

  /** Slots on it. */
  get size(): number {
    return this.#seats.size;
  }

  /** Whether it is kept for slots on standby alone. */
  get isStandby(): boolean {
    return [...this.#seats].every(({ mode }) => mode === "standby");
  }

  add(listener: SlotListener, mode: SlotMode): Slot {
    const seat: Seat = { listener, mode, request: 0, failures: 0, isQuiet: false };
    const isFirst = this.isStandby;
    this.#seats.add(seat);
    if (this.#phase === "open") this.#subscribe(seat);
    else if (isFirst) this.#begin();
    else if (this.#phase === "waiting") this.#tell(seat, { type: "waiting" });
    return {
      setMode: (next) => this.#setMode(seat, next),
      release: () => this.#release(seat),
    };
  }

  #setMode(seat: Seat, mode: SlotMode): void {
    if (!this.#seats.has(seat)) return;
    this.#leave(seat);
    seat.mode = mode;
    if (this.#phase === "open") this.#subscribe(seat);
    this.#parts.onChange();
  }

  #release(seat: Seat): void {
    if (!this.#seats.delete(seat)) return;
    if (this.#seats.size === 0) this.#close();
    this.#leave(seat);
    this.#parts.onChange();
  }

  /** A slot that needs a connection now does not wait for the slow attempts made on standby. */
  #begin(): void {
    this.#failures = 0;
    this.#unopened = 0;
    if (this.#phase !== "connecting") this.#connect();
  }

  #close(): void {
    this.#phase = "idle";
    this.#channel?.close();
    this.#clear();
  }

  #connect(): void {
    const { clock, url } = this.#parts;
    clock.clearTimeout(this.#timer);
    this.#phase = "connecting";
    const handlers = {
      opened: () => this.#open(),
      event: (event: Unchecked<SubscriptionEvent>) => this.#take(event),
      closed: (end: ConnectionEnd) => this.#lose(end),
    };
    let isAddressed = false;
    try {
      const address = url();
      isAddressed = true;
      this.#channel = new SocketChannel({ ...this.#parts, url: address, handlers });
    } catch (error) {
      const lose = (): void => this.#lose({ reason: messageOf(error) });
      // A key that cannot be presented will not be presentable later.
      const fail = (): void => this.#wait([{ type: "failed", reason: error }]);
      // Not at once: a subscription is not to fail before `subscribe` has returned.
      this.#timer = clock.setTimeout(isAddressed ? lose : fail, 0);
    }
    this.#tellAll({ type: "connecting" });
    this.#parts.onChange();
  }

  #open(): void {
    this.#phase = "open";
    this.#unopened = 0;
    this.#openedAt = this.#parts.clock.now();
    this.#cursors.start();
    for (const seat of [...this.#seats]) {
      const { request } = seat;
      this.#tell(seat, { type: "opened" });
      // Unless the subscription has asked anew meanwhile.
      if (seat.request === request) this.#subscribe(seat);
    }
    this.#parts.onChange();
  }

  #lose(end: ConnectionEnd): void {
    const { segment, clock, timing, wasEverOpen } = this.#parts;
    const wasOpen = this.#phase === "open";
    const wasStable = wasOpen && clock.now() - this.#openedAt >= STABLE;
    this.#failures = wasStable ? 1 : this.#failures + 1;
    if (!wasOpen) this.#unopened++;
    const error = connectionLost(end, segment, this.#failures);
    const { maximum, fallbackAfter } = timing.reconnect;
    const isDown = this.#unopened >= fallbackAfter;
    if (error.retryable && isDown && !wasEverOpen()) {
      return this.#wait([{ type: "unreachable", error }]);
    }
    if (!error.retryable || this.#failures >= maximum) {
      return this.#wait([{ type: "failed", reason: error }]);
    }
    const waiting = { type: "waiting", reason: error.message } as const;
    this.#wait(isDown ? [waiting, { type: "unavailable", error }] : [waiting]);
  }

  /** Tells the slots of a loss, and connects again after a pause where any stay. */
  #wait(inputs: readonly SlotInput[]): void {
    this.#phase = "waiting";
    this.#clear();
    for (const input of inputs) this.#tellAll(input);
    const [first] = inputs;
    this.#parts.onChange(first?.type === "waiting" ? first.reason : undefined);
    // Someone who was told may have left, as the last one, or joined and connected at once.
    if (this.phase !== "waiting") return;
    const { timing, clock } = this.#parts;
    const pause = this.isStandby
      ? standbyPause(timing.reconnect, clock)
      : backoff(timing.reconnect, this.#failures - 1, clock);
    this.#timer = clock.setTimeout(() => this.#connect(), pause);
  }

  /** Forgets everything about the present WebSocket. */
  #clear(): void {
    this.#parts.clock.clearTimeout(this.#timer);
    this.#channel = undefined;
    this.#cursors.stop();
    this.#unanswered = 0;
    this.#early = [];
    for (const seat of this.#seats) this.#leave(seat);
    this.#ended.clear();
  }

  #tellAll(input: SlotInput): void {
    for (const seat of [...this.#seats]) this.#tell(seat, input);
  }

  #tell({ mode, listener }: Seat, input: SlotInput): void {
    const isProgress = input.type === "connecting" || input.type === "waiting";
    const isTold = isProgress ? mode === "active" : mode !== "standby" || input.type === "opened";
    if (isTold) listener.notify(input);
  }

  #subscribe(seat: Seat): void {
    const { listener } = seat;
    if (seat.mode !== "active" || !this.#channel || !this.#seats.has(seat)) return;
    listener.notify({ type: "connecting" });
    const request = ++seat.request;
    const filter = listener.filter();
    const params = Object.keys(filter).length > 0 ? [listener.topic, filter] : [listener.topic];
    this.#unanswered++;
    this.#channel.call(SUBSCRIBE, params, (reply) => {
      this.#unanswered--;
      const isWanted = seat.request === request && this.#seats.has(seat);
      if (reply.error === undefined) this.#accept(isWanted ? seat : undefined, reply);
      else if (isWanted) this.#refuse(seat, reply.error);
      if (this.#unanswered === 0) this.#early = [];
    });
  }

  /** @param seat Undefined where the subscription is no longer wanted. */
  #accept(seat: Seat | undefined, { result }: SocketReply): void {
    const { subscription, cursor } = uncheckedFields<Subscription>(result);
    if (typeof subscription !== "string") return this.#reject(seat, "subscription", "a string");
    if (!seat) return this.#unsubscribe(subscription);
    seat.failures = 0;
    seat.id = subscription;
    seat.isQuiet = false;
    this.#live.set(subscription, seat);
    seat.listener.notify({ type: "subscribed", cursor: cursorOf(cursor) });
    this.#deliverEarly(subscription);
  }

  #deliverEarly(subscription: string): void {
    if (this.#early.length === 0) return;
    const events = this.#early.filter((event) => event.subscription === subscription);
    this.#early = this.#early.filter((event) => event.subscription !== subscription);
    for (const event of events) this.#take(event);
  }

  #take(event: Unchecked<SubscriptionEvent>): void {
    const { subscription, result, cursor } = event;
    const seat = this.#live.get(subscription);
    if (!seat) return this.#keepEarly(event);
    seat.isQuiet = false;
    seat.listener.notify({ type: "event", result, cursor: cursorOf(cursor) });
  }

  /** A service may send events before the reply to the subscription that they belong to. */
  #keepEarly(event: Unchecked<SubscriptionEvent>): void {
    if (this.#unanswered === 0 || this.#ended.has(event.subscription)) return;
    if (this.#early.push(event) <= MOST_EARLY) return;
    this.#channel?.drop({ reason: `More than ${MOST_EARLY} events before their subscription` });
  }

  #refuse(seat: Seat, answer: unknown): void {
    const { segment, clock, timing } = this.#parts;
    const { code, message, data } = (answer ?? {}) as Record<string, unknown>;
    if (typeof code !== "number") return this.#reject(seat, "error.code", "a number");
    const attempts = ++seat.failures;
    const error = subscriptionRefused(code, String(message), data, { segment, attempts });
    const isLimit = code === RPC_ERRORS.LimitExceeded.code;
    const isBroken = code === RPC_ERRORS.InternalError.code;
    if (!isLimit && !(isBroken && attempts < MOST_FAILURES)) {
      seat.mode = "held";
      return seat.listener.notify({ type: "refused", error });
    }
    seat.listener.notify({ type: "waiting", reason: error.message });
    const least = isLimit ? Math.min(LIMIT_PAUSE, timing.reconnect.cap) : 0;
    const pause = least + backoff(timing.reconnect, attempts, clock);
    seat.timer = clock.setTimeout(() => {
      if (this.phase === "open") this.#subscribe(seat);
    }, pause);
  }

  /** The reply breaks the interface. */
  #reject(seat: Seat | undefined, path: string, expected: string): void {
    const { segment } = this.#parts;
    const issues = [{ path, message: `expected ${expected}` }];
    const reason = new ContractError(issues, { segment, operation: SUBSCRIBE });
    seat?.listener.notify({ type: "failed", reason });
  }

  /** The newest cursor is that of the whole log, so any topic serves. */
  #askCursor(onCursor: (cursor: unknown) => void): void {
    const [seat] = this.#live.values();
    if (!seat) return;
    this.#channel?.call(SUBSCRIBE, [seat.listener.topic], ({ result }) => {
      const { subscription, cursor } = uncheckedFields<Subscription>(result);
      if (typeof subscription !== "string") return;
      this.#unsubscribe(subscription);
      onCursor(cursor);
    });
  }

  /** Ends the subscription of a slot, and of its unanswered request. */
  #leave(seat: Seat): void {
    this.#parts.clock.clearTimeout(seat.timer);
    seat.request++;
    if (seat.id === undefined) return;
    this.#live.delete(seat.id);
    this.#unsubscribe(seat.id);
    seat.id = undefined;
  }

  #unsubscribe(id: string): void {
    this.#ended.add(id);
    this.#channel?.call(UNSUBSCRIBE, [id], () => this.#ended.delete(id));
  }
}

function cursorOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
