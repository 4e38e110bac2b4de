import type { Segment } from "../chains/mod.ts";

/** The delivery that a state belongs to. Addresses of a watch-list are left out: they may change from run to run. */
export interface DeliveryKey {
  /** Segment of the events. */
  readonly segment: Segment;
  /** Topic of the events. */
  readonly topic: string;
  /** Filter of the subscription, without `after` and `addresses`. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Form of the bodies, as the sink names it. */
  readonly format: string;
}

/** A batch that was sent, or is about to be, and is not known to be acknowledged. */
export interface PendingBatch {
  /** Segment, topic and cursor of the last event. */
  readonly id: string;
  /** Cursor of the last event. */
  readonly cursor: string;
  /** Number of its events. */
  readonly events: number;
  /** The encoded events, which are sent again byte for byte. */
  readonly body: string;
  /** When its first attempt failed, in milliseconds since 1970; undefined if none has. */
  readonly failingSince?: number | undefined;
}

/** The position of a delivery. */
export interface DeliveryPosition {
  /** Cursor up to which every event is acknowledged; null before the delivery has begun. */
  readonly cursor: string | null;
  /** The batch after it, if one is being sent. */
  readonly batch?: PendingBatch | undefined;
}

/** Where the position of a delivery is kept, so that it survives the process. */
export interface DeliveryState {
  /**
   * Opens it for one delivery.
   *
   * @returns The position written last; `{ cursor: null }` if there is none.
   * @throws {DeliveryError} If it belongs to another delivery, or another process works with it.
   */
  open(key: DeliveryKey): DeliveryPosition | Promise<DeliveryPosition>;
  /** Writes a position in place of the one before, whole or not at all, and durably once it returns or resolves. */
  write(position: DeliveryPosition): void | Promise<void>;
  /** Closes it, at the end of the delivery. */
  close(): void | Promise<void>;
}
