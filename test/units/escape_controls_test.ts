import { expect, test } from "vitest";
import { escapeControls } from "../../src/units/internal.ts";

/** Every character that is not to be seen as it is, beside some on both sides of each range. */
const SIGNS = [
  ...Array.from({ length: 0xa1 }, (_, code) => String.fromCharCode(code)),
  ...["\u00ad", "\u200b", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2060", "\u2066"],
  ...["\u2069", "\ufeff", "\u{1d173}", "\u{e0001}", "\ud800", "\udfff", "é", "漢", "😀", "\\", '"'],
];

test("JSON on one line stays the same JSON, and prints no control character", () => {
  for (const sign of SIGNS) {
    const value = { [`a${sign}b`]: [`${sign}${sign}`, `\\${sign}`] };
    const line = escapeControls(JSON.stringify(value));
    expect(JSON.parse(line), JSON.stringify(sign)).toEqual(value);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  }
});

test("what is escaped stays so, and a text without control characters stays as it is", () => {
  const plain = 'Grüße, 漢字 😀 "\\u001b" \\';
  expect(escapeControls(plain)).toBe(plain);
  const escaped = escapeControls("a\u001b[2J\nready\u202e\u{e0001}");
  expect(escaped).toBe("a\\u001b[2J\\u000aready\\u202e\\udb40\\udc01");
  expect(escapeControls(escaped)).toBe(escaped);
});
