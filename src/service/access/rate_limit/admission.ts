/** One of a tier's quotas, as it stands for a subject. */
export interface Quota {
  readonly limit: number;
  /** Requests left, never below 0. */
  readonly remaining: number;
  /** Seconds until it is whole again, rounded up. */
  readonly resetAfter: number;
}

/** Decision on a request, and the budget that is left. */
export interface Admission {
  readonly isAdmitted: boolean;
  /** Seconds until a refused request may come again, rounded up; 0 where it is admitted. */
  readonly retryAfter: number;
  /** The quota that refuses; undefined where it is admitted. */
  readonly refusedBy: "second" | "day" | undefined;
  /** Undefined for a tier without limits. */
  readonly quotas: { readonly second: Quota; readonly day: Quota } | undefined;
}
