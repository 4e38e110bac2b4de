import type { UnsignedTransaction } from "../../../devnet/mod.ts";

/** The type of a transaction and the fields of that type. */
export type Payload = Pick<UnsignedTransaction, "type"> & Readonly<Record<string, unknown>>;
