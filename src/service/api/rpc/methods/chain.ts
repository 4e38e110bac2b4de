import { SPECS } from "../../../../generated/specs.gen.ts";
import type { RpcBlock } from "../../../../generated/service/types.gen.ts";
import type { ChainContext } from "../../context/mod.ts";
import { rpcBlock, rpcTransaction } from "../../views/mod.ts";
import type { MethodHandlers } from "./method_handlers.ts";

/** Methods on a chain as a whole and on its blocks. */
export const CHAIN_METHODS: MethodHandlers<
  "chain_getInfo" | "chain_getBlockByNumber" | "chain_getBlockByHash"
> = {
  async chain_getInfo(_params, { selection, store }) {
    const head = await store.head();
    return {
      chain: selection.chain,
      version: SPECS.openrpc.version,
      blockHeight: head?.block.height ?? 0,
      networkId: selection.segment,
      peerCount: 0,
    };
  },

  async chain_getBlockByNumber([blockNumber, fullTx], context) {
    return readBlock(blockNumber, fullTx, context);
  },

  async chain_getBlockByHash([blockHash, fullTx], context) {
    return readBlock(blockHash, fullTx, context);
  },
};

/** Reads transactions by the height of the block found; a block removed meanwhile has none. */
async function readBlock(
  identifier: number | string,
  fullTx: boolean,
  { store }: ChainContext,
): Promise<RpcBlock | null> {
  const found = await store.findBlock(identifier);
  if (!found) return null;
  const { block } = found;
  if (!fullTx) return rpcBlock(block, await store.readBlockHashes(block.height));
  return rpcBlock(block, (await store.readBlockTransactions(block.height)).map(rpcTransaction));
}
