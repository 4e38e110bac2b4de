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
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = before.then(() => left);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort);
    try {
      await Promise.race([before, aborted]);
      return leave;
    } catch (reason) {
      leave();
      throw reason;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }
}
