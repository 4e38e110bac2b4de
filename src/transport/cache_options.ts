/** What is kept of answers that do not change. */
export interface CacheOptions {
  /** Most answers that are kept; the one that was not used for the longest time goes first. @default {1_000} */
  readonly entries?: number | undefined;
  /**
   * Blocks that must stand above a transaction, receipt, record, serial number or height before its answer is kept,
   * since a reorganisation may move it. Left out: none of them are kept, only what its hash names.
   */
  readonly confirmations?: number | undefined;
}
