import type { Hooks } from "alphadelta/transport";
import { Store } from "../values/store.ts";

/** Number of calls waiting for the rate limit. */
export class WaitingCalls {
  readonly count = new Store(0);
  readonly #waiting = new Set<number>();

  readonly hooks: Hooks = {
    onQueue: ({ call }) => this.#change(() => this.#waiting.add(call)),
    onAttempt: ({ call }) => this.#change(() => this.#waiting.delete(call)),
    onResponse: ({ call }) => this.#change(() => this.#waiting.delete(call)),
  };

  #change(act: () => unknown): void {
    act();
    this.count.set(this.#waiting.size);
  }
}
