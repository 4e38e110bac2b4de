import { SUPPLY, type Supply } from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";

/** Recent rates of a chain, and its supply. */
export interface ChainStats {
  /** Transactions a second over the last blocks. */
  readonly tps: number;
  /** Mean seconds between the last blocks. */
  readonly averageBlockTime: number;
  readonly supply: Supply;
}

/** Blocks that the rates are computed over (extension). */
const SPAN = 100;

/** Computes the rates from the head and the block `SPAN` below it, at constant cost. */
export async function readChainStats(store: Store): Promise<ChainStats> {
  const head = await store.head();
  if (!head) return { tps: 0, averageBlockTime: 0, supply: { total: 0n, staked: 0n } };
  const [state, base] = await Promise.all([
    store.readState([SUPPLY.key()], head.block.height),
    store.findBlock(Math.max(0, head.block.height - SPAN)),
  ]);
  const first = base ?? head;
  const blocks = head.block.height - first.block.height;
  const seconds = head.block.timestamp - first.block.timestamp;
  const text = state.values.get(SUPPLY.key());
  return {
    tps: seconds === 0 ? 0 : (head.totalTransactions - first.totalTransactions) / seconds,
    averageBlockTime: blocks === 0 ? 0 : seconds / blocks,
    supply: text === undefined ? { total: 0n, staked: 0n } : SUPPLY.decode(text),
  };
}
