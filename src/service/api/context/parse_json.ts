import { LIMITS } from "../../../generated/limits.gen.ts";
import { nextTurn } from "../../turns.ts";

/** Bytes of the shortest JSON that is nested too deep: two brackets per level. */
const SHORTEST_TOO_DEEP = 2 * (LIMITS.jsonDepth + 1);

/** Bytes from which JSON is parsed in a turn of its own. */
const LARGE = 32 * 1_024;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** Thrown for a body that is not JSON, or has more in it than a request may have. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  readonly kind: "not JSON" | "too deep" | "too much";

  constructor(message: string, kind: JsonFault["kind"] = "not JSON") {
    super(message);
    this.kind = kind;
  }
}

/**
 * Parses the JSON of a request. A large one is decoded in one turn of the event loop, parsed in the next, and used in a third.
 *
 * @throws {JsonFault} Not UTF-8, not JSON, nested too deep, or with too much in it (extension).
 */
export async function parseJsonBytes(bytes: Uint8Array): Promise<unknown> {
  if (bytes.length < LARGE) return parse(read(bytes));
  await nextTurn();
  const text = read(bytes);
  await nextTurn();
  const value = parse(text);
  await nextTurn();
  return value;
}

function read(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text.length >= SHORTEST_TOO_DEEP) checkExtent(text);
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonFault(
      error instanceof Error ? withoutSource(error.message) : "The body is not JSON",
    );
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new JsonFault("Body must be UTF-8");
  }
}

/** Characters with a meaning of their own outside of texts. */
const MARK = /["[\]{}:,]/g;

/**
 * Bounds levels, items, members and digits before the text is parsed: 1 MiB of short members takes a tenth of a second to
 * parse, and the validators look at each member again. An empty list counts as one item.
 */
function checkExtent(text: string): void {
  const isList: boolean[] = [];
  let items = 0;
  let members = 0;
  let from = 0;
  MARK.lastIndex = 0;
  while (MARK.test(text)) {
    const at = MARK.lastIndex - 1;
    if (at - from > LIMITS.jsonDigits) checkDigits(text.slice(from, at));
    const char = text.charCodeAt(at);
    if (char === 0x22) MARK.lastIndex = endOfString(text, at) + 1;
    else if (char === 0x5d || char === 0x7d) isList.pop();
    else if (char === 0x3a) members++;
    else {
      if (char !== 0x2c) isList.push(char === 0x5b);
      if (isList.at(-1)) items++;
      if (isList.length > LIMITS.jsonDepth)
        throw new JsonFault(`JSON must be at most ${LIMITS.jsonDepth} levels deep`, "too deep");
    }
    if (items > LIMITS.jsonItems) throw tooMany("items in its lists together", LIMITS.jsonItems);
    if (members > LIMITS.jsonMembers)
      throw tooMany("members in its objects together", LIMITS.jsonMembers);
    from = MARK.lastIndex;
  }
  checkDigits(text.slice(from));
}

/** Bounds the number between two marks; there is one at most. */
function checkDigits(between: string): void {
  const { length } = between.trim();
  if (length > LIMITS.jsonDigits && /^\s*-?\d/.test(between))
    throw tooMany("digits in a number", LIMITS.jsonDigits);
}

function tooMany(what: string, most: number): JsonFault {
  return new JsonFault(`JSON must have at most ${most} ${what}`, "too much");
}

/** The place of the quote that ends the string beginning at `start`; that of the end where none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === 0x5c) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/** Removes the quoted body from the runtime's message, since it may contain a signed transaction. */
function withoutSource(message: string): string {
  const [token] = /^Unexpected token '.'/su.exec(message) ?? [];
  if (token !== undefined) return token;
  return message.replace(/,? ?(?:\.\.\.)?".*$/s, "").trim() || "The body is not JSON";
}
