import type { Segment } from "../chains/mod.ts";
import type { SubscriptionEvent } from "../generated/types.gen.ts";
import { whenDone } from "../transport/internal.ts";
import { reasonOf } from "../validation/mod.ts";
import { type ConnectionEnd, connectionLost } from "./_event_errors.ts";
import { LiveSubscriptions } from "./_live_subscriptions.ts";
import {
  isActive,
  isStandby,
  type Slot,
  type SlotInput,
  type SlotListener,
  type SlotState,
} from "./_slot.ts";
import type { Unchecked } from "./_wire.ts";
import type { EventsState } from "./events.ts";
import { backoff, type EventClock, STABLE, type Timing } from "./event_clock.ts";
import { type ChannelHandlers, SocketChannel, type WebSocketConstructor } from "./web_socket.ts";

/**
 * - `idle`: nothing uses it
 * - `connecting`: a WebSocket is being opened
 * - `open`: the WebSocket carries subscriptions
 * - `waiting`: it is lost or did not open, and the next attempt comes after a pause
 */
export type ConnectionPhase = Exclude<EventsState, "polling" | "closed">;

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
  /** Called with the requests spent: 1 for a connection that opened, and those of a call, which a refusal takes back. */
  readonly onRequest?: ((count: number) => void) | undefined;
  /** State shared by the connections of a client: whether a message ever came on one. */
  readonly shared: { wasAnswered: boolean };
  /** Called when its phase, or what its slots ask for, has changed. */
  readonly onChange: (reason?: string, error?: Error) => void;
}

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
  /** The subscriptions of the open WebSocket. */
  #live: LiveSubscriptions | undefined;
  /** URL of the newest attempt, which may hold a key; undefined where none could be made. */
  #url: string | undefined;
  /** The attempt under way: what a key function brings of an earlier one is dropped. */
  #turn: object | undefined;
  #openedAt = 0;
  /** Losses and failed attempts in a row, without a stable connection in between. */
  #failures = 0;
  /** Attempts in a row that brought no message: a proxy may open each WebSocket and close it at once. */
  #unanswered = 0;
  /** Connects again while it waits, or ends an attempt that takes too long. */
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

  /** Addresses in the filters of its slots. */
  get addressCount(): number {
    return [...this.#slots].reduce((sum, { listener }) => sum + listener.addressCount, 0);
  }

  /** True if all of its slots are on standby. */
  get isStandby(): boolean {
    return [...this.#slots].every(({ listener }) => isStandby(listener));
  }

  add(listener: SlotListener): Slot {
    const slot: SlotState = { listener, limits: 0, failures: 0 };
    const isFirst = this.isStandby;
    this.#slots.add(slot);
    if (this.#live) this.#live.subscribe(slot);
    else if (isFirst) {
      // It does not wait for the slow attempts made on standby.
      this.#failures = 0;
      this.#unanswered = 0;
      if (this.#phase !== "connecting") this.#connect();
    } else if (this.#phase === "waiting") this.#notify(slot, { type: "waiting" });
    const countAddresses = (): number => this.addressCount;
    return {
      get addressCount() {
        return countAddresses();
      },
      update: () => this.#update(slot),
      change: (change, done) => (this.#live ? this.#live.change(slot, change, done) : done()),
      release: () => this.#release(slot),
    };
  }

  close(): void {
    this.#channel?.drop();
    this.#clear("idle");
  }

  opened(channel: SocketChannel): void {
    const { segment, clock, timing } = this.#parts;
    const redact = (error: Error): void => this.#redact(error);
    this.#phase = "open";
    this.#openedAt = clock.now();
    this.#live = new LiveSubscriptions({ segment, clock, timing, channel, redact });
    for (const slot of [...this.#slots]) {
      this.#notify(slot, { type: "connected" });
      if (this.#slots.has(slot)) this.#live?.subscribe(slot);
    }
    this.#parts.onChange();
  }

  answered(): void {
    this.#unanswered = 0;
    this.#parts.shared.wasAnswered = true;
  }

  event(event: Unchecked<SubscriptionEvent>): void {
    this.#live?.event(event);
  }

  closed(end: ConnectionEnd): void {
    const { segment, clock, timing, shared } = this.#parts;
    const isStable = this.#phase === "open" && clock.now() - this.#openedAt >= STABLE;
    this.#failures = isStable ? 1 : this.#failures + 1;
    const error = connectionLost(end, segment, this.#failures);
    this.#redact(error);
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

  #update(slot: SlotState): void {
    this.#live?.subscribe(slot);
    this.#parts.onChange();
  }

  #release(slot: SlotState): void {
    if (!this.#slots.has(slot)) return;
    if (this.#slots.size === 1) this.close();
    this.#live?.unsubscribe(slot);
    this.#slots.delete(slot);
    this.#parts.onChange();
  }

  /** Forgets the subscriptions of a WebSocket that is gone. */
  #clear(phase: ConnectionPhase): void {
    this.#phase = phase;
    this.#turn = undefined;
    this.#parts.clock.clearTimeout(this.#timer);
    for (const slot of this.#slots) this.#live?.unsubscribe(slot);
    this.#live?.stop();
    this.#live = undefined;
  }

  /** The service, or a WebSocket that cannot be made, may repeat the URL. */
  #redact(error: Error): void {
    if (this.#url !== undefined) this.#parts.hideKey(error, this.#url);
  }

  #notifyAll(input: SlotInput): void {
    for (const slot of [...this.#slots]) this.#notify(slot, input);
  }

  #notify({ listener }: SlotState, input: SlotInput): void {
    const isProgress = input.type === "connecting" || input.type === "waiting";
    const isDue = isProgress
      ? isActive(listener)
      : input.type === "connected" || !isStandby(listener);
    if (isDue) listener.notify(input);
  }
}
