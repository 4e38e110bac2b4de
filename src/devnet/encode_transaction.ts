import { encode } from "cborg";

import type { Chain } from "../chains/mod.ts";
import type { CborValue, Field } from "./_fields.ts";
import { findKind } from "./_kinds.ts";
import { layoutOf } from "./_layout.ts";
import type { SignedTransaction } from "./transaction.ts";

/** A transaction that lacks nothing but its signature. */
export type UnsignedTransaction = SignedTransaction extends infer T
  ? T extends SignedTransaction
    ? Omit<T, "signature">
    : never
  : never;

/**
 * Writes a signed transaction: deterministic CBOR (RFC 8949 §4.2) of one flat map, amounts as decimal strings, keys,
 * signatures and serial numbers as byte strings (decided). The SHA-256 of these bytes is the transaction's hash.
 *
 * @throws {TypeError} If a field has the wrong type, or the chain has no such transaction type.
 * @throws {RangeError} If a field is out of range.
 *
 * @example
 * ```ts
 * import { decodeTransaction, devAccounts, encodeTransaction, signTransaction } from "alphadelta/devnet";
 * import { formatHex, parseHex } from "alphadelta/units";
 *
 * const [alice] = await devAccounts("delta");
 * if (alice) {
 *   const { signedTx } = await signTransaction(alice, { type: "claim_rewards", nonce: 0 });
 *   const again = encodeTransaction(decodeTransaction(parseHex(signedTx)));
 *   console.log(formatHex(again) === signedTx); // true
 * }
 * ```
 */
export function encodeTransaction(transaction: SignedTransaction): Uint8Array {
  return write(transaction, () => true);
}

/**
 * Writes the bytes that are signed: the same map without `signature`.
 *
 * @throws {TypeError} If a field has the wrong type, or the chain has no such transaction type.
 * @throws {RangeError} If a field is out of range.
 *
 * @example
 * ```ts
 * import { decodeTransaction, devAccounts, encodeForSigning, signTransaction } from "alphadelta/devnet";
 * import { parseHex } from "alphadelta/units";
 *
 * const [alice] = await devAccounts("delta");
 * if (alice) {
 *   const { signedTx } = await signTransaction(alice, { type: "claim_rewards", nonce: 0 });
 *   const { signature, ...unsigned } = decodeTransaction(parseHex(signedTx));
 *   console.log(signature.length, encodeForSigning(unsigned).length);
 * }
 * ```
 */
export function encodeForSigning(transaction: UnsignedTransaction): Uint8Array {
  return write(transaction, (name) => name !== "signature");
}

function write(transaction: UnsignedTransaction, holds: (name: string) => boolean): Uint8Array {
  const { chain, type } = transaction;
  const kind = findKind(chain, type);
  if (!kind) throw new TypeError(`Cannot write transaction: ${chain} has no type "${type}"`);
  const values: Readonly<Record<string, unknown>> = { ...transaction };
  const map: Record<string, CborValue> = {};
  for (const [name, field] of layoutOf(chain, type, kind)) {
    if (holds(name)) map[name] = writeField(chain, name, field, values[name]);
  }
  return encode(map);
}

function writeField(chain: Chain, name: string, field: Field<unknown>, value: unknown): CborValue {
  if (field.accepts(value)) return field.encode(value);
  const message = `Cannot write ${chain} transaction: ${name} must be ${field.allowed}, got ${show(value)}`;
  throw typeof value === field.type ? new RangeError(message) : new TypeError(message);
}

function show(value: unknown): string {
  if (typeof value === "bigint") return `${value.toString().slice(0, 60)}n`;
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value)?.slice(0, 100) ?? "nothing";
  return Array.isArray(value) ? `a list of ${value.length}` : "an object";
}
