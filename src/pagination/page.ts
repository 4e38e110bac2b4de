import type { ResponseInfo } from "../transport/mod.ts";

/** The extent of a list, as the interface specifies it. */
export interface PageInfo {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Page size in effect. */
  readonly limit: number;
  /** Items in the whole list. */
  readonly totalItems: number;
  /** Pages in the whole list, where the service says so. */
  readonly totalPages?: number | undefined;
}

/** One page of a list. Iterated, it is every item of the list from its own first on, fetched as far as the loop goes. */
export interface Page<Item> extends AsyncIterable<Item> {
  /** Its items, without those that an earlier page gave. */
  readonly items: readonly Item[];
  /** Undefined where the list goes by cursors, or the service says nothing of its extent. */
  readonly pagination: PageInfo | undefined;
  /** True where a further page is known, or may be there. */
  readonly hasNext: boolean;
  /** Shifts since the first page. */
  readonly shift: Shift;
  /** Values that selected or ordered the items although the caller left them out, such as `{ status: "active" }`. */
  readonly defaults: Readonly<Record<string, string | number | boolean>>;
  /** Status, headers and request id of the answer that it came with; undefined where nothing had to be asked. */
  readonly response: ResponseInfo | undefined;
  /** Goes on behind this page when it is given as the option `resume`, in another process too. */
  readonly resumeToken: string;
  /**
   * Fetches the next page, once however often it is called; after a failure, anew. Undefined behind the last page.
   */
  next(): Promise<Page<Item> | undefined>;
}

/** Movement of a list under a walk, from its first page on. */
export interface Shift {
  /** Items that came again on a later page and were left out. */
  readonly duplicates: number;
  /**
   * True if the walk may have missed items. What was removed and replaced between two pages that show no trace of it is
   * not seen.
   */
  readonly mayHaveGaps: boolean;
}
