import { onAbort } from "../transport/mod.ts";

/** Lets callers in one after the other, in the order in which they came. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /**
   * Waits for its turn; what it resolves to ends the turn. A caller that stops waiting is passed over.
   *
   * @throws The signal's reason on an abort.
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const before = this.#last;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    this.#last = before.then(() => left);
    let release: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        if (signal) release = onAbort(signal, () => reject(signal.reason));
        void before.then(resolve);
      });
      return leave;
    } catch (reason) {
      leave();
      throw reason;
    } finally {
      release?.();
    }
  }
}
