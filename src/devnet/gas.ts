import type { Chain } from "../chains/mod.ts";
import type { Amount } from "../units/mod.ts";
import { findFormat } from "./_kinds.ts";
import type { TransactionOf } from "./transaction.ts";

/** Lowest gas price that the devnet accepts, in base units per unit of gas (extension). */
export const GAS_PRICE_FLOOR: Amount = 1_000_000_000n;

/** Fields of a transaction that determine its gas: type and payload. */
export type GasInput<C extends Chain> = TransactionOf[C] extends infer T
  ? T extends TransactionOf[C]
    ? Omit<T, "nonce" | "gasLimit">
    : never
  : never;

/**
 * Gas that a transaction uses. It depends only on type and size, so it is known before the transaction runs.
 *
 * @throws {TypeError} If the chain has no such transaction type.
 */
export function gasNeeded<C extends Chain>(chain: C, transaction: GasInput<C>): bigint {
  const { type } = transaction as { readonly type: string };
  const format = findFormat(chain, type);
  if (!format)
    throw new TypeError(`Cannot compute gas: ${chain} has no transaction type "${type}"`);
  return format.gas(transaction);
}

/**
 * Fee of a transaction in base units: its gas times its gas price, by default the lowest one.
 *
 * @throws {TypeError} If the chain has no such transaction type.
 *
 * @example Split an alpha record into a payment and its change
 * ```ts
 * import { devAccounts, feeOf, signTransaction } from "alphadelta/devnet";
 *
 * const [alice, bob] = await devAccounts("alpha");
 * const record = alice?.records[0];
 * if (alice && bob && record) {
 *   const type = "transfer";
 *   const serialNumbers = [record.serialNumber];
 *   const draft = { type, serialNumbers, outputs: [{ to: bob.address, value: 5n }, { to: alice.address, value: 1n }] } as const;
 *   const change = record.value - 5n - feeOf("alpha", draft);
 *   const outputs = [{ to: bob.address, value: 5n }, { to: alice.address, value: change }];
 *   await signTransaction(alice, { type, serialNumbers, outputs, nonce: 0 });
 * }
 * ```
 */
export function feeOf<C extends Chain>(chain: C, transaction: GasInput<C>): Amount {
  const { gasPrice = GAS_PRICE_FLOOR } = transaction as { readonly gasPrice?: Amount };
  return gasNeeded(chain, transaction) * gasPrice;
}
