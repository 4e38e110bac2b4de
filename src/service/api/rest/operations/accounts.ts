import type { Address } from "../../../../units/mod.ts";
import { readTokens, showAccount } from "../../context/mod.ts";
import { TOKEN } from "../../../chain/ledger/mod.ts";
import type { Store } from "../../../chain/store/mod.ts";
import { restTokenBalance } from "../../views.ts";
import type { OperationHandlers } from "./operation_handlers.ts";
import { renderList, windowOf } from "./render_list.ts";
import { RestServiceError } from "../envelope.ts";

/** Operations on accounts. */
export const ACCOUNT_OPERATIONS: OperationHandlers<
  "getAccount" | "listAccountTransactions" | "listAccountTokens"
> = {
  async getAccount({ path: { address } }, { store }) {
    const account = await store.readAccount(address);
    if (!account) throw new RestServiceError("NOT_FOUND", `No account ${address}`);
    const { balance, nonce } = showAccount(account.state);
    return {
      address,
      balance,
      nonce,
      txCount: account.txCount,
      // Nobody has the key of a contract, so an account that has sent a transaction is not one.
      isContract: nonce === 0 && (await isContract(address, store)),
      firstSeen: account.firstSeen,
      lastSeen: account.lastSeen,
    };
  },

  async listAccountTransactions({ path: { address }, query }, { store }) {
    const { direction } = query;
    const page = await store.listAccountTransactions(address, { ...windowOf(query), direction });
    if (page.total === 0 && !(await store.readAccount(address))) {
      throw new RestServiceError("NOT_FOUND", `No account ${address}`);
    }
    return renderList("listAccountTransactions", page, query);
  },

  async listAccountTokens({ path: { address } }, { store }) {
    if (!(await store.readAccount(address))) {
      throw new RestServiceError("NOT_FOUND", `No account ${address}`);
    }
    return { tokens: (await readTokens(store, address)).map(restTokenBalance) };
  },
};

async function isContract(address: Address, store: Store): Promise<boolean> {
  const { values } = await store.readState([TOKEN.key(address)]);
  return values.size > 0;
}
