import { showValue } from "../transport/mod.ts";
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
const MOST_KEYS = 100;
/** Items without a key are told by all that they hold, which may be long. */
const MOST_CHARACTERS = 10_000;

/** Writes where a walk stands as a string for {@linkcode readToken}, of letters, digits, `-` and `_`. */
export function writeToken(list: ListName, { page, place, total, grows, ...at }: Standing): string {
  const keys = place !== undefined && grows ? [at.last].filter(isText) : recentKeys(at.seen);
  const { operation, segment, args } = list;
  const fields = [VERSION, operation, segment, args, page, place ?? null, total ?? null, keys];
  if (at.cursor !== undefined) fields.push(at.cursor);
  return encode(JSON.stringify(fields));
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
  if (!isText(token)) {
    throw new TypeError(`${action}: resume must be a resume token, got ${showValue(token)}`);
  }
  const fields = decode(token);
  if (!Array.isArray(fields) || fields[0] !== VERSION || ![8, 9].includes(fields.length)) {
    throw new SyntaxError(`${action}: resume must be a resume token, got ${showValue(token)}`);
  }
  const [, operation, segment, args, page, place, total, keys, cursor] = fields;
  if (operation !== list.operation || segment !== list.segment) {
    throw new RangeError(`${action}: the token belongs to ${operation} on ${segment}`);
  }
  if (args !== list.args) {
    throw new RangeError(`${action}: the token belongs to the arguments ${args}, got ${list.args}`);
  }
  const counts = [page, place ?? 0, total ?? 0];
  const isWhole = counts.every((count) => Number.isSafeInteger(count) && count >= 0);
  const isCursor = cursor === undefined || isText(cursor);
  if (!isWhole || !isCursor || page < 1 || !Array.isArray(keys) || !keys.every(isText)) {
    throw new SyntaxError(`${action}: resume must be a resume token, got ${showValue(token)}`);
  }
  return { page, cursor, place: place ?? undefined, total: total ?? undefined, keys };
}

function recentKeys(seen: readonly ReadonlySet<string>[]): string[] {
  const keys: string[] = [];
  let size = 0;
  for (const key of seen.flatMap((page) => [...page]).toReversed()) {
    size += key.length;
    if (keys.length >= MOST_KEYS || size > MOST_CHARACTERS) break;
    keys.push(key);
  }
  return keys.toReversed();
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
