import { PageQueue } from "./_page_queue.ts";
import type { Shift } from "./shift.ts";
import type { ListSource, ListStep } from "./list_source.ts";

/** A list that was opened, with its first page. */
export interface OpenedList<Item> {
  /** Source of the list's pages. */
  readonly source: ListSource<Item>;
  /** The page that it begins with. */
  readonly first: ListStep<Item>;
}

/**
 * One loop over the items of a list, which can say where it stands.
 *
 * Calls of `next` are answered in their order, also if one is made before another is answered.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const walk = delta.listTransactions({ limit: 50 }).walk();
 * for await (const { hash } of walk) console.log(hash, walk.resumeToken); // for another process to go on
 * console.log(walk.shift?.possibleGaps);
 * ```
 */
export class ListWalk<Item> implements AsyncIterableIterator<Item, undefined, undefined> {
  readonly #items: AsyncGenerator<Item, undefined, undefined>;
  #queue: PageQueue<Item> | undefined;
  #isClosed = false;
  #step: ListStep<Item> | undefined;
  #taken = 0;

  /** Made by a list: see its `walk`. */
  constructor(open: () => Promise<OpenedList<Item>>, most = Infinity) {
    this.#items = this.#walk(open, most);
  }

  /** Shifts so far; undefined before the first item. */
  get shift(): Shift | undefined {
    return this.#step?.shift;
  }

  /** Goes on behind the item given last, as the option `resume` of the same list; undefined before the first. */
  get resumeToken(): string | undefined {
    return this.#step?.tokenAfter(this.#taken);
  }

  /** The next item; done behind the last one. Rejects as a call does. */
  next(): Promise<IteratorResult<Item, undefined>> {
    return this.#items.next();
  }

  /** Ends the walk; what is being fetched for it is abandoned. */
  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#isClosed = true;
    this.#queue?.close();
    return this.#items.return(undefined);
  }

  /** The same walk. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#walk(
    open: () => Promise<OpenedList<Item>>,
    most: number,
  ): AsyncGenerator<Item, undefined, undefined> {
    const { source, first } = await open();
    const queue = new PageQueue(source, first, most);
    this.#queue = queue;
    try {
      let step: ListStep<Item> | undefined = first;
      while (step && !this.#isClosed) {
        this.#step = step;
        this.#taken = 0;
        for (const item of step.items) {
          this.#taken += 1;
          yield item;
          if (this.#taken * 2 >= step.items.length) queue.fill();
        }
        step = await this.#nextStep(queue);
      }
    } finally {
      queue.close();
    }
    return undefined;
  }

  /** A walk that was ended while a page was on its way has no further one. */
  async #nextStep(queue: PageQueue<Item>): Promise<ListStep<Item> | undefined> {
    try {
      return await queue.next();
    } catch (error) {
      if (this.#isClosed) return undefined;
      throw error;
    }
  }
}
