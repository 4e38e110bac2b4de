import type { Clock } from "../../src/transport/mod.ts";

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #now = 0;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, ms: number): unknown {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Milliseconds until the next timer. */
  get untilNext(): number {
    return Math.min(...this.#timers.map(({ at }) => at)) - this.#now;
  }

  /** Goes on by `ms`, and runs what is due. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { run } of due.toSorted((one, other) => one.at - other.at)) run();
  }
}
