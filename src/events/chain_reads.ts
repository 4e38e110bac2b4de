import type { Priority } from "../transport/mod.ts";
import type { BlockSummary, ChainStats, Transaction } from "../generated/client/decoded.gen.ts";

/** A page of a list, as the client's lists give it. */
export interface ReadPage<Item> {
  readonly items: readonly Item[];
  readonly pagination?: { readonly limit: number; readonly totalItems: number } | undefined;
}

/** Where a page stands. */
interface PageQuery {
  readonly page?: number;
  readonly limit?: number;
}

/** Options of a read. */
interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
}

/** What is read through REST where events cannot be had: a client has these functions. */
export interface ChainReads {
  listBlocks(
    query: PageQuery & { readonly order: "asc" | "desc" },
    options?: ReadOptions,
  ): PromiseLike<ReadPage<BlockSummary>>;
  listBlockTransactions(
    number: number,
    query: PageQuery,
    options?: ReadOptions,
  ): PromiseLike<ReadPage<Transaction>>;
  getChainStats(options?: ReadOptions): PromiseLike<ChainStats>;
}
