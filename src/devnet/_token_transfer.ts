import { addressField, amountField } from "./_fields.ts";
import type { Kind } from "./_kind.ts";
import type { TokenTransfer } from "./transaction.ts";

/** Format of a token transfer. */
export const TOKEN_TRANSFER: Kind<TokenTransfer> = {
  payload: {
    contract: addressField("delta"),
    to: addressField("delta"),
    value: amountField(0n),
  },
  gas: () => 45_000n,
};
