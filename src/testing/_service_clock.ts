import type { UnixSeconds } from "../units/mod.ts";

/** A clock based on another one, which can be moved forward. */
export class ServiceClock {
  readonly #base: () => number;
  #ahead = 0;

  /** @param base Milliseconds since 1970. */
  constructor(base: () => number) {
    this.#base = base;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#base() + this.#ahead;
  }

  /**
   * Sets the time.
   *
   * @throws {RangeError} If it is not a valid time, or before the current time.
   */
  set(time: Date | UnixSeconds): void {
    const target = typeof time === "number" ? time * 1_000 : time.getTime();
    const now = this.now();
    if (!(target >= now && target < Infinity)) {
      throw new RangeError(
        `Cannot set the time: expected a Date or Unix seconds from ${now / 1_000}, the current time, got ${String(time)}`,
      );
    }
    this.#ahead += target - now;
  }

  /**
   * Moves the time forward.
   *
   * @throws {RangeError} If `seconds` is negative or not finite.
   */
  advance(seconds: number): void {
    if (!(seconds >= 0 && seconds < Infinity)) {
      throw new RangeError(
        `Cannot advance the time: expected seconds from 0, got ${String(seconds)}`,
      );
    }
    this.#ahead += seconds * 1_000;
  }
}
