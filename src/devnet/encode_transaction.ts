import { formatHex } from "../units/mod.ts";
import { encodeEntries, joinSigned, joinUnsigned } from "./_entries.ts";
import type { SignedTransaction, UnsignedTransaction } from "./transaction.ts";

/**
 * Encodes a signed transaction: deterministic CBOR (RFC 8949 §4.2) of one flat map, amounts as decimal strings, keys,
 * signatures and serial numbers as byte strings (extension). The SHA-256 of these bytes is the transaction's hash.
 *
 * @throws {TypeError} If a field has the wrong type, or the chain has no such transaction type.
 * @throws {RangeError} If a field is out of range.
 */
export function encodeTransaction(transaction: SignedTransaction): Uint8Array {
  return joinSigned(encodeEntries(transaction), transaction.signature);
}

/**
 * Encodes the bytes to sign: the same map without `signature`.
 *
 * @throws {TypeError} If a field has the wrong type, or the chain has no such transaction type.
 * @throws {RangeError} If a field is out of range.
 */
export function encodeForSigning(transaction: UnsignedTransaction): Uint8Array {
  return joinUnsigned(encodeEntries(transaction));
}

/** A signed transaction with its bytes. */
export interface EncodedTransaction {
  /** The transaction with its signature. */
  readonly transaction: SignedTransaction;
  /** Result of `encodeTransaction`. */
  readonly bytes: Uint8Array;
}

/**
 * Signs and encodes a transaction; `sign` is called with the bytes of `encodeForSigning`. It takes half the time of
 * `encodeForSigning` followed by `encodeTransaction`.
 *
 * @param sign Returns the 64 bytes of an Ed25519 signature.
 * @throws {TypeError} As `encodeTransaction`.
 * @throws {RangeError} As `encodeTransaction`.
 */
export async function encodeSigned(
  unsigned: UnsignedTransaction,
  sign: (message: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Promise<EncodedTransaction> {
  const entries = encodeEntries(unsigned);
  const signature = formatHex(await sign(joinUnsigned(entries)));
  const transaction = { ...unsigned, signature } as SignedTransaction;
  return { transaction, bytes: joinSigned(entries, signature) };
}
