import { showValue } from "../validation/mod.ts";
import { isCount } from "./_page_answer.ts";
import type { Standing } from "./_standing.ts";

/** Identity of the list that a token belongs to, for comparison. */
export interface ListName {
  readonly operation: string;
  readonly segment: string;
  /** Arguments that tell this list from others, as JSON. */
  readonly args: string;
}

/** The content of a token beside the name of its list. */
export interface Bookmark {
  readonly page: number;
  readonly place: number | undefined;
  readonly total: number | undefined;
  /** Cursor to go on with, where the list goes by cursors. */
  readonly cursor: string | undefined;
  /** Keys of the items given last; one is enough where the list only grows at one end. */
  readonly keys: readonly string[];
}

const VERSION = 1;

/** A token's fields in their order. */
type Fields = readonly [
  version: typeof VERSION,
  operation: string,
  segment: string,
  args: string,
  page: number,
  place: number | null,
  total: number | null,
  keys: readonly string[],
  cursor?: string,
];

const MOST_KEYS = 100;
/** Items without a key are told by all that they hold, which may be long. */
const MOST_CHARACTERS = 10_000;

/** Writes where a walk stands as a string for {@linkcode readToken}, of letters, digits, `-` and `_`. */
export function writeToken(list: ListName, at: Standing): string {
  const { page, place, total, cursor, last } = at;
  const isKnown = place !== undefined && at.grows !== undefined && last !== undefined;
  const { operation, segment, args } = list;
  const name = [VERSION, operation, segment, args] as const;
  const keys = isKnown ? [last] : recentKeys(at);
  const fields: Fields = [...name, page, place ?? null, total ?? null, keys];
  return encode(JSON.stringify(cursor === undefined ? fields : [...fields, cursor]));
}

/**
 * Reads a token.
 *
 * @throws {TypeError} If it is no string.
 * @throws {SyntaxError} If no list wrote it.
 * @throws {RangeError} If it is of another list.
 */
export function readToken(list: ListName, token: unknown): Bookmark {
  const action = `Cannot resume ${list.operation} on ${list.segment}`;
  const fields = isText(token) ? decode(token) : undefined;
  if (!areFields(fields)) {
    const Fault = isText(token) ? SyntaxError : TypeError;
    throw new Fault(`${action}: resume must be a resume token, got ${showValue(token)}`);
  }
  const [, operation, segment, args, page, place, total, keys, cursor] = fields;
  if (operation !== list.operation || segment !== list.segment) {
    throw new RangeError(`${action}: the token belongs to ${operation} on ${segment}`);
  }
  if (args !== list.args) {
    throw new RangeError(`${action}: the token belongs to the arguments ${args}, got ${list.args}`);
  }
  return { page, cursor, place: place ?? undefined, total: total ?? undefined, keys };
}

function areFields(fields: unknown): fields is Fields {
  if (!Array.isArray(fields) || ![8, 9].includes(fields.length)) return false;
  const [version, , , , page, place, total, keys, cursor = ""] = fields as unknown[];
  const areCounts = page !== 0 && [page, place ?? 0, total ?? 0].every(isCount);
  return version === VERSION && areCounts && Array.isArray(keys) && [...keys, cursor].every(isText);
}

function recentKeys({ seen }: Standing): readonly string[] {
  const keys = seen.flatMap((page) => [...page]).slice(-MOST_KEYS);
  let size = 0;
  const tooFar = keys.findLastIndex((key) => {
    size += key.length;
    return size > MOST_CHARACTERS;
  });
  return keys.slice(tooFar + 1);
}

function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Undefined where the string is no token. */
function decode(token: string): unknown {
  try {
    const binary = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
