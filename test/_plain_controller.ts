/** As packages bring it to runtimes that have none: a signal of another class, with what those have in common. */
export class PlainController {
  readonly #listeners = new Set<() => void>();
  readonly #state = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_: string, listener: () => void) => void this.#listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void this.#listeners.delete(listener),
  };

  get signal(): AbortSignal {
    return this.#state as unknown as AbortSignal;
  }

  abort(reason: unknown): void {
    Object.assign(this.#state, { aborted: true, reason });
    for (const listener of [...this.#listeners]) listener.call(this.#state);
  }
}
