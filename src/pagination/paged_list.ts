import { captureCaller } from "../transport/internal.ts";
import { checkInteger, showValue } from "../validation/mod.ts";
import { once, PageQueue } from "./_page_queue.ts";
import type { ListSource, ListStep } from "./list_source.ts";
import type { Page, Shift } from "./page.ts";

/**
 * A list that is fetched page by page.
 *
 * Awaited, it is its first page. Iterated, it is every item, fetched as far as the loop goes. Nothing is sent before
 * either happens. The first page is fetched once, and every loop over the list begins with it; ask for the list again
 * to begin anew. After a failure it is fetched anew.
 *
 * An `async` function that returns a list awaits it: to the language, `return delta.listBlocks()` there, `await` and
 * `Promise.resolve` are one and the same call of `then`, so a list cannot tell them apart, and the function resolves to
 * the first page. Nothing is lost, as a page is iterated like its list, from its own first item on. To hand out a list of
 * which nothing is fetched yet, return `delta.listBlocks().walk()`, or the list from a function that is not `async`.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const first = await delta.listBlocks({ limit: 50 });
 * for await (const block of delta.listBlocks({ order: "asc" })) console.log(block.number);
 * ```
 */
export class PagedList<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  /** Adds the line that made the list to the stack of an error: pages are fetched ahead, and for several loops. */
  readonly #addCaller = captureCaller(PagedList as never);
  readonly #open: () => Promise<ListStep<Item>>;

  /**
   * Makes a list that fetches nothing yet.
   *
   * @param prepare Gives where the pages come from; called at once, so that the list is that of its arguments as they are
   * now. What it throws is what the list rejects with.
   */
  constructor(prepare: () => ListSource<Item>) {
    try {
      const source = prepare();
      this.#open = once(() => this.#fetchFirst(source));
    } catch (error) {
      this.#addCaller(error);
      this.#open = async () => {
        throw error;
      };
    }
  }

  /** Resolves to the first page, fetched once however often it is awaited. */
  // oxlint-disable-next-line unicorn/no-thenable -- a list is awaitable by design
  then<Value = Page<Item>, Reason = never>(
    onFulfilled?: ((page: Page<Item>) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    return this.#open()
      .then(({ page }) => page)
      .then(onFulfilled, onRejected);
  }

  /** Every item, from the first page on. */
  [Symbol.asyncIterator](): ListWalk<Item> {
    return this.walk();
  }

  /** The same as a value that says on the way what moved, and where to go on later. */
  walk(): ListWalk<Item> {
    return new ListWalk(this.#open);
  }

  /** Every page, from the first on. */
  async *pages(): AsyncGenerator<Page<Item>, undefined, undefined> {
    const queue = new PageQueue(this.#open);
    const first = await this.#open();
    for await (const step of queue.steps()) {
      queue.fill(step);
      if (step === first || step.page.items.length > 0) yield step.page;
    }
    return undefined;
  }

  /**
   * Gathers items into an array.
   *
   * @param options `limit`: the most items to gather; all of them if left out. No page is fetched beyond it.
   * @throws {TypeError} If `options` is no object, or `limit` no number.
   * @throws {RangeError} If `limit` is negative or not an integer.
   */
  async toArray(options: { readonly limit?: number } = {}): Promise<Item[]> {
    const limit = readLimit(options);
    const items: Item[] = [];
    if (limit === 0) return items;
    for await (const item of new ListWalk(this.#open, limit)) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  async #fetchFirst(source: ListSource<Item>): Promise<ListStep<Item>> {
    const first = await source.fetchFirst(this.#addCaller);
    first.report();
    return first;
  }
}

function readLimit(options: unknown): number {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(
      `Cannot collect items: expected an object with limit, got ${showValue(options)}`,
    );
  }
  const { limit = Infinity } = options as { readonly limit?: unknown };
  if (limit !== Infinity) checkInteger("Cannot collect items", "limit", limit, 0);
  return limit as number;
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
 * console.log(walk.shift?.mayHaveGaps);
 * ```
 */
export class ListWalk<Item> implements AsyncIterableIterator<Item, undefined, undefined> {
  readonly #items: AsyncGenerator<Item, undefined, undefined>;
  readonly #queue: PageQueue<Item>;
  #step: ListStep<Item> | undefined;
  #taken = 0;

  /** Made by a list: see its `walk`. */
  constructor(open: () => Promise<ListStep<Item>>, most = Infinity) {
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

  /** Ends the walk; its request under way is abandoned. */
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
        if (this.#taken * 2 >= items.length) this.#queue.fill(step);
      }
    }
    return undefined;
  }
}
