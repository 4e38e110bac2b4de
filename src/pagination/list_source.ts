import type { OperationId, Operations } from "../rest/mod.ts";
import type { CallOptions, Progress } from "../transport/mod.ts";
import type { Page, Shift } from "./page.ts";

/** Ids of the operations that are lists. */
export type ListId = {
  [Id in OperationId]: [Operations[Id]["item"]] extends [never] ? never : Id;
}[OperationId];

/** A page within a walk, and where the walk stands behind it. */
export interface ListStep<Item> extends Pick<ListSource<Item>, "prefetch" | "signal"> {
  /** The page as callers see it. */
  readonly page: Page<Item>;
  /** Items given since the walk began, those of the whole list as last told, and pages fetched. */
  readonly progress: Progress;
  /** A token that goes on behind the first `count` items of this page. */
  tokenAfter(count: number): string;
  /** Fetches the next page. */
  advance(how: FetchOptions): Promise<ListStep<Item>>;
  /** Calls `onProgress` with how far the walk has come, and `onShift` if more has shifted than on the page before. */
  report(): void;
}

/** Options of one fetch of a page. */
export interface FetchOptions {
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
  /** For a page that is fetched ahead: resolves once somebody waits for it. */
  readonly wanted?: Promise<void> | undefined;
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
   * @internal
   */
  fetchFirst(onError?: (error: unknown) => void): Promise<ListStep<Item>>;
}

/** Options of a list. Those of a call hold for each of its pages. */
export interface ListOptions extends CallOptions {
  /**
   * Pages to fetch ahead of a loop: in a loop over items once it is past half of a page, in one over pages at once.
   * Pages that were fetched ahead are abandoned when the loop ends.
   *
   * @default {1}
   */
  readonly prefetch?: number;
  /**
   * A `resumeToken` of the same list: of the same operation, segment and arguments. `page` does not count then; `limit`
   * may differ.
   *
   * The list goes on with the item that would have come next. Where lists only grow at one end that holds whatever has
   * come since, as long as no block was removed; at the end of a list that grows there, what has come since follows.
   * Other lists go on at the same place, without the last hundred items given before.
   */
  readonly resume?: string | undefined;
  /**
   * Is told after each page how many items were given, how many the list has as far as the service says, and how many
   * pages were fetched. What it throws or rejects with is dropped.
   */
  readonly onProgress?: (progress: Progress) => void;
  /** Is told after a page what moved so far, each time it is more. What it throws or rejects with is dropped. */
  readonly onShift?: (shift: Shift) => void;
}
