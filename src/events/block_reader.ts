import { ContractError, isAlphadeltaError } from "../errors/mod.ts";
import type { OperationId } from "../generated/client/operations.gen.ts";
import type { BlockSummary, Transaction } from "../generated/types.gen.ts";
import type { RestErrorCode } from "../generated/errors.gen.ts";
import { PAGE_ITEMS } from "../generated/limits.gen.ts";
import { throwIfAborted } from "../transport/internal.ts";
import type { Priority } from "../transport/mod.ts";
import type { ChainReads, ReadOptions, ReadPage } from "./events.ts";

/** The newest block. */
export type Head = Pick<BlockSummary, "number" | "hash">;

/** A page of blocks. */
export interface BlockPage {
  /** Blocks of the page, by their heights. */
  readonly blocks: readonly BlockSummary[];
  /** Height of the newest block at the time. */
  readonly newest: number;
  /** True if there is no page above it. */
  readonly isLast: boolean;
}

/** Operation that errors name. */
const LIST: OperationId = "listBlocks";

const NOT_FOUND: RestErrorCode = "NOT_FOUND";

/** Reads blocks and their transactions through REST, page by page. */
export class BlockReader {
  readonly #reads: ChainReads;
  /** Height of the first block of the chain. */
  #first: number | undefined;
  /** Blocks on each page. */
  #limit = PAGE_ITEMS;
  /** Requests sent so far. */
  requests = 0;
  /** Priority of its requests. */
  priority: Priority = "backfill";

  constructor(reads: ChainReads) {
    this.#reads = reads;
  }

  /** Reads the newest block. */
  async head(signal: AbortSignal): Promise<Head> {
    const [newest] = await this.newest(1, signal);
    return newest;
  }

  /** Reads the newest blocks, the newest first. */
  async newest(limit: number, signal: AbortSignal): Promise<readonly [Head, ...Head[]]> {
    const page = await this.#list({ order: "desc", limit }, signal);
    const [newest, ...others] = page.items;
    if (!newest) throw blocksFault("blocks", "expected at least one block");
    this.#first = newest.number + 1 - (page.pagination?.totalItems ?? newest.number + 1);
    return [newest, ...others];
  }

  /** Reads the page that has, or will have, the block of a height. */
  async page(height: number, signal: AbortSignal): Promise<BlockPage> {
    if (this.#first === undefined) await this.head(signal);
    const first = this.#first ?? 0;
    const limit = this.#limit;
    const page = Math.max(0, Math.floor((height - first) / limit));
    const answer = await this.#list({ order: "asc", limit, page: page + 1 }, signal);
    const { limit: actual = limit, totalItems = 0 } = answer.pagination ?? {};
    // A service may give smaller pages than were asked for.
    if (actual < limit && actual >= 1) {
      this.#limit = actual;
      return this.page(height, signal);
    }
    const blocks = inOrder(answer.items, first + page * limit);
    return { blocks, newest: first + totalItems - 1, isLast: blocks.length < limit };
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
      throwIfAborted(signal);
      if (items.some((one) => !isWhole(one))) return this.#oneByOne(number, hash, signal);
      if (items.length === 0 || items.some(({ blockHash }) => blockHash !== hash)) return undefined;
      found.push(...items);
    }
    return found;
  }

  /** The same where the lists hold something else: the interface does not show their items. */
  async #oneByOne(
    number: number,
    hash: string,
    signal: AbortSignal,
  ): Promise<readonly Transaction[] | undefined> {
    const { rpc } = this.#reads;
    const block = await this.#ask(signal, (options) => rpc.chain_getBlockByNumber(number, options));
    const found: Transaction[] = [];
    for (const one of block?.transactions ?? []) {
      const reading = this.#ask(signal, (options) =>
        this.#reads.getTransaction(String(one), options),
      );
      // oxlint-disable-next-line no-await-in-loop -- in block order, as the reader takes them
      const whole = await reading.catch(ignoreNotFound);
      throwIfAborted(signal);
      if (whole?.blockHash !== hash) return undefined;
      found.push(whole);
    }
    return block?.hash === hash ? found : undefined;
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
    // The next task goes on from the position of this one, so it must not move after an abort.
    throwIfAborted(signal);
    return answer;
  }
}

/** Says that an answer breaks the interface. */
export function blocksFault(path: string, message: string): ContractError {
  return new ContractError([{ path, message }], { operation: LIST });
}

/** True of an item that was read as a transaction, whose amounts are decoded. */
function isWhole({ value, blockHash }: Partial<Transaction>): boolean {
  return typeof value === "bigint" && typeof blockHash === "string";
}

function inOrder(blocks: readonly BlockSummary[], from: number): readonly BlockSummary[] {
  const wrong = blocks.find(({ number }, index) => number !== from + index);
  if (!wrong) return blocks;
  throw blocksFault("blocks", `expected heights in order from ${from}, got ${wrong.number}`);
}

function ignoreNotFound(error: unknown): undefined {
  if (!isAlphadeltaError(error, "RestError") || error.code !== NOT_FOUND) throw error;
}
