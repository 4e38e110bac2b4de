import { showAccount } from "../../context/mod.ts";
import { ACCOUNT } from "../../../chain/ledger/mod.ts";
import type { AccountReading, Store } from "../../../chain/store/mod.ts";
import type { MethodHandlers } from "./method_handlers.ts";
import { RpcServiceError } from "../call_context.ts";

async function requireBlock(height: string | number, store: Store): Promise<void> {
  const highest = (await store.head())?.block.height ?? 0;
  if (Number(height) <= highest) return;
  throw new RpcServiceError(
    "InvalidParams",
    `blockNumber must be at most ${highest}, the newest block, got ${height}`,
  );
}

/** An account's state at a height, at the head by default. */
async function readAccountAt(
  address: string,
  asked: number | undefined,
  store: Store,
): Promise<Pick<AccountReading, "height" | "state">> {
  const key = ACCOUNT.key(address);
  const { height, values } = await store.readState([key], asked);
  return { height, state: values.get(key) };
}

/** Methods on accounts. */
export const ACCOUNT_METHODS: MethodHandlers<"account_getBalance" | "account_getNonce"> = {
  async account_getBalance([address, blockNumber], { store }) {
    const asked = blockNumber === "latest" ? undefined : Number(blockNumber);
    if (asked !== undefined) await requireBlock(blockNumber, store);
    const newest = asked === undefined ? await store.readAccount(address) : undefined;
    const { height, state } = newest ?? (await readAccountAt(address, asked, store));
    const { balance, nonce } = showAccount(state);
    return { balance, nonce, blockNumber: asked ?? height };
  },

  async account_getNonce([address], { source }) {
    return { nonce: await source.nextNonce(address) };
  },
};
