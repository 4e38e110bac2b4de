import { PageQueue } from "./_page_queue.ts";
import type { ListStep, OpenedList } from "./list_source.ts";
import type { Shift } from "./shift.ts";

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
  readonly #queue: PageQueue<Item>;
  #step: ListStep<Item> | undefined;
  #taken = 0;

  /** Made by a list: see its `walk`. */
  constructor(open: () => Promise<OpenedList<Item>>, most = Infinity) {
    this.#queue = new PageQueue(open, most);
    this.#items = this.#walk();
  }

  /** Shifts so far; undefined before the first item. */
  get shift(): Shift | undefined {
    return this.#step?.page.shift;
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
    this.#queue.close();
    return this.#items.return(undefined);
  }

  /** The same walk. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#walk(): AsyncGenerator<Item, undefined, undefined> {
    for await (const step of this.#queue.steps()) {
      const { items } = step.page;
      this.#step = step;
      this.#taken = 0;
      for (const item of items) {
        this.#taken += 1;
        yield item;
        if (this.#taken * 2 >= items.length) this.#queue.fill();
      }
    }
    return undefined;
  }
}
