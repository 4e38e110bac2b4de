import { decode } from "cborg";

import type { Chain } from "../chains/mod.ts";
import { CHAINS } from "../generated/segments.gen.ts";
import { type Entries, entriesOf, joinBytes, joinUnsigned } from "./encode_transaction.ts";
import type { CborValue } from "./_fields.ts";
import { findFormat, kindNames, type Layout } from "./_kinds.ts";
import type { SignedTransaction } from "./transaction.ts";

/** Most bytes of a transaction; a longer one is rejected unread. */
const MAX_TRANSACTION_BYTES = 65_536;

const STRICT = {
  strict: true,
  allowIndefinite: false,
  allowUndefined: false,
  allowNaN: false,
  allowInfinity: false,
  rejectDuplicateMapKeys: true,
  useMaps: true,
};

/**
 * Decodes a signed transaction. It verifies neither the signature nor that `from` belongs to the key.
 *
 * The bytes must equal those of `encodeTransaction`, so that a transaction has one encoding and one hash.
 *
 * @throws {SyntaxError} If the bytes are not a canonical transaction; the message has the reason.
 */
export function decodeTransaction(bytes: Uint8Array): SignedTransaction {
  return decodeEntries(bytes).transaction;
}

/** A signed transaction with the bytes that were signed. */
export interface SignedMessage {
  /** The transaction that the bytes hold. */
  readonly transaction: SignedTransaction;
  /** Result of `encodeForSigning`. */
  readonly message: Uint8Array;
}

/**
 * Decodes a signed transaction with the signed bytes, to verify the signature. It takes less time than
 * `decodeTransaction` followed by `encodeForSigning`.
 *
 * @throws {SyntaxError} As `decodeTransaction`.
 */
export function decodeSigned(bytes: Uint8Array): SignedMessage {
  const { transaction, entries } = decodeEntries(bytes);
  return { transaction, message: joinUnsigned(entries) };
}

function decodeEntries(bytes: Uint8Array): {
  readonly transaction: SignedTransaction;
  readonly entries: Entries;
} {
  const map = decodeMap(bytes);
  const chain = CHAINS.find((one) => one === map.get("chain"));
  if (!chain) refuse(`chain must be ${CHAINS.map((one) => `"${one}"`).join(" or ")}`);
  const layout = findLayout(chain, map.get("type"));
  const transaction = readFields(map, layout);
  // Accepted fields have one encoding; the bytes must equal it.
  const values = map as ReadonlyMap<string, CborValue>;
  const entries = entriesOf(chain, layout, values);
  if (!equal(joinBytes(entries, values.get("signature") as Uint8Array), bytes)) {
    refuse("its encoding is not deterministic (RFC 8949 §4.2)");
  }
  return { transaction, entries };
}

function decodeMap(bytes: Uint8Array): ReadonlyMap<unknown, unknown> {
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    refuse(`at most ${MAX_TRANSACTION_BYTES} bytes are allowed, got ${bytes.length}`);
  }
  let value: unknown;
  try {
    value = decode(bytes, STRICT);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    refuse(`it is not valid CBOR (${detail.slice(0, 200)})`, error);
  }
  if (!(value instanceof Map)) refuse("it must be a CBOR map");
  return value;
}

function findLayout(chain: Chain, type: unknown): Layout {
  const format = typeof type === "string" ? findFormat(chain, type) : undefined;
  if (!format) refuse(`type must be one of ${kindNames(chain).join(", ")} on ${chain}`);
  return format.layout;
}

function readFields(map: ReadonlyMap<unknown, unknown>, layout: Layout): SignedTransaction {
  const values: Record<string, unknown> = {};
  for (const [name, field] of layout) {
    if (!map.has(name)) refuse(`field ${name} is missing`);
    const value = field.decode(map.get(name));
    if (value === undefined) refuse(`${name} must be ${field.allowed}`);
    values[name] = value;
  }
  if (map.size !== layout.length) {
    const unknown = [...map.keys()].find((name) => !Object.hasOwn(values, String(name)));
    refuse(`field ${JSON.stringify(String(unknown).slice(0, 60))} is unknown`);
  }
  return values as unknown as SignedTransaction;
}

function refuse(reason: string, cause?: unknown): never {
  throw new SyntaxError(`Cannot decode transaction: ${reason}`, { cause });
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  // `every` takes four times as long, and this runs for each submitted transaction.
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}
