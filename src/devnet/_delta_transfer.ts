import { addressField, amountField } from "./_fields.ts";
import type { Kind } from "./_kind.ts";
import type { DeltaTransfer } from "./transaction.ts";

/** Format of a transfer on delta. */
export const DELTA_TRANSFER: Kind<DeltaTransfer> = {
  payload: { to: addressField("delta"), value: amountField(0n) },
  gas: () => 21_000n,
};
