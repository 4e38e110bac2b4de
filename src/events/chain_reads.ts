import type { Priority } from "../transport/mod.ts";
import type {
  BlockSummary,
  ChainStats,
  ListBlocksData,
  Transaction,
} from "../generated/client/types.gen.ts";

/** A page of a list, as the client's lists give it. */
export interface ReadPage<Item> {
  /** Items of the page. */
  readonly items: readonly Item[];
  /** Position in the list, where the service sends it. */
  readonly pagination?: { readonly limit: number; readonly totalItems: number } | undefined;
}

type BlocksQuery = NonNullable<ListBlocksData["query"]>;

/** Position of a page: its number, from 1, and the items on each page. */
export type PageQuery = Readonly<Pick<BlocksQuery, "page" | "limit">>;

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
    query: PageQuery & Readonly<Required<Pick<BlocksQuery, "order">>>,
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
