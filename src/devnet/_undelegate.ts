import { amountField } from "./_fields.ts";
import type { Kind } from "./_kind.ts";
import type { Undelegate } from "./transaction.ts";

/** Format of withdrawing stake. */
export const UNDELEGATE: Kind<Undelegate> = {
  payload: { value: amountField(1n) },
  gas: () => 70_000n,
};
