import { SPECS } from "../../../../generated/specs.gen.ts";
import { readChainStats, readValidators } from "../../context/mod.ts";
import type { OperationHandlers } from "./operation_handlers.ts";

/** Operations on a chain as a whole. */
export const CHAIN_OPERATIONS: OperationHandlers<"getChainInfo" | "getChainStats"> = {
  async getChainInfo(_input, { selection, store, blockTime }) {
    const [head, validators] = await Promise.all([store.head(), readValidators(store)]);
    return {
      chain: selection.chain,
      network: selection.network,
      version: SPECS.openapi.version,
      blockHeight: head?.block.height ?? 0,
      blockTime,
      totalTransactions: head?.totalTransactions ?? 0,
      activeValidators: validators.filter(([, { status }]) => status === "active").length,
    };
  },

  async getChainStats(_input, { store }) {
    const { tps, averageBlockTime, supply } = await readChainStats(store);
    return {
      tps,
      avgBlockTime: averageBlockTime,
      totalSupply: supply.total.toString(),
      circulatingSupply: (supply.total - supply.staked).toString(),
      totalStaked: supply.staked.toString(),
      stakingRatio:
        supply.total === 0n ? 0 : Number((supply.staked * 1_000_000n) / supply.total) / 1_000_000,
    };
  },
};
