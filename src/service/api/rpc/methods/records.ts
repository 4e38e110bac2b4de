import { RECORD, SERIAL_NUMBER } from "../../../chain/ledger/mod.ts";
import type { MethodHandlers } from "./method_handlers.ts";

/** Methods on the records of alpha. */
export const RECORD_METHODS: MethodHandlers<"alpha_getRecord" | "alpha_getSerialNumber"> = {
  async alpha_getRecord([commitment], { store }) {
    const key = RECORD.key(commitment);
    const text = (await store.readState([key])).values.get(key);
    if (text === undefined) return null;
    const { transactionHash, height, index, value, owner } = RECORD.decode(text);
    return {
      commitment,
      transactionHash,
      blockNumber: height,
      index,
      value: value.toString(),
      owner,
    };
  },

  async alpha_getSerialNumber([serialNumber], { store }) {
    const key = SERIAL_NUMBER.key(serialNumber);
    const text = (await store.readState([key])).values.get(key);
    const spentAt = text === undefined ? null : SERIAL_NUMBER.decode(text).spentAt;
    return { spent: spentAt !== null, blockNumber: spentAt };
  },
};
