import type { SharedFlight } from "./_shared_flight.ts";

/** The flights that others can join, by their keys. */
export class InFlight {
  /** Kept apart: where calls are made one after another no key is ever looked up. */
  #only: SharedFlight | undefined;
  readonly #others = new Map<string, SharedFlight>();

  find(key: string): SharedFlight | undefined {
    if (this.#only?.key === key) return this.#only;
    return this.#others.size > 0 ? this.#others.get(key) : undefined;
  }

  /** Adds a flight of a key that none has. */
  add(key: string, flight: SharedFlight): void {
    if (this.#only) this.#others.set(key, flight);
    else this.#only = flight;
  }

  remove(flight: SharedFlight): void {
    const { key } = flight;
    if (this.#only === flight) this.#only = undefined;
    else if (key !== undefined && this.#others.get(key) === flight) this.#others.delete(key);
  }
}
