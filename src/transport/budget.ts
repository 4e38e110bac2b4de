/** One quota of an allowance. */
export interface BudgetQuota {
  /** Requests in the period; `Infinity` without a limit. */
  readonly limit: number;
  /** Requests left, as far as is known here. */
  readonly remaining: number;
}

/** What is left of an allowance. */
export interface Budget {
  /** What is left of this second. */
  readonly second: BudgetQuota;
  /** What is left of this day. */
  readonly day: BudgetQuota & {
    /** When the day's count starts anew: midnight UTC. */
    readonly resetsAt: Date;
  };
}
