import type { Address, Amount } from "../units/mod.ts";
import { feeOf } from "./gas.ts";
import type { SpendableRecord } from "./records.ts";
import type { AlphaOutput, AlphaTransfer } from "./transaction.ts";

/** A payment of alpha; the change goes back to the sender. */
export interface AlphaPayment {
  readonly from: Address;
  readonly to: Address;
  readonly value: Amount;
  readonly gasPrice?: Amount;
}

/** The transaction that spends exactly these records; undefined if their value does not cover the payment and the fee. */
export function payFrom(
  records: readonly SpendableRecord[],
  { from, to, value, ...price }: AlphaPayment,
): Pick<AlphaTransfer, "type" | "serialNumbers" | "outputs"> | undefined {
  const type = "transfer";
  const serialNumbers = records.map(({ serialNumber }) => serialNumber);
  const rest = records.reduce((sum, record) => sum + record.value, -value);
  const feeFor = (outputs: readonly AlphaOutput[]): Amount =>
    feeOf("alpha", { type, serialNumbers, outputs, ...price });
  const paid = [{ to, value }];
  if (rest === feeFor(paid)) return { type, serialNumbers, outputs: paid };
  const change = rest - feeFor([...paid, { to: from, value: 1n }]);
  if (change < 1n) return undefined;
  return { type, serialNumbers, outputs: [...paid, { to: from, value: change }] };
}
