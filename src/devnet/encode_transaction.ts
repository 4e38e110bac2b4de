import { encode } from "cborg";
import type { Chain } from "../chains/mod.ts";
import { concatBytes } from "../units/internal.ts";
import { formatHex, type Hex } from "../units/mod.ts";
import { valueError } from "../validation/mod.ts";
import { bytesField, type CborValue, type Field } from "./_fields.ts";
import { findFormat, type Layout } from "./_kinds.ts";
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
interface EncodedTransaction {
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

/** The entries of a transaction's CBOR map, encoded once for both the unsigned and the signed form. */
export interface Entries {
  readonly chain: Chain;
  readonly count: number;
  /** Fields whose keys sort before the signature's. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** First byte of a CBOR map of up to 23 entries, plus their number; no transaction has more. */
const MAP = 0xa0;
const SIGNATURE = "signature";
const SIGNATURE_BYTES = 64;
const SIGNATURE_FIELD = bytesField(SIGNATURE_BYTES);
/** The key and head of the signature's entry, without the signature. */
const SIGNATURE_HEAD = encodeMap(new Map([[SIGNATURE, new Uint8Array(SIGNATURE_BYTES)]])).slice(
  0,
  -SIGNATURE_BYTES,
);

/**
 * Encodes all but the signature.
 *
 * @throws {TypeError} If a field has the wrong type, or the chain has no such transaction type.
 * @throws {RangeError} If a field is out of range.
 */
function encodeEntries(transaction: UnsignedTransaction): Entries {
  const { chain, type } = transaction;
  const format = findFormat(chain, type);
  if (!format) throw new TypeError(`Cannot encode transaction: ${chain} has no type "${type}"`);
  const values: Readonly<Record<string, unknown>> = { ...transaction };
  const { layout } = format;
  const encoded = new Map<string, CborValue>();
  for (const [name, field] of layout) {
    if (name !== SIGNATURE) encoded.set(name, writeField(chain, name, field, values[name]));
  }
  return entriesOf(chain, layout, encoded);
}

/** The entries of values in CBOR, by name. */
export function entriesOf(
  chain: Chain,
  layout: Layout,
  values: ReadonlyMap<string, CborValue>,
): Entries {
  const before = new Map<string, CborValue>();
  const after = new Map<string, CborValue>();
  let part = before;
  for (const [name] of layout) {
    if (name === SIGNATURE) part = after;
    else part.set(name, values.get(name) ?? "");
  }
  return { chain, count: layout.length, before: encodeMap(before), after: encodeMap(after) };
}

function encodeMap(map: ReadonlyMap<string, CborValue>): Uint8Array {
  return encode(map).subarray(1);
}

/** The bytes to sign. */
export function joinUnsigned({ count, before, after }: Entries): Uint8Array {
  return concatBytes([Uint8Array.of(MAP + count - 1), before, after]);
}

/**
 * The bytes of the whole transaction.
 *
 * @throws {TypeError | RangeError} If the signature is not 64 bytes of hex.
 */
function joinSigned(entries: Entries, signature: Hex): Uint8Array {
  const bytes = writeField(entries.chain, SIGNATURE, SIGNATURE_FIELD, signature);
  return joinBytes(entries, bytes as Uint8Array);
}

/** The bytes of the whole transaction, from the bytes of its signature. */
export function joinBytes({ count, before, after }: Entries, signature: Uint8Array): Uint8Array {
  return concatBytes([Uint8Array.of(MAP + count), before, SIGNATURE_HEAD, signature, after]);
}

function writeField(chain: Chain, name: string, field: Field<unknown>, value: unknown): CborValue {
  if (field.accepts(value)) return field.encode(value);
  const message = `Cannot encode ${chain} transaction: ${name} must be ${field.allowed}`;
  throw valueError(message, value, typeof value === field.type);
}
