import type { Fields } from "./_fields.ts";
import type { TransactionBase } from "./transaction.ts";

/** Fields of a transaction type besides the common ones. */
export type Payload<T> = Omit<T, keyof TransactionBase | "type">;

/** Encoding of one transaction type. */
export interface Kind<T extends TransactionBase> {
  readonly payload: Fields<Payload<T>>;
  /** Gas that such a transaction uses, known before it runs. */
  gas(payload: Payload<T>): bigint;
}
