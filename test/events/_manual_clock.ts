import type { EventClock } from "../../src/events/mod.ts";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that goes on when it is told to. */
export class ManualClock implements EventClock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  get waiting(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer. */
  get next(): number {
    return Math.min(...[...this.#timers].map(({ at }) => at)) - this.#now;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  setTimeout(callback: () => void, milliseconds: number): Timer {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /** Goes on, and calls back what is due then. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of [...this.#timers].toSorted((left, right) => left.at - right.at)) {
      if (timer.at > this.#now || !this.#timers.delete(timer)) continue;
      timer.callback();
    }
  }
}
