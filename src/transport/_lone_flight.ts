import type { Outcome } from "./_attempt.ts";
import { Flight } from "./_flight.ts";

/** A flight of one caller. */
export class LoneFlight extends Flight {
  #resolve: ((value: never) => void) | undefined;
  #reject: ((reason: unknown) => void) | undefined;
  #release: (() => void) | undefined;

  /** Starts it; resolves to what was read of the answer. */
  start<Value>(signal: AbortSignal | null | undefined): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#release = this.watch((reason) => this.#leave(reason), signal, this.policy.deadline);
      this.run();
    });
  }

  protected override onEnd({ isError, error, value }: Outcome): void {
    this.#release?.();
    if (isError) this.#reject?.(error);
    else this.#resolve?.(value as never);
  }

  #leave(reason: unknown): void {
    this.onEnd({ isError: true, error: reason });
    this.giveUp(reason);
  }
}
