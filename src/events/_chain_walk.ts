import { ContractError, isRestError, TransportError } from "../errors/mod.ts";
import type { RestErrorCode } from "../generated/errors.gen.ts";
import type { BlockSummary, Reorg, Transaction } from "../generated/client/types.gen.ts";
import { PAGE_ITEMS } from "../generated/limits.gen.ts";
import type { OperationId } from "../generated/client/operations.gen.ts";
import type { Priority } from "../transport/mod.ts";
import type { ChainReads, ReadOptions, ReadPage } from "./chain_reads.ts";

/** The newest block. */
export type Head = Pick<BlockSummary, "number" | "hash">;

/** The position of a walk; the hash is unknown where only a height was given. */
export interface Tip {
  readonly number: number;
  readonly hash: string | undefined;
}

/** A step of a walk. */
export type WalkStep =
  | { readonly block: BlockSummary; readonly reorg?: undefined }
  | { readonly block?: undefined; readonly reorg: Required<Reorg> };

type Blocks = readonly BlockSummary[];

/** Operation that errors name. */
const LIST: OperationId = "listBlocks";

const NOT_FOUND: RestErrorCode = "NOT_FOUND";

/** Blocks whose hash is remembered, to find where the chain was reorganised; one that lies deeper is final to it. */
const REMEMBERED = 512;

/** Walks up a chain through REST, block by block, and notices where blocks that it has passed were replaced. */
export class ChainWalk {
  readonly #reads: ChainReads;
  readonly #known = new Map<number, string>();
  #first: number | undefined;
  #limit = PAGE_ITEMS;
  /** Its position: the newest block that it has passed. */
  tip: Tip | undefined;
  /** Requests sent so far. */
  requests = 0;
  /** Priority of its requests. */
  priority: Priority = "backfill";

  constructor(reads: ChainReads) {
    this.#reads = reads;
  }

  /** Moves to right below a height. */
  moveBelow(height: number): void {
    this.tip = { number: height - 1, hash: undefined };
  }

  /** Remembers a block, and moves to it. */
  note(number: number, hash: string): void {
    this.#known.delete(number);
    this.#known.set(number, hash);
    if (this.#known.size > REMEMBERED) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest ?? 0);
    }
    this.tip = { number, hash };
  }

  /** Forgets the blocks from a height on, which no longer hold. */
  forget(fromHeight: number): void {
    for (const number of this.#known.keys()) if (number >= fromHeight) this.#known.delete(number);
    // Of a topic with few events, the newest block noted may be far below; it can be replaced later.
    const number = this.#known.size > 0 ? Math.max(...this.#known.keys()) : fromHeight - 1;
    this.tip = { number, hash: this.#known.get(number) };
  }

  /** Reads the newest block. */
  async head(signal: AbortSignal): Promise<Head> {
    const [newest] = await this.#newest(1, signal);
    return newest;
  }

  /** Moves to the newest block, and remembers those right below it. */
  async moveToHead(signal: AbortSignal): Promise<void> {
    const blocks = await this.#newest(PAGE_ITEMS, signal);
    for (const { number, hash } of blocks.toReversed()) this.note(number, hash);
  }

  /**
   * Yields every block above its position: up to `to`, which is then its position unless the chain was reorganised
   * meanwhile, or up to the newest. With `repeatTip` the block at its position comes first, if it still holds.
   */
  async *advance(
    to: Head | undefined,
    signal: AbortSignal,
    repeatTip = false,
  ): AsyncGenerator<WalkStep, void, void> {
    if (!this.tip) await this.moveToHead(signal);
    let isDue = repeatTip;
    let isFinal = false;
    while (this.tip) {
      const { number, hash } = this.tip;
      const { blocks, newest } = await this.#page(number + 1, signal);
      if (hash !== undefined && !isFinal) {
        // Checked after the blocks above it were read: if it holds by then, those are its descendants.
        const held = at(blocks, number) ?? at((await this.#page(number, signal)).blocks, number);
        const block = isDue && held;
        // After a reorganisation its position is another block than the one to repeat.
        isDue = false;
        if (held?.hash !== hash) {
          yield { reorg: await this.#reorganised(hash, signal) };
          continue;
        }
        if (block) yield { block };
      }
      for (const block of blocks) {
        if (block.number <= number) continue;
        if (to && block.number > to.number) return;
        this.note(block.number, block.hash);
        yield { block };
      }
      const isEnd = to ? this.tip.number >= to.number : blocks.length < this.#limit;
      if (isEnd || blocks.length === 0) return;
      isFinal = this.tip.number + REMEMBERED <= newest;
    }
  }

  /** Reads the transactions of a block; undefined if the block is no longer in the chain. */
  async transactionsOf(
    { number, hash, txCount }: BlockSummary,
    signal: AbortSignal,
  ): Promise<readonly Transaction[] | undefined> {
    const found: Transaction[] = [];
    for (let page = 1; found.length < txCount; page++) {
      const reading = this.#ask(signal, (options) =>
        this.#reads.listBlockTransactions(number, { page, limit: PAGE_ITEMS }, options),
      );
      const items = (await reading.catch(ignoreNotFound))?.items ?? [];
      signal.throwIfAborted();
      if (items.length === 0 || items.some(({ blockHash }) => blockHash !== hash)) return undefined;
      found.push(...items);
    }
    return found;
  }

  /**
   * Height of the lowest block that a reorganisation replaced, where its notice does not say: the one above `newHead`
   * where that is among the newest blocks, or else above the newest block that was noted and still holds.
   *
   * @throws {ContractError} If neither is known.
   */
  async forkHeight(newHead: unknown, signal: AbortSignal): Promise<number> {
    const known = new Map(this.#known);
    const blocks = await this.#newest(PAGE_ITEMS, signal);
    const stays = blocks.find(({ hash }) => hash === newHead);
    if (stays) return stays.number + 1;
    if (known.size > 0) return (await this.#findFork(known, signal)) + 1;
    throw contractError("reorg.fromHeight", "expected a height");
  }

  async #reorganised(oldHead: string, signal: AbortSignal): Promise<Required<Reorg>> {
    const fork = await this.#findFork(this.#known, signal);
    // Below all remembered blocks the hash of the newest that stays is unknown.
    const newHead = this.#known.get(fork) ?? (await this.head(signal)).hash;
    this.forget(fork + 1);
    return { fromHeight: fork + 1, oldHead, newHead };
  }

  /** Height of the highest remembered block that still holds. */
  async #findFork(known: ReadonlyMap<number, string>, signal: AbortSignal): Promise<number> {
    const numbers = [...known.keys()].toSorted((left, right) => right - left);
    let page: Blocks = [];
    for (const number of numbers) {
      if (number < (page[0]?.number ?? Infinity)) page = (await this.#page(number, signal)).blocks;
      if (at(page, number)?.hash === known.get(number)) return number;
    }
    // Older blocks than those remembered may have been replaced too.
    if (numbers.length >= REMEMBERED) {
      const message = `Cannot follow the chain: reorganised by more than ${REMEMBERED} blocks`;
      throw new TransportError("network", message, { retryable: false });
    }
    return (numbers.at(-1) ?? 1) - 1;
  }

  async #newest(limit: number, signal: AbortSignal): Promise<readonly [Head, ...Head[]]> {
    const page = await this.#list({ order: "desc", limit }, signal);
    const [newest, ...others] = page.items;
    if (!newest) throw contractError("blocks", "expected at least one block");
    this.#first = newest.number + 1 - (page.pagination?.totalItems ?? newest.number + 1);
    return [newest, ...others];
  }

  /** Reads the page that has, or will have, the block of a height, and the height of the newest block by then. */
  async #page(height: number, signal: AbortSignal): Promise<{ blocks: Blocks; newest: number }> {
    if (this.#first === undefined) await this.head(signal);
    for (;;) {
      const first = this.#first ?? 0;
      const limit = this.#limit;
      const page = Math.max(0, Math.floor((height - first) / limit));
      const answer = await this.#list({ order: "asc", limit, page: page + 1 }, signal);
      const { limit: actual = limit, totalItems = 0 } = answer.pagination ?? {};
      // A service may give smaller pages than were asked for.
      if (actual === limit || actual < 1) {
        const from = first + page * limit;
        return { blocks: inOrder(answer.items, from), newest: first + totalItems - 1 };
      }
      this.#limit = actual;
    }
  }

  #list(
    query: Parameters<ChainReads["listBlocks"]>[0],
    signal: AbortSignal,
  ): Promise<ReadPage<BlockSummary>> {
    return this.#ask(signal, (options) => this.#reads.listBlocks(query, options));
  }

  async #ask<T>(signal: AbortSignal, read: (options: ReadOptions) => PromiseLike<T>): Promise<T> {
    this.requests++;
    const answer = await read({ signal, priority: this.priority });
    // The next task goes on from this position, so it must not move after an abort.
    signal.throwIfAborted();
    return answer;
  }
}

function at(blocks: Blocks, height: number): BlockSummary | undefined {
  return blocks.find(({ number }) => number === height);
}

function inOrder(blocks: Blocks, from: number): Blocks {
  const wrong = blocks.find(({ number }, index) => number !== from + index);
  if (!wrong) return blocks;
  throw contractError("blocks", `expected heights in order from ${from}, got ${wrong.number}`);
}

function contractError(path: string, message: string): ContractError {
  return new ContractError([{ path, message }], { operation: LIST });
}

function ignoreNotFound(error: unknown): undefined {
  if (!isRestError(error) || error.code !== NOT_FOUND) throw error;
}
