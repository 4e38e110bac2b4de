import { onAbort } from "../transport/mod.ts";
import type { ListSource, ListStep } from "./list_source.ts";

/** The pages of one walk in order, some of them fetched ahead. */
export class PageQueue<Item> {
  readonly #source: ListSource<Item>;
  /** Ends what is fetched for this walk alone. */
  readonly #stop = new AbortController();
  readonly #most: number;
  #current: ListStep<Item>;
  #ahead: Promise<ListStep<Item> | undefined>[] = [];

  /** @param most Items that are wanted; no page is fetched beyond them. */
  constructor(source: ListSource<Item>, first: ListStep<Item>, most = Infinity) {
    this.#source = source;
    this.#current = first;
    this.#most = most;
  }

  /** Begins to fetch the pages after the current one, as many as the caller allows ahead. */
  fill(): void {
    while (this.#ahead.length < this.#source.prefetch) this.#push(true);
  }

  /** Makes the next page the current one; undefined after the last. */
  async next(): Promise<ListStep<Item> | undefined> {
    this.#source.signal?.throwIfAborted();
    if (this.#ahead.length === 0) this.#push(false);
    const before = this.#current;
    const step = await this.#ahead[0];
    this.#ahead = this.#ahead.slice(1);
    if (!step) return undefined;
    this.#current = step;
    this.#source.report(step, before);
    return step;
  }

  /** Abandons what is being fetched. */
  close(): void {
    this.#stop.abort();
    this.#ahead = [];
  }

  #push(isAhead: boolean): void {
    const before = this.#ahead.at(-1) ?? Promise.resolve(this.#current);
    const step = before.then((known) => this.#after(known, isAhead));
    // Its waiters are told; there may be none.
    step.catch(() => undefined);
    this.#ahead.push(step);
  }

  async #after(
    step: ListStep<Item> | undefined,
    isAhead: boolean,
  ): Promise<ListStep<Item> | undefined> {
    if (!step?.hasNext || step.progress.done >= this.#most) return undefined;
    const { signal } = this.#source;
    const release = signal && onAbort(signal, () => this.#stop.abort(signal.reason));
    try {
      return await step.advance({ signal: this.#stop.signal, isAhead });
    } finally {
      release?.();
    }
  }
}
