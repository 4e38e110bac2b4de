const SHOWN = 40;

/**
 * A value in a few words, as messages say what they got: values can be long and secret, as signed transactions are.
 *
 * @example
 * ```ts
 * import { showValue } from "alphadelta/transport";
 *
 * console.log(showValue("0x00"), showValue({ a: 1 }));
 * ```
 */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string") {
    return value.length > SHOWN ? `a string of ${value.length} characters` : JSON.stringify(value);
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return `a ${typeof value}`;
}
