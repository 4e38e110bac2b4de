/** What a list says of its extent (given by the interface). */
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

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Undefined where the service says nothing of the list's extent. */
  readonly pagination: PageInfo | undefined;
  /** Whether a further page is known, or may be there. */
  readonly hasNext: boolean;
  /**
   * Fetches the next page.
   *
   * @throws {RangeError} If `hasNext` is false.
   */
  next(): Promise<Page<Item>>;
}
