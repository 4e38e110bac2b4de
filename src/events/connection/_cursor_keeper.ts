import type { EventClock } from "../event_clock.ts";
import type { SlotListener } from "./slot.ts";

/** A live subscription on the connection. */
export interface QuietSlot {
  /** Whether no event came since the last check. */
  isQuiet: boolean;
  readonly listener: SlotListener;
}

/** Parts of a {@linkcode CursorKeeper}. */
export interface CursorKeeperParts {
  readonly clock: EventClock;
  /** Milliseconds from one check to the next. */
  readonly period: number;
  /** The live subscriptions of the connection. */
  readonly slots: () => Iterable<QuietSlot>;
  /** Asks the service for the newest cursor of its log. */
  readonly ask: (onCursor: (cursor: unknown) => void) => void;
}

/**
 * Advances the cursors of quiet subscriptions: one without events would resume at a cursor that expires one day, though
 * it missed nothing.
 *
 * A cursor is used once the next one was answered. By then everything the service sent before it has arrived, so a
 * subscription that is still quiet has no event up to that cursor.
 */
export class CursorKeeper {
  readonly #parts: CursorKeeperParts;
  #cursor: string | undefined;
  #timer: unknown;

  constructor(parts: CursorKeeperParts) {
    this.#parts = parts;
  }

  /** Begins anew, for another connection. */
  start(): void {
    this.stop();
    const { clock, period } = this.#parts;
    this.#timer = clock.setTimeout(() => this.#check(), period);
  }

  stop(): void {
    this.#parts.clock.clearTimeout(this.#timer);
    this.#cursor = undefined;
  }

  #check(): void {
    const { clock, period, slots, ask } = this.#parts;
    this.#timer = clock.setTimeout(() => this.#check(), period);
    if ([...slots()].some(({ isQuiet }) => isQuiet)) ask((cursor) => this.#take(cursor));
    else this.#mark(undefined);
  }

  #take(cursor: unknown): void {
    const confirmed = this.#cursor;
    if (confirmed !== undefined) {
      for (const { isQuiet, listener } of this.#parts.slots()) {
        if (isQuiet) listener.notify({ type: "advanced", cursor: confirmed });
      }
    }
    this.#mark(typeof cursor === "string" ? cursor : undefined);
  }

  #mark(cursor: string | undefined): void {
    this.#cursor = cursor;
    for (const slot of this.#parts.slots()) slot.isQuiet = true;
  }
}
