import type { EventClock } from "../src/events/mod.ts";
import type { Clock } from "../src/transport/mod.ts";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

const DAY = 86_400_000;

/** A clock that stands still until a test moves it, for calls, waits and events. Its chance is always a half. */
export class ManualClock implements Clock, EventClock {
  #now: number;
  readonly #timers = new Set<Timer>();
  #moving: Promise<void> | undefined;

  constructor(start: number = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  /** Timers that have not run. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer. */
  get untilNext(): number {
    return Math.min(...[...this.#timers].map(({ at }) => at)) - this.#now;
  }

  random(): number {
    return 0.5;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, delay: number): unknown {
    const timer = { at: this.#now + delay, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /** Moves on, running each timer at its time, and lets everything that follows from it happen first. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (let timer = this.#next(end); timer; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.callback();
      await settle();
    }
    this.#now = Math.max(this.#now, end);
    await settle();
  }

  /** Moves on by steps for as long as `work` takes, but at most a day: what it waits for is also of the real world. */
  async until<Value>(work: Promise<Value>, step = 10): Promise<Value> {
    const progress = { isOver: false };
    const end = (): void => void (progress.isOver = true);
    work.then(end, end);
    for (const last = this.#now + DAY; !progress.isOver && this.#now < last;)
      await this.#moveTogether(step);
    return work;
  }

  /**
   * Moves on by steps until a condition holds.
   *
   * @throws {Error} If it does not within ten minutes.
   */
  async untilTrue(holds: () => unknown, step = 10): Promise<void> {
    for (const last = this.#now + 600_000; !(await holds());) {
      if (this.#now > last) throw new Error(`Not within ten minutes: ${holds}`);
      await this.#moveTogether(step);
    }
  }

  /** A step for all that wait at the same time. */
  #moveTogether(step: number): Promise<void> {
    this.#moving ??= this.advance(step).finally(() => (this.#moving = undefined));
    return this.#moving;
  }

  /** Moves on at once, then runs the timers that are due by then. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of [...this.#timers].toSorted((one, other) => one.at - other.at)) {
      if (timer.at <= this.#now && this.#timers.delete(timer)) timer.callback();
    }
  }

  #next(end: number): Timer | undefined {
    const due = [...this.#timers].filter(({ at }) => at <= end);
    return due.toSorted((one, other) => one.at - other.at)[0];
  }
}

/** Lets what has been set going without a timer come to rest. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
