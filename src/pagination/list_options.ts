import type { CallOptions, Progress } from "../transport/mod.ts";
import type { Shift } from "./shift.ts";

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
