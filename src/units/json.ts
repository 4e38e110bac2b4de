/**
 * Writes any value of the client as JSON, which has no `bigint`: amounts are decimal strings, as on the wire. `fromJson`
 * of `alphadelta/schemas` reads it again.
 *
 * An error becomes its name and message; one of this library, what its `toJSON` gives. What JSON does not have, such as
 * `undefined` or a function, is `null`, or left out of objects, as `JSON.stringify` does inside of lists and objects.
 *
 * @param indent Spaces of each level; all on one line if left out.
 * @throws {TypeError} If the value holds itself.
 *
 * @example
 * ```ts
 * import { toJson } from "alphadelta/units";
 *
 * console.log(toJson({ height: 7, balance: 12345678901234567890n })); // {"height":7,"balance":"12345678901234567890"}
 * ```
 */
export function toJson(value: unknown, indent?: number): string {
  const text: string | undefined = JSON.stringify(value, replace, indent);
  return text ?? "null";
}

function replace(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}
