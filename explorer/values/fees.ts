/** The fields of a transaction that tell its fee. */
interface Paid {
  readonly type: string;
  readonly gasPrice: bigint;
  readonly gasUsed: bigint;
}

/** Fees of the transactions of a type, in base units. */
export interface FeeEstimate {
  readonly type: string;
  /** A tenth paid less. */
  readonly low: bigint;
  /** Half paid less. */
  readonly usual: bigint;
  /** Nine tenths paid less. */
  readonly high: bigint;
  /** Transactions that it is taken from. */
  readonly count: number;
}

/** Fees that transactions paid, by type; the most frequent type first. */
export function estimateFees(transactions: readonly Paid[]): readonly FeeEstimate[] {
  // The interface does not show the items of lists.
  const paid = transactions.filter(({ gasPrice }) => typeof gasPrice === "bigint");
  const byType = Map.groupBy(paid, ({ type }) => type);
  return [...byType]
    .map(([type, all]) => {
      const fees = all
        .map(({ gasPrice, gasUsed }) => gasPrice * gasUsed)
        .toSorted((one, other) => (one < other ? -1 : 1));
      const at = (share: number): bigint => fees[Math.floor((fees.length - 1) * share)] ?? 0n;
      return { type, low: at(0.1), usual: at(0.5), high: at(0.9), count: fees.length };
    })
    .toSorted((one, other) => other.count - one.count);
}
