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
  : T extends object
    ? { [Key in keyof T]: Wire<T[Key]> }
    : T;

/**
 * Marks an extension: a value that the interface does not specify. Another deployment may send a different shape, or
 * omit it. Types without this mark are specified by the interface.
 *
 * It is an alias of `T`, for documentation only. The client's `onDrift` reports responses that differ.
 */
export type Undocumented<T> = T;
