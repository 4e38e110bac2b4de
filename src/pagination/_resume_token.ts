import { showValue } from "../validation/mod.ts";
import { isCount } from "./_page_answer.ts";
import type { WalkState } from "./_walk_state.ts";

/** Identity of the list that a token belongs to, for comparison. */
export interface ListName {
  readonly operation: string;
  readonly segment: string;
  /** Arguments that identify the list, as JSON. */
  readonly args: string;
}

/** The state of a walk as far as a token holds it: of the keys, only those of the last yielded items. */
export type ResumedState = Pick<WalkState, "page" | "cursor" | "place" | "total" | "seen" | "last">;

const VERSION = 1;

/** The fields of a token, in order. */
type TokenFields = readonly [
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

const MAX_KEYS = 100;
/** The key of an item without an id is its whole JSON, which may be long. */
const MAX_CHARACTERS = 10_000;

/** Writes the state of a walk as a token of letters, digits, `-` and `_`, for {@linkcode readToken}. */
export function writeToken(list: ListName, state: WalkState): string {
  const { page, place, total, cursor, last } = state;
  const isKnown = place !== undefined && state.grows !== undefined && last !== undefined;
  const { operation, segment, args } = list;
  const name = [VERSION, operation, segment, args] as const;
  const keys = isKnown ? [last] : recentKeys(state);
  const fields: TokenFields = [...name, page, place ?? null, total ?? null, keys];
  return encodeToken(JSON.stringify(cursor === undefined ? fields : [...fields, cursor]));
}

/**
 * Reads a token.
 *
 * @throws {TypeError} If the token is no string.
 * @throws {SyntaxError} If the string is no token.
 * @throws {RangeError} If the token belongs to another list.
 */
export function readToken(list: ListName, token: unknown): ResumedState {
  const action = `Cannot resume ${list.operation} on ${list.segment}`;
  const fields = isText(token) ? decodeToken(token) : undefined;
  if (!areFields(fields)) {
    const InvalidToken = isText(token) ? SyntaxError : TypeError;
    throw new InvalidToken(`${action}: resume must be a resume token, got ${showValue(token)}`);
  }
  const [, operation, segment, args, page, place, total, keys, cursor] = fields;
  if (operation !== list.operation || segment !== list.segment) {
    throw new RangeError(`${action}: the token belongs to ${operation} on ${segment}`);
  }
  if (args !== list.args) {
    throw new RangeError(`${action}: the token belongs to the arguments ${args}, got ${list.args}`);
  }
  const seen = [new Set(keys)];
  return {
    page,
    cursor,
    place: place ?? undefined,
    total: total ?? undefined,
    seen,
    last: keys.at(-1),
  };
}

function areFields(fields: unknown): fields is TokenFields {
  if (!Array.isArray(fields) || ![8, 9].includes(fields.length)) return false;
  const [version, , , , page, place, total, keys, cursor = ""] = fields as unknown[];
  const areCounts = page !== 0 && [page, place ?? 0, total ?? 0].every(isCount);
  return version === VERSION && areCounts && Array.isArray(keys) && [...keys, cursor].every(isText);
}

function recentKeys({ seen }: WalkState): readonly string[] {
  const keys = seen.flatMap((page) => [...page]).slice(-MAX_KEYS);
  let size = 0;
  const tooFar = keys.findLastIndex((key) => {
    size += key.length;
    return size > MAX_CHARACTERS;
  });
  return keys.slice(tooFar + 1);
}

function encodeToken(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a token to JSON; undefined for any other string. */
function decodeToken(token: string): unknown {
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
