import { parseHex } from "../../../../units/mod.ts";
import type { RpcTransaction } from "../../../../generated/service/types.gen.ts";
import { type ChainContext, findByHash } from "../../context/mod.ts";
import { isRefusal } from "../../../chain/ledger/mod.ts";
import { rpcReceipt, rpcTransaction } from "../../views.ts";
import type { MethodHandlers } from "./method_handlers.ts";
import { RpcServiceError } from "../call_context.ts";

/** Methods on transactions. */
export const TRANSACTION_METHODS: MethodHandlers<
  "tx_sendRawTransaction" | "tx_getTransaction" | "tx_getTransactionReceipt"
> = {
  async tx_sendRawTransaction([signedTx], { source }) {
    const outcome = await source.submit(parseHex(signedTx));
    if (isRefusal(outcome)) throw new RpcServiceError(outcome.code, outcome.reason);
    return outcome;
  },

  async tx_getTransaction([txHash], context) {
    return findTransaction(txHash, context);
  },

  async tx_getTransactionReceipt([txHash], context) {
    const found = await findByHash(context, (store) => store.findTransaction(txHash));
    return found ? rpcReceipt(found.transaction) : null;
  },
};

/**
 * Finds a transaction in a block or pending; checks the store again last, since a block may have included it meanwhile.
 */
export async function findTransaction(
  hash: string,
  context: ChainContext,
): Promise<RpcTransaction | null> {
  const { store, source } = context;
  const included = await store.findTransaction(hash);
  if (included) return rpcTransaction(included.transaction);
  const pending = await source.findPending(hash);
  if (pending) return rpcTransaction(pending);
  const late = await findByHash(context, (at) => at.findTransaction(hash));
  return late ? rpcTransaction(late.transaction) : null;
}
