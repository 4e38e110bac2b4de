import {
  addressField,
  amountField,
  bytesField,
  distinctField,
  listField,
  objectField,
} from "./_fields.ts";
import type { Kind } from "./_kind.ts";
import type { AlphaOutput, AlphaTransfer } from "./transaction.ts";

const MAX_RECORDS = 100;
const OUTPUT = objectField<AlphaOutput>({ to: addressField("alpha"), value: amountField(1n) });

/** Format of a transfer on alpha. */
export const ALPHA_TRANSFER: Kind<AlphaTransfer> = {
  payload: {
    serialNumbers: distinctField(bytesField(32), MAX_RECORDS),
    outputs: listField(OUTPUT, MAX_RECORDS),
  },
  gas: ({ serialNumbers, outputs }) =>
    10_000n + 3_000n * BigInt(serialNumbers.length) + 4_000n * BigInt(outputs.length),
};
