import { showValue } from "../transport/mod.ts";
import type { Page } from "./page.ts";

/**
 * A list that is fetched page by page.
 *
 * Awaited, it is its first page. Iterated, it is every item, fetched as far as the loop goes. Nothing is sent before
 * either happens.
 *
 * @example
 * ```ts
 * const first = await delta.listBlocks({ limit: 50 });
 * for await (const block of delta.listBlocks({ order: "asc" })) console.log(block.number);
 * ```
 */
export class PagedList<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #fetchFirst: () => Promise<Page<Item>>;
  #first: Promise<Page<Item>> | undefined;

  constructor(fetchFirst: () => Promise<Page<Item>>) {
    this.#fetchFirst = fetchFirst;
  }

  /** Resolves to the first page, fetched once however often it is awaited. */
  // oxlint-disable-next-line unicorn/no-thenable -- a list is awaitable by design
  then<Value = Page<Item>, Reason = never>(
    onFulfilled?: ((page: Page<Item>) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    this.#first ??= this.#fetchFirst();
    return this.#first.then(onFulfilled, onRejected);
  }

  /** Every item, from the first page on. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** Every page, from the first on. */
  async *pages(): AsyncGenerator<Page<Item>, void, void> {
    let page: Page<Item> = await this;
    yield page;
    while (page.hasNext) {
      page = await page.next();
      yield page;
    }
  }

  /**
   * Gathers items into an array.
   *
   * @param options `limit`: the most items to gather; all of them if left out.
   * @throws {TypeError} If `options` is no object, or `limit` no number.
   * @throws {RangeError} If `limit` is negative or not an integer.
   */
  async toArray(options: { readonly limit?: number } = {}): Promise<Item[]> {
    const limit = readLimit(options);
    const items: Item[] = [];
    if (limit === 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }
}

function readLimit(options: unknown): number {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(
      `Cannot gather items: expected an object with limit, got ${showValue(options)}`,
    );
  }
  const { limit = Infinity } = options as { readonly limit?: unknown };
  const message = `Cannot gather items: limit must be an integer from 0, got ${showValue(limit)}`;
  if (typeof limit !== "number") throw new TypeError(message);
  if (limit === Infinity || (Number.isInteger(limit) && limit >= 0)) return limit;
  throw new RangeError(message);
}
