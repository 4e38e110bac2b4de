import { type Clock, startTimer } from "./clock.ts";

/** The pause of the calls of a failed request: one timer for all, so that their retries are joined again. */
export class SharedPause {
  /** Milliseconds of the pause; undefined before the first call begins it. */
  delay: number | undefined;
  readonly #onBegin: (delay: number) => void;
  readonly #waiting = new Set<() => void>();
  #stopTimer: (() => void) | undefined;

  constructor(onBegin: (delay: number) => void) {
    this.#onBegin = onBegin;
  }

  /** Begins the pause, unless another call of the request has begun it. */
  begin(delay: number): void {
    if (this.delay === undefined) this.#onBegin(delay);
    this.delay ??= delay;
  }

  /** Calls `onEnd` at the end of the pause; returns a function that stops this wait. */
  wait(clock: Clock, onEnd: () => void): () => void {
    const endAll = (): void => [...this.#waiting].forEach((end) => end());
    this.#waiting.add(onEnd);
    this.#stopTimer ??= startTimer(clock, endAll, Math.ceil(this.delay ?? 0));
    return () => {
      this.#waiting.delete(onEnd);
      if (this.#waiting.size === 0) this.#stopTimer?.();
    };
  }
}
