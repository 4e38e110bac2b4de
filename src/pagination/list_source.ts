import type { OperationId, Operations } from "../rest/mod.ts";
import type { Progress } from "../transport/mod.ts";
import type { Shift } from "./shift.ts";
import type { Page } from "./page.ts";

/** Ids of the operations that are lists. */
export type ListId = {
  [Id in OperationId]: [Operations[Id]["item"]] extends [never] ? never : Id;
}[OperationId];

/** A page within a walk, and where the walk stands behind it. */
export interface ListStep<Item> {
  /** Items of the page that were not given before. */
  readonly items: readonly Item[];
  /** True where a page follows. */
  readonly hasNext: boolean;
  /** Shifts since the walk began. */
  readonly shift: Shift;
  /** Items given since the walk began, those of the whole list as last told, and pages fetched. */
  readonly progress: Progress;
  /** A token that goes on behind the first `count` items of this page. */
  tokenAfter(count: number): string;
  /** Fetches the next page. */
  advance(how: FetchOptions): Promise<ListStep<Item>>;
  /** The page as callers see it. */
  toPage(): Page<Item>;
}

/** Options of one fetch of a page. */
export interface FetchOptions {
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
  /** True while nobody waits for it. */
  readonly isAhead?: boolean;
}

/** Source of a list's pages. */
export interface ListSource<Item> {
  /** Pages to fetch ahead of a loop. */
  readonly prefetch: number;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /**
   * Fetches the first page.
   *
   * @param onError Called with what this page or a later one rejects with, except for an abort.
   */
  fetchFirst(onError?: (error: unknown) => void): Promise<ListStep<Item>>;
  /** Tells the caller how far the walk has come, and what moved, if it is more than was told of the page before. */
  report(step: ListStep<Item>, before: ListStep<Item> | undefined): void;
}
