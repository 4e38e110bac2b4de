import { type Block, NO_HASH } from "../ledger/mod.ts";

/**
 * Checks that a block stands on the head.
 *
 * @throws {RangeError} If it does not.
 */
export function checkFollows(
  head: Pick<Block, "height" | "hash"> | undefined,
  block: Pick<Block, "height" | "parentHash">,
): void {
  const height = head ? head.height + 1 : 0;
  const parentHash = head ? head.hash : NO_HASH;
  if (block.height === height && block.parentHash === parentHash) return;
  throw new RangeError(
    `Cannot apply block ${block.height} with the parent ${block.parentHash}: the next block has height ${height} and the parent ${parentHash}`,
  );
}
