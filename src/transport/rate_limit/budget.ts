/** A quota, and what is left of it. */
export interface BudgetQuota {
  /** Requests in the period; `Infinity` without a limit. */
  readonly limit: number;
  /** Requests left, as far as is known here. */
  readonly remaining: number;
}

/** What is left at one API host. */
export interface Budget {
  /** What is left of this second. */
  readonly second: BudgetQuota;
  /** What is left of this day. */
  readonly day: BudgetQuota & {
    /** When the day's count starts anew: at midnight UTC, where the service does not say otherwise. */
    readonly resetsAt: Date;
  };
}
