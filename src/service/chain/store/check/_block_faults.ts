import { parseHex } from "../../../../units/mod.ts";
import { merkleRoot, NO_HASH, receiptsRoot, sealBlock } from "../../ledger/mod.ts";
import type { CheckedBlock } from "./_checked_block.ts";

/** Header fields of a block that do not follow from its transactions, its own fields and the block below. */
export function* findBlockFaults(checked: CheckedBlock): Generator<string> {
  const { stored, block, below, executed } = checked;
  const real: Record<string, string | number | bigint | undefined> = {
    hash: sealBlock(block).hash,
    parentHash: parentHashOf(checked),
    transactionsRoot: merkleRoot(executed.map((transaction) => parseHex(transaction.hash))),
    receiptsRoot: receiptsRoot(executed),
    gasUsed: executed.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
    txCount: executed.length,
  };
  for (const [name, value] of Object.entries(real)) {
    const found = block[name as keyof typeof block];
    if (value === undefined || found === value) continue;
    yield `Block ${block.height}: ${name} is ${found}, expected ${value}`;
  }
  const total = below && below.totalTransactions + executed.length;
  if (total === undefined || stored.totalTransactions === total) return;
  yield `Block ${block.height}: it counts ${stored.totalTransactions} transactions in all, there are ${total}`;
}

function parentHashOf({ block, below }: CheckedBlock): string | undefined {
  return block.height === 0 ? NO_HASH : below?.block.hash;
}
