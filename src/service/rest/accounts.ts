import { ACCOUNT, TOKEN } from "../ledger/mod.ts";
import { readTokens } from "../gateway/mod.ts";
import { restTokenBalance } from "../views/mod.ts";
import type { OperationHandlers } from "./operation_handlers.ts";
import { renderList, windowOf } from "./render_list.ts";
import { RestFault } from "./rest_fault.ts";

/** Operations on accounts. */
export const ACCOUNT_OPERATIONS: OperationHandlers<
  "getAccount" | "listAccountTransactions" | "listAccountTokens"
> = {
  async getAccount({ path: { address } }, { store }) {
    const account = await store.readAccount(address);
    if (!account) throw new RestFault("NOT_FOUND", `No account ${address}`);
    const token = TOKEN.key(address);
    const { values } = await store.readState([token]);
    const state =
      account.state === undefined ? { balance: 0n, nonce: 0 } : ACCOUNT.decode(account.state);
    return {
      address,
      balance: state.balance.toString(),
      nonce: state.nonce,
      txCount: account.txCount,
      isContract: values.has(token),
      firstSeen: account.firstSeen,
      lastSeen: account.lastSeen,
    };
  },

  async listAccountTransactions({ path: { address }, query }, { store }) {
    const { direction } = query;
    const page = await store.listAccountTransactions(address, { ...windowOf(query), direction });
    if (page.total === 0 && !(await store.readAccount(address))) {
      throw new RestFault("NOT_FOUND", `No account ${address}`);
    }
    return renderList("transactions", page, query);
  },

  async listAccountTokens({ path: { address } }, { store }) {
    if (!(await store.readAccount(address))) {
      throw new RestFault("NOT_FOUND", `No account ${address}`);
    }
    return { tokens: (await readTokens(store, address)).map(restTokenBalance) };
  },
};
