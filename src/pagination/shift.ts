/**
 * Movement of a list under a walk, from its first page on.
 *
 * All of it is 0 while nothing but time passes. A list that only grows at its start is walked exactly whatever
 * `shifted` says; `possibleGaps` is what to look at.
 */
export interface Shift {
  /** Items that came again on a later page and were left out. */
  readonly duplicates: number;
  /** Places by which new items pushed the others down, by the totals. */
  readonly shifted: number;
  /** Items that went, by the totals: by a reorganisation, or because a filter no longer takes them. */
  readonly shrunk: number;
  /**
   * Most items that the walk may have missed; 0 where nothing hints at one. What was removed and replaced between two
   * pages that show no trace of it is not seen.
   */
  readonly possibleGaps: number;
}
