import type { SubscriptionEvent } from "../generated/client/types.gen.ts";
import { type ConnectionEnd, connectionLost, messageOf } from "./_event_errors.ts";
import { SocketChannel, type WebSocketConstructor } from "./web_socket.ts";
import {
  type Slot,
  type SlotInput,
  type SlotListener,
  type SlotMode,
  type SlotState,
  SocketSubscriptions,
  type SocketSubscriptionsParts,
} from "./_socket_subscriptions.ts";
import { backoff, STABLE, standbyPause } from "./event_clock.ts";
import type { Unchecked } from "./_wire.ts";

/**
 * - `idle`: nothing uses it
 * - `connecting`: a WebSocket is being opened
 * - `open`: the WebSocket carries subscriptions
 * - `waiting`: it is lost or did not open, and the next attempt comes after a pause
 */
export type ConnectionPhase = "idle" | "connecting" | "open" | "waiting";

/** Parts of a {@linkcode Connection}. */
export interface ConnectionParts extends Omit<SocketSubscriptionsParts, "channel"> {
  /** The URL to connect to. */
  readonly url: () => string;
  readonly webSocket: WebSocketConstructor;
  /** Called for everything that counts as a request: a connection that opened, and each call. */
  readonly onRequest?: (() => void) | undefined;
  /** State shared by the connections of a client: whether a message ever came on one. */
  readonly shared: { wasAnswered: boolean };
  /** Called when its phase, or what its slots ask for, has changed. */
  readonly onChange: (reason?: string) => void;
}

/**
 * Slots on one WebSocket, which is replaced whenever it is lost.
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
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #slots = new Set<SlotState>();
  #phase: ConnectionPhase = "idle";
  #channel: SocketChannel | undefined;
  /** Of the channel while it is open. */
  #subscriptions: SocketSubscriptions | undefined;
  #openedAt = 0;
  /** Losses and failed attempts in a row, without a stable connection in between. */
  #failures = 0;
  /** Attempts in a row that did not open or were never answered: a proxy may open each WebSocket and close it at once. */
  #unanswered = 0;
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
    const slot: SlotState = { listener, mode, failures: 0 };
    const isFirst = this.isStandby;
    this.#slots.add(slot);
    if (this.#subscriptions) this.#subscribe(slot);
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

  #setMode(slot: SlotState, mode: SlotMode): void {
    if (!this.#slots.has(slot)) return;
    this.#subscriptions?.unsubscribe(slot);
    slot.mode = mode;
    this.#subscribe(slot);
    this.#parts.onChange();
  }

  #release(slot: SlotState): void {
    if (!this.#slots.delete(slot)) return;
    if (this.#slots.size === 0) this.#close();
    else this.#subscriptions?.unsubscribe(slot);
    this.#parts.onChange();
  }

  #subscribe(slot: SlotState): void {
    if (slot.mode === "active" && this.#slots.has(slot)) this.#subscriptions?.subscribe(slot);
  }

  #close(): void {
    this.#phase = "idle";
    this.#channel?.drop();
    this.#clear();
  }

  #clear(): void {
    this.#parts.clock.clearTimeout(this.#timer);
    this.#subscriptions?.end();
    this.#subscriptions = undefined;
    this.#channel = undefined;
  }

  #connect(): void {
    const { clock, url } = this.#parts;
    clock.clearTimeout(this.#timer);
    this.#phase = "connecting";
    const handlers = {
      opened: () => this.#open(),
      answered: () => this.#recordAnswer(),
      event: (event: Unchecked<SubscriptionEvent>) => this.#subscriptions?.take(event),
      closed: (end: ConnectionEnd) => this.#lose(end),
    };
    let address: string | undefined;
    try {
      address = url();
      this.#channel = new SocketChannel({ ...this.#parts, url: address, handlers });
    } catch (error) {
      const lose = (): void => this.#lose({ reason: messageOf(error) });
      // A key that cannot be presented now cannot be presented later.
      const fail = (): void => this.#wait({ type: "failed", error });
      // Not at once: a subscription is not to fail before `subscribe` has returned.
      this.#timer = clock.setTimeout(address === undefined ? fail : lose, 0);
    }
    this.#notifyAll({ type: "connecting" });
    this.#parts.onChange();
  }

  #open(): void {
    const channel = this.#channel;
    if (!channel) return;
    this.#phase = "open";
    this.#openedAt = this.#parts.clock.now();
    this.#subscriptions = new SocketSubscriptions({ ...this.#parts, channel });
    for (const slot of [...this.#slots]) {
      this.#notify(slot, { type: "opened" });
      this.#subscribe(slot);
    }
    this.#parts.onChange();
  }

  #recordAnswer(): void {
    this.#unanswered = 0;
    this.#parts.shared.wasAnswered = true;
  }

  #lose(end: ConnectionEnd): void {
    const { segment, clock, timing, shared } = this.#parts;
    const wasOpen = this.#phase === "open";
    const wasStable = wasOpen && clock.now() - this.#openedAt >= STABLE;
    this.#failures = wasStable ? 1 : this.#failures + 1;
    if (!wasOpen || this.#channel?.isIgnored) this.#unanswered++;
    const error = connectionLost(end, segment, this.#failures);
    const { maximum, fallbackAfter } = timing;
    const isDown = this.#unanswered >= fallbackAfter;
    if (error.retryable && isDown && !shared.wasAnswered) {
      return this.#wait({ type: "unreachable", error });
    }
    if (!error.retryable || this.#failures >= maximum) {
      return this.#wait({ type: "failed", error });
    }
    const waiting = { type: "waiting", reason: error.message } as const;
    if (isDown) this.#wait(waiting, { type: "unavailable", error });
    else this.#wait(waiting);
  }

  /** Notifies the slots of a loss, and connects again after a pause if any remain. */
  #wait(...inputs: readonly [SlotInput, SlotInput?]): void {
    this.#phase = "waiting";
    this.#clear();
    for (const input of inputs) if (input) this.#notifyAll(input);
    this.#parts.onChange(inputs[0].type === "waiting" ? inputs[0].reason : undefined);
    // A listener may have released the last slot, or added one that connects at once.
    if (this.phase !== "waiting") return;
    const { timing, clock } = this.#parts;
    const pause = this.isStandby
      ? standbyPause(timing, clock)
      : backoff(timing, this.#failures - 1, clock);
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => this.#connect(), pause);
  }

  #notifyAll(input: SlotInput): void {
    for (const slot of [...this.#slots]) this.#notify(slot, input);
  }

  #notify({ mode, listener }: SlotState, input: SlotInput): void {
    const isProgress = input.type === "connecting" || input.type === "waiting";
    const isDue = isProgress ? mode === "active" : mode !== "standby" || input.type === "opened";
    if (isDue) listener.notify(input);
  }
}
