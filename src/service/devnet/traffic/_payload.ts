import type { UnsignedTransaction } from "../../../devnet/mod.ts";

/** What a transaction does: its type and the fields of that type. */
export type Payload = Pick<UnsignedTransaction, "type"> & Readonly<Record<string, unknown>>;
