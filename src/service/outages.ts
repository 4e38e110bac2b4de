/** Reports an outage of work that is repeated: once when it begins, and once when it is over. */
export class Outages {
  readonly #tell: (told: unknown) => void;
  /** The present failures, each with its reason. */
  readonly #failing = new Map<string, string>();
  #since = 0;

  /** @param tell Receives an error that begins an outage, and the text that it is over. */
  constructor(tell: (told: unknown) => void) {
    this.#tell = tell;
  }

  /** Notes how an attempt ended. The same error of several attempts is reported once. */
  note(what: string, error?: unknown): void {
    if (error === undefined) return this.#end(what);
    const { message, code } = error as { readonly message?: string; readonly code?: string };
    const reason = message || (code ?? "unknown");
    const isTold = this.#failing.has(what) || [...this.#failing.values()].includes(reason);
    if (this.#failing.size === 0) this.#since = performance.now();
    this.#failing.set(what, reason);
    if (!isTold) this.#tell(error);
  }

  #end(what: string): void {
    const reason = this.#failing.get(what);
    if (!this.#failing.delete(what) || this.#failing.size > 0) return;
    this.#tell(`Over after ${secondsSince(this.#since).toFixed(1)} s: ${reason}`);
  }
}

/** Seconds that have passed since a moment of `performance.now()`. */
export function secondsSince(moment: number): number {
  return (performance.now() - moment) / 1_000;
}
