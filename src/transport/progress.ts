/** How far work of many requests has come. */
export interface Progress {
  /** Items or calls that are done. */
  readonly done: number;
  /** Items or calls in all; undefined where that is not known. */
  readonly total: number | undefined;
  /** Requests answered so far, retries not counted. */
  readonly requests: number;
}
