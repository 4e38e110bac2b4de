import type { Block, BlockSummary, Transaction } from "alphadelta";
import { useEffect, useState } from "preact/hooks";
import { FIRST_TRANSACTIONS } from "../live/live_chain.ts";
import { gasByBlock } from "../values/block_gas.ts";
import { useView } from "./view.ts";

interface BlockGas {
  /** Gas used, by height. */
  readonly gas: ReadonlyMap<number, number>;
  /** Most gas of a block, as the first one that was read has it. */
  readonly gasLimit: bigint | undefined;
}

/**
 * Gas of the newest blocks: the sum over their transactions. Of a block with more transactions than are held, the block is
 * read: one after another, those of the newest `most`.
 */
export function useBlockGas(
  blocks: readonly BlockSummary[],
  transactions: readonly Transaction[],
  most: number,
): BlockGas {
  const { client, session } = useView();
  const [read, setRead] = useState<ReadonlyMap<string, Block>>(new Map());
  // Fewer are all of the chain, or the rest is being read.
  const oldest = transactions[FIRST_TRANSACTIONS - 1]
    ? (transactions.at(-1)?.blockNumber ?? -1)
    : -1;
  const isUnknown = ({ number, txCount, hash }: BlockSummary): boolean =>
    txCount > 0 && number <= oldest && !read.has(hash);
  const wanted = read.size === 0 ? blocks[0] : blocks.slice(0, most).find(isUnknown);
  useEffect(() => {
    if (!wanted || (read.size > 0 && !session.hasSpare())) return;
    client.getBlock(wanted.hash, { priority: "watch" }).then(
      (block) =>
        setRead((before) => new Map([...before, [block.hash, block] as const].slice(-most))),
      () => undefined,
    );
  }, [wanted?.hash]);
  const gas = new Map(gasByBlock(blocks, transactions));
  for (const { hash, number } of blocks) {
    const block = read.get(hash);
    if (block) gas.set(number, Number(block.gasUsed));
  }
  return { gas, gasLimit: read.values().next().value?.gasLimit };
}
