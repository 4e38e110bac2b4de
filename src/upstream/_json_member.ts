/** A string, or a character that opens, closes or separates values. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/**
 * Cuts the JSON of a member out of the JSON of an object, byte for byte. Of several members of one name it is the last,
 * as with `JSON.parse`.
 *
 * @param text Valid JSON: the result for anything else is undefined in both senses.
 */
export function jsonMember(text: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  /** Where the value of the present member begins; 0 before its key. */
  let start = 0;
  let key: unknown;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isNested = depth > 1;
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    if (isNested || depth > 1) continue;
    if (token.startsWith('"') && start === 0) {
      key = JSON.parse(token);
      start = text.indexOf(":", index + token.length) + 1;
    } else if (token === "," || token === "}") {
      if (start > 0 && key === name) found = text.slice(start, index).trim();
      start = 0;
    }
  }
  return found;
}
