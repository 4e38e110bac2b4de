/** JSON, as a string or as UTF-8. */
export type BodyText = string | Uint8Array<ArrayBuffer>;

/** Characters of the longest text that stays a string. */
const MOST_IN_STRING = 64 * 1_024;

/**
 * A text between two others. A long one is encoded at once: to put long strings together copies them, and so does to write
 * them.
 */
export function wrapText(head: string, text: string, tail: string): BodyText {
  if (text.length <= MOST_IN_STRING) return head + text + tail;
  const parts = [head, text, tail];
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  parts.reduce((end, part) => end + bytes.write(part, end), 0);
  return bytes;
}
