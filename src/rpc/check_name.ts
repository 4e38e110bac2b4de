import { showValue } from "../transport/mod.ts";

/**
 * Checks the name of a method by the table that has them.
 *
 * @throws {TypeError} If it is no text.
 * @throws {RangeError} If the table does not have it.
 */
export function checkName(name: unknown, table: Readonly<Record<string, unknown>>): void {
  if (typeof name === "string" && Object.hasOwn(table, name)) return;
  const known = Object.keys(table).join(", ");
  const message = `Cannot call JSON-RPC: method must be one of ${known}, got ${showValue(name)}`;
  throw typeof name === "string" ? new RangeError(message) : new TypeError(message);
}
