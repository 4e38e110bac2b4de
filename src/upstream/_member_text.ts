const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Cuts the JSON of a member out of the JSON of an object, as it stands there. Of several members of one name it is the
 * last, as `JSON.parse` has it.
 *
 * @param text JSON that was parsed before: of anything else the result is undefined in both senses.
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let start = -1;
  let key: unknown;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      // A string at the top that no colon comes before is a key.
      if (depth === 1 && start < 0) {
        key = JSON.parse(text.slice(at, end + 1));
        start = text.indexOf(":", end) + 1;
        at = start - 1;
      } else at = end;
    } else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d || code === COMMA) {
      if (depth === 1 && start >= 0) {
        if (key === name) found = text.slice(start, at).trim();
        start = -1;
      }
      if (code !== COMMA) depth--;
    }
  }
  return found;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
    at++;
  }
}
