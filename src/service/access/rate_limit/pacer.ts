import { delay } from "../../delay.ts";
import type { RequestCaller } from "../../request.ts";
import type { RateLimiter } from "./limiter.ts";

/** Makes requests that are never refused wait for the rate of their subject. */
export class Pacer {
  readonly #limiter: RateLimiter;
  /** Settle once nobody of a subject waits any longer. */
  readonly #queues = new Map<string, Promise<void>>();

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /**
   * Charges one request to the rate of a caller, and resolves once there is room for it; at once for a tier without limits.
   * Requests of one subject wait in their order, one after the other: however many wait, they owe one request.
   *
   * @param signal Ends the wait. One that is ended before its turn is not charged.
   */
  wait({ subject, limits }: RequestCaller, signal: AbortSignal): Promise<void> {
    const ahead = this.#queues.get(subject) ?? Promise.resolve();
    const done = ahead.then(async () => {
      if (!signal.aborted) await delay(await this.#limiter.pace(subject, limits), signal);
    });
    const settled = done
      .catch(() => undefined)
      .then(() => void (this.#queues.get(subject) === settled && this.#queues.delete(subject)));
    this.#queues.set(subject, settled);
    return done;
  }
}
