import type * as Wire from "../../../generated/service/types.gen.ts";
import type { Address, Amount } from "../../../units/mod.ts";
import type { Token } from "../../chain/ledger/mod.ts";

/** An account's balance of one token, as REST shows it. */
export function restTokenBalance(
  token: Token & { readonly contract: Address; readonly balance: Amount },
): Wire.TokenBalance {
  const { contract, symbol, decimals, balance } = token;
  return { contract, symbol, decimals, balance: balance.toString() };
}
