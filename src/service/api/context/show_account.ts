import { ACCOUNT, type Account, type Shown } from "../../chain/ledger/mod.ts";

const NONE: Shown<Account> = { balance: "0", nonce: 0 };

/** Balance and nonce of an account's state; zero without one. */
export function showAccount(state: string | undefined): Shown<Account> {
  return state === undefined ? NONE : ACCOUNT.show(state);
}
