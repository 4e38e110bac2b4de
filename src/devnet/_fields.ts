import type { Chain } from "../chains/mod.ts";
import {
  type Address,
  type Amount,
  formatHex,
  type Hex,
  isAddress,
  parseHex,
} from "../units/mod.ts";
import { addressHrp } from "./address_of.ts";

/** A value of a transaction's CBOR. The encoder sorts the keys of maps: shorter first, then by bytes. */
export type CborValue =
  | string
  | number
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<string, CborValue>;

/** Codec of one field of a transaction: validation, CBOR and back. */
export interface Field<T> {
  /** Allowed values, for messages. */
  readonly allowed: string;
  /** `typeof` a valid value: tells a value of a wrong type from one that is not allowed. */
  readonly type: "bigint" | "number" | "string" | "object";
  accepts(value: unknown): value is T;
  encode(value: T): CborValue;
  /** Decodes a value; undefined if `encoded` is not the encoding of a valid one. */
  decode(encoded: unknown): T | undefined;
}

/** The fields of an object, by name. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> };

/** Upper bound of amounts, so that nobody can make the service multiply numbers of a million digits. */
export const MAX_AMOUNT = 2n ** 128n - 1n;
/** Valid addresses that one field caches. */
const MAX_CACHED_ADDRESSES = 4_096;
const LONE_SURROGATE = /\p{Surrogate}/u;
const CANONICAL_DECIMAL = /^(?:0|[1-9][0-9]{0,38})$/;

/** An amount from `minimum`, as a decimal string without leading zeros. */
export function amountField(minimum: bigint): Field<Amount> {
  function accepts(value: unknown): value is Amount {
    return typeof value === "bigint" && value >= minimum && value <= MAX_AMOUNT;
  }
  return {
    allowed: `an amount from ${minimum} to 2^128 - 1`,
    type: "bigint",
    accepts,
    encode: (value) => value.toString(),
    decode(encoded) {
      if (typeof encoded !== "string" || !CANONICAL_DECIMAL.test(encoded)) return undefined;
      const value = BigInt(encoded);
      return accepts(value) ? value : undefined;
    },
  };
}

/** A safe integer from 0, as a CBOR integer. */
export const WHOLE_FIELD: Field<number> = plainField(
  "a whole number from 0 to 2^53 - 1",
  "number",
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
);

/** One of some words. */
export function wordField<T extends string>(words: readonly T[]): Field<T> {
  return plainField(words.map((word) => `"${word}"`).join(" or "), "string", (value): value is T =>
    words.some((word) => word === value),
  );
}

/** A string of `minimum` to `maximum` UTF-16 units. Lone surrogates are rejected, since UTF-8 cannot encode them. */
export function textField(minimum: number, maximum: number): Field<string> {
  return plainField(
    `a string of ${minimum} to ${maximum} characters`,
    "string",
    (value): value is string =>
      typeof value === "string" &&
      value.length >= minimum &&
      value.length <= maximum &&
      !LONE_SURROGATE.test(value),
  );
}

/**
 * An address of one chain. Valid addresses are cached, since each is validated when encoded and when decoded and the
 * checksum dominates the cost of a field.
 */
export function addressField(chain: Chain): Field<Address> {
  const hrp = addressHrp(chain);
  const valid = new Set<string>();
  function isValid(value: string): boolean {
    if (valid.has(value)) return true;
    if (!isAddress(value, hrp)) return false;
    if (valid.size >= MAX_CACHED_ADDRESSES) valid.clear();
    valid.add(value);
    return true;
  }
  return plainField(
    `an address of ${chain} (${hrp}1…)`,
    "string",
    (value): value is Address => typeof value === "string" && isValid(value),
  );
}

/** A fixed number of bytes: lower-case hex as a value, a byte string in CBOR. */
export function bytesField(length: number): Field<Hex> {
  const hex = new RegExp(`^0x[0-9a-f]{${length * 2}}$`);
  return {
    allowed: `${length} bytes in lower-case hex`,
    type: "string",
    accepts: (value): value is Hex => typeof value === "string" && hex.test(value),
    encode: (value) => parseHex(value),
    decode(encoded) {
      const fits = encoded instanceof Uint8Array && encoded.length === length;
      return fits ? formatHex(encoded) : undefined;
    },
  };
}

/** A list of 1 to `maximum` items, no two of them identical: for strings and numbers. */
export function distinctField<T>(item: Field<T>, maximum: number): Field<readonly T[]> {
  const list = listField(item, maximum);
  return {
    ...list,
    allowed: `${list.allowed}, each once`,
    accepts: (value): value is readonly T[] =>
      list.accepts(value) && new Set(value).size === value.length,
    decode(encoded) {
      const items = list.decode(encoded);
      return items && new Set(items).size === items.length ? items : undefined;
    },
  };
}

/** A list of 1 to `maximum` items, a CBOR array. */
export function listField<T>(item: Field<T>, maximum: number): Field<readonly T[]> {
  function fits(value: unknown): value is readonly unknown[] {
    return Array.isArray(value) && value.length >= 1 && value.length <= maximum;
  }
  return {
    allowed: `a list of 1 to ${maximum} items, each ${item.allowed}`,
    type: "object",
    accepts: (value): value is readonly T[] =>
      fits(value) && value.every((one) => item.accepts(one)),
    encode: (value) => value.map((one) => item.encode(one)),
    decode(encoded) {
      if (!fits(encoded)) return undefined;
      const items = encoded.map((one) => item.decode(one));
      return items.every((one) => one !== undefined) ? items : undefined;
    },
  };
}

/** An object, a CBOR map of exactly these fields. */
export function objectField<T extends object>(fields: Fields<T>): Field<T> {
  const entries = Object.entries(fields) as [keyof T & string, Field<T[keyof T]>][];
  return {
    allowed: `{ ${entries.map(([name, field]) => `${name}: ${field.allowed}`).join(", ")} }`,
    type: "object",
    accepts: (value): value is T =>
      typeof value === "object" &&
      value !== null &&
      entries.every(([name, field]) => field.accepts((value as T)[name])),
    encode: (value) => new Map(entries.map(([name, field]) => [name, field.encode(value[name])])),
    decode(encoded) {
      if (!(encoded instanceof Map) || encoded.size !== entries.length) return undefined;
      const pairs = entries.map(
        ([name, field]) => [name, field.decode(encoded.get(name))] as const,
      );
      const isWhole = pairs.every(([, value]) => value !== undefined);
      return isWhole ? (Object.fromEntries(pairs) as T) : undefined;
    },
  };
}

/** A value with the same form in CBOR. */
function plainField<T extends string | number>(
  allowed: string,
  type: Field<T>["type"],
  accepts: (value: unknown) => value is T,
): Field<T> {
  return {
    allowed,
    type,
    accepts,
    encode: (value) => value,
    decode: (encoded) => (accepts(encoded) ? encoded : undefined),
  };
}
