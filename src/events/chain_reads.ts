import type { Priority } from "../transport/mod.ts";
import type { Operations } from "../generated/client/operations.gen.ts";
import type { BlockSummary, ChainStats, Transaction } from "../generated/types.gen.ts";

/** A page of a list, as the client's lists give it. */
export interface ReadPage<Item> {
  /** Items of the page. */
  readonly items: readonly Item[];
  /** Position in the list, where the service sends it. */
  readonly pagination?: { readonly limit: number; readonly totalItems: number } | undefined;
}

/** Position of a page: its number, from 1, and the items on each page. */
export type PageQuery = Readonly<
  Pick<NonNullable<Operations["listBlocks"]["args"][0]>, "page" | "limit">
>;

/** The direction of a list by height. */
export type OrderQuery = Readonly<
  Required<Pick<NonNullable<Operations["listBlocks"]["args"][0]>, "order">>
>;

/** Options of a read. */
export interface ReadOptions {
  /** Ends the read. */
  readonly signal?: AbortSignal;
  /** Priority of the read in the request queue. */
  readonly priority?: Priority;
}

/** Functions of a client that read through REST what events cannot deliver. */
export interface ChainReads {
  /** Lists blocks, in order of their numbers. */
  listBlocks(
    query: PageQuery & OrderQuery,
    options?: ReadOptions,
  ): PromiseLike<ReadPage<BlockSummary>>;
  /** Lists the transactions of a block, in block order. */
  listBlockTransactions(
    number: number,
    query: PageQuery,
    options?: ReadOptions,
  ): PromiseLike<ReadPage<Transaction>>;
  /** Gets figures of the chain, `avgBlockTime` in seconds among them. */
  getChainStats(options?: ReadOptions): PromiseLike<ChainStats>;
}
