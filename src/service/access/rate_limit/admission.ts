/** State of one of a tier's limits for a subject. */
export interface Quota {
  readonly limit: number;
  /** Requests left, never below 0. */
  readonly remaining: number;
  /** Seconds until it is full again, rounded up. */
  readonly resetAfter: number;
}

/** Decision on a request, and the budget that is left. */
export interface Admission {
  readonly isAdmitted: boolean;
  /** Seconds until a refused request may be retried, rounded up; 0 if it is admitted. */
  readonly retryAfter: number;
  /** The exhausted limit; undefined if the request is admitted. */
  readonly refusedBy: "second" | "day" | undefined;
  /** Undefined for a tier without limits. */
  readonly quotas: { readonly second: Quota; readonly day: Quota } | undefined;
}
