import { SPECS } from "../../../../generated/specs.gen.ts";
import type { RpcBlock } from "../../../../generated/service/types.gen.ts";
import type { Store } from "../../../chain/store/mod.ts";
import { findByHash } from "../../context/mod.ts";
import { rpcBlock, rpcTransaction } from "../../views.ts";
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

  async chain_getBlockByNumber([blockNumber, fullTx], { store }) {
    return (await readBlock(blockNumber, fullTx, store)) ?? null;
  },

  async chain_getBlockByHash([blockHash, fullTx], context) {
    const block = await findByHash(context, (store) => readBlock(blockHash, fullTx, store));
    return block ?? null;
  },
};

/** Reads transactions by the height of the block found; a block removed meanwhile has none. */
async function readBlock(
  identifier: number | string,
  fullTx: boolean,
  store: Store,
): Promise<RpcBlock | undefined> {
  const found = await store.findBlock(identifier);
  if (!found) return undefined;
  const { block } = found;
  if (!fullTx) return rpcBlock(block, await store.readBlockHashes(block.height));
  return rpcBlock(block, (await store.readBlockTransactions(block.height)).map(rpcTransaction));
}
