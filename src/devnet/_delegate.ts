import { addressField, amountField } from "./_fields.ts";
import type { Kind } from "./_kind.ts";
import type { Delegate } from "./transaction.ts";

/** Format of a delegation. */
export const DELEGATE: Kind<Delegate> = {
  payload: { validator: addressField("delta"), value: amountField(1n) },
  gas: () => 60_000n,
};
