/** Characters that command a terminal, end a line for some reader or turn the direction of text; and halves of pairs. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A string as one line for a terminal, a log or another protocol of lines: control characters, ends of lines and marks of
 * direction are written as JSON escapes them, `\u001b`. JSON on one line stays the same JSON.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escapeUnits);
}

/** A character beyond the first 65,536 is two units, and so two escapes, as in JSON. */
function escapeUnits(sign: string): string {
  return sign.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
