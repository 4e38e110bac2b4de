import { ACCOUNT, type Account, type Shown } from "../../chain/ledger/mod.ts";

const NONE: Shown<Account> = { balance: "0", nonce: 0 };

/** Balance and nonce for an answer out of an account's state; without one they are nothing. */
export function showAccount(state: string | undefined): Shown<Account> {
  return state === undefined ? NONE : ACCOUNT.show(state);
}
