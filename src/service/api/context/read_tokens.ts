import type { Address, Amount } from "../../../units/mod.ts";
import {
  type Token,
  TOKEN,
  TOKEN_BALANCE,
  TOKENS,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import { readValues } from "./read_values.ts";

/** An account's balance of one token. */
export interface TokenHolding extends Token {
  readonly contract: Address;
  readonly balance: Amount;
}

/** The tokens that an account holds at the head, in a stable order. */
export async function readTokens(store: Store, owner: Address): Promise<TokenHolding[]> {
  const { state } = await readValues(store, (known) => [
    TOKENS.key(),
    ...contractsOf(known).flatMap((contract) => [
      TOKEN.key(contract),
      TOKEN_BALANCE.key(`${contract}:${owner}`),
    ]),
  ]);
  return contractsOf(state).flatMap((contract) => {
    const token = state.get(TOKEN, contract);
    const balance = state.get(TOKEN_BALANCE, `${contract}:${owner}`)?.balance ?? 0n;
    return token && balance > 0n ? [{ ...token, contract, balance }] : [];
  });
}

function contractsOf(state: WorkingState): readonly Address[] {
  return state.get(TOKENS)?.contracts ?? [];
}
