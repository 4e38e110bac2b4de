/** Reports outages of repeated work: once when an outage begins, and once when it is over. */
export class Outages {
  readonly #report: (event: unknown) => void;
  /** The present failures, each with its reason. */
  readonly #failing = new Map<string, string>();
  #since = 0;

  /** @param report Receives the first error of an outage, and a sentence at its end. */
  constructor(report: (event: unknown) => void) {
    this.#report = report;
  }

  /** Records the outcome of an attempt at `work`. The same error of several attempts is reported once. */
  note(work: string, error?: unknown): void {
    if (error === undefined) return this.#end(work);
    const { message, code } = error as { readonly message?: string; readonly code?: string };
    const reason = message || (code ?? "unknown");
    const isReported = this.#failing.has(work) || [...this.#failing.values()].includes(reason);
    if (this.#failing.size === 0) this.#since = performance.now();
    this.#failing.set(work, reason);
    if (!isReported) this.#report(error);
  }

  #end(work: string): void {
    const reason = this.#failing.get(work);
    if (!this.#failing.delete(work) || this.#failing.size > 0) return;
    this.#report(`Over after ${secondsSince(this.#since).toFixed(1)} s: ${reason}`);
  }
}

/** Seconds that have passed since a moment of `performance.now()`. */
export function secondsSince(moment: number): number {
  return (performance.now() - moment) / 1_000;
}
