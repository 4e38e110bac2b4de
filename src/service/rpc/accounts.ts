import { ACCOUNT } from "../ledger/mod.ts";
import type { Store } from "../store/mod.ts";
import type { MethodHandlers } from "./method_handlers.ts";
import { RpcFault } from "./rpc_fault.ts";

async function requireBlock(height: string | number, store: Store): Promise<void> {
  const highest = (await store.head())?.block.height ?? 0;
  if (Number(height) <= highest) return;
  throw new RpcFault(
    "InvalidParams",
    `blockNumber must be at most ${highest}, the newest block, got ${height}`,
  );
}

/** Methods on accounts. */
export const ACCOUNT_METHODS: MethodHandlers<"account_getBalance" | "account_getNonce"> = {
  async account_getBalance([address, blockNumber], { store }) {
    const key = ACCOUNT.key(address);
    const asked = blockNumber === "latest" ? undefined : Number(blockNumber);
    if (asked !== undefined) await requireBlock(blockNumber, store);
    const { height, values } = await store.readState([key], asked);
    const text = values.get(key);
    const { balance, nonce } =
      text === undefined ? { balance: 0n, nonce: 0 } : ACCOUNT.decode(text);
    return { balance: balance.toString(), nonce, blockNumber: asked ?? height };
  },

  async account_getNonce([address], { source }) {
    return { nonce: await source.nextNonce(address) };
  },
};
