/**
 * The type of a value on the wire, where amounts are strings and everything else is the same.
 *
 * @example
 * ```ts
 * import type { Wire } from "alphadelta/units";
 *
 * const balance: Wire<{ balance: bigint; nonce: number }> = { balance: "1000", nonce: 7 };
 * console.log(balance.nonce);
 * ```
 */
export type Wire<T> = T extends bigint
  ? string
  : T extends string | number
    ? T
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;
