import { onAbort, abortable, throwIfAborted } from "../transport/internal.ts";
import type { ListStep } from "./list_source.ts";

/** A page on its way. */
interface Coming<Item> {
  /** Resolves to undefined behind the last page of the list. */
  readonly step: Promise<ListStep<Item> | undefined>;
  /** Tells that somebody waits for it. */
  readonly want?: (() => void) | undefined;
}

/** The pages of one walk in order, some of them fetched ahead. */
export class PageQueue<Item> {
  readonly #open: () => Promise<ListStep<Item>>;
  readonly #most: number;
  /** Ends the requests of this walk alone. */
  readonly #stop = new AbortController();
  #isClosed = false;
  /** The page given last, and those after it. */
  #pages: Coming<Item>[] = [];

  /** @param most Items that are wanted; no page is fetched beyond them. */
  constructor(open: () => Promise<ListStep<Item>>, most = Infinity) {
    this.#open = open;
    this.#most = most;
  }

  /** Every page from the first on, until the queue is closed: then an aborted request is no failure. */
  async *steps(): AsyncGenerator<ListStep<Item>, undefined, undefined> {
    try {
      // Other walks may wait for the first page too, so that this one only leaves.
      let step: ListStep<Item> | undefined = await abortable<ListStep<Item>>(
        this.#stop.signal,
        (resolve, reject) => void this.#open().then(resolve, reject),
      );
      this.#pages.push({ step: Promise.resolve(step) });
      while (step && !this.#isClosed) {
        yield step;
        throwIfAborted(step.signal);
        if (this.#pages.length === 1) this.#push(false);
        this.#pages = this.#pages.slice(1);
        const [next] = this.#pages;
        next?.want?.();
        step = await next?.step;
        step?.report();
      }
    } catch (error) {
      if (!this.#isClosed) throw error;
    } finally {
      this.close();
    }
    return undefined;
  }

  /** Begins to fetch the pages after the current one, as many as the caller allows ahead. */
  fill({ prefetch }: ListStep<Item>): void {
    while (this.#pages.length <= prefetch) this.#push(true);
  }

  /** Abandons the request under way. */
  close(): void {
    this.#isClosed = true;
    this.#stop.abort();
  }

  #push(isAhead: boolean): void {
    let want: (() => void) | undefined;
    const wanted = isAhead ? new Promise<void>((resolve) => (want = resolve)) : undefined;
    const step = this.#after(this.#pages.at(-1)?.step, wanted);
    // Its waiters are told; there may be none.
    step.catch(() => undefined);
    this.#pages.push({ step, want });
  }

  async #after(
    before: Promise<ListStep<Item> | undefined> | undefined,
    wanted: Promise<void> | undefined,
  ): Promise<ListStep<Item> | undefined> {
    const step = await before;
    if (!step?.page.hasNext || step.progress.done >= this.#most) return undefined;
    const signal = step.signal;
    const release = signal && onAbort(signal, () => this.#stop.abort(signal.reason));
    try {
      return await step.advance({ signal: this.#stop.signal, wanted });
    } finally {
      release?.();
    }
  }
}

/** Shares one call of `fetch` among all who ask; after a failure the next one begins anew. */
export function once<Value>(fetch: () => Promise<Value>): () => Promise<Value> {
  let shared: Promise<Value> | undefined;
  return () => {
    if (shared) return shared;
    shared = fetch();
    shared.catch(() => (shared = undefined));
    return shared;
  };
}
