import type { EventClock } from "./event_clock.ts";
import type { Seat } from "./_seat.ts";

/** What a keeper of places works on. */
export interface PlaceKeeperParts {
  readonly clock: EventClock;
  /** Milliseconds from one look to the next. */
  readonly period: number;
  /** The subscriptions that are live on the connection. */
  readonly seats: () => Iterable<Seat>;
  /** Asks for the present place in the log. */
  readonly ask: (onPlace: (cursor: unknown) => void) => void;
}

/**
 * Moves quiet subscriptions on in the service's log: one that nothing came for would resume at a place that the log
 * forgets one day, though nothing was missed.
 *
 * A place counts once the next one was answered. By then all that the service had sent before has come, and whoever got
 * nothing since has nothing to get up to that place.
 */
export class PlaceKeeper {
  readonly #parts: PlaceKeeperParts;
  #place: string | undefined;
  #timer: unknown;

  constructor(parts: PlaceKeeperParts) {
    this.#parts = parts;
  }

  /** Begins anew, for another connection. */
  start(): void {
    this.stop();
    const { clock, period } = this.#parts;
    this.#timer = clock.setTimeout(() => this.#look(), period);
  }

  stop(): void {
    this.#parts.clock.clearTimeout(this.#timer);
    this.#place = undefined;
  }

  #look(): void {
    const { clock, period, seats, ask } = this.#parts;
    this.#timer = clock.setTimeout(() => this.#look(), period);
    if ([...seats()].some(({ isQuiet }) => isQuiet)) ask((cursor) => this.#take(cursor));
    else this.#mark(undefined);
  }

  #take(cursor: unknown): void {
    const place = this.#place;
    if (place !== undefined) {
      for (const { isQuiet, subscriber } of this.#parts.seats()) {
        if (isQuiet) subscriber.movedOn(place);
      }
    }
    this.#mark(typeof cursor === "string" ? cursor : undefined);
  }

  #mark(place: string | undefined): void {
    this.#place = place;
    for (const seat of this.#parts.seats()) seat.isQuiet = true;
  }
}
