import { feeOf } from "../../../devnet/mod.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import type { Payload } from "./_payload.ts";
import type { Wallet } from "./_wallet.ts";

/** A payment on alpha. */
export interface AlphaPayment {
  readonly from: Address;
  readonly to: Address;
  readonly value: Amount;
  readonly gasPrice: Amount;
}

/** An account with more records than this spends several at once, so that their number stays bounded. */
const MANY_RECORDS = 6;

/** Pays from the largest records and returns the change to the sender; `undefined` if their value is too low. */
export function payOnAlpha(
  { from, to, value, gasPrice }: AlphaPayment,
  wallet: Wallet,
  isSpent: (serialNumber: Hex) => boolean,
): Payload | undefined {
  const unspent = wallet
    .list(from)
    .filter(({ serialNumber }) => !isSpent(serialNumber))
    .toSorted((left, right) => (left.value < right.value ? 1 : -1));
  const spent = unspent.slice(0, unspent.length > MANY_RECORDS ? MANY_RECORDS : 1);
  const type = "transfer";
  const serialNumbers = spent.map(({ serialNumber }) => serialNumber);
  const held = spent.reduce((sum, record) => sum + record.value, 0n);
  const parts = [
    { to, value },
    { to: from, value: 1n },
  ];
  const change = held - value - feeOf("alpha", { type, serialNumbers, outputs: parts, gasPrice });
  if (change < 1n) return undefined;
  return {
    type,
    serialNumbers,
    outputs: [
      { to, value },
      { to: from, value: change },
    ],
  };
}
