import type { BlockSummary, Transaction } from "alphadelta";

/** Gas used by block, as the sum over its transactions; without the blocks whose transactions are not all known. */
export function gasByBlock(
  blocks: readonly BlockSummary[],
  transactions: readonly Transaction[],
): ReadonlyMap<number, number> {
  // The oldest block may have further transactions.
  const oldest = transactions.at(-1)?.blockNumber ?? Infinity;
  const sums = new Map<number, number>();
  for (const { number, txCount } of blocks) if (txCount === 0) sums.set(number, 0);
  for (const { blockNumber, gasUsed } of transactions)
    if (blockNumber > oldest) sums.set(blockNumber, (sums.get(blockNumber) ?? 0) + Number(gasUsed));
  return sums;
}
