import { valueFault } from "./value_fault.ts";

/**
 * Checks the name of a call by the table that has them.
 *
 * @param kind What it names.
 * @throws {TypeError} If it is no string.
 * @throws {RangeError} If the table does not have it.
 *
 * @example
 * ```ts
 * import { getBlock } from "alphadelta/rest";
 * import { checkName } from "alphadelta/transport";
 *
 * checkName("operation", "getBlock", { getBlock });
 * ```
 */
export function checkName(
  kind: "operation" | "method",
  name: unknown,
  table: Readonly<Record<string, unknown>>,
): void {
  if (typeof name === "string" && Object.hasOwn(table, name)) return;
  const known = Object.keys(table).join(", ");
  const message = `Cannot call: ${kind} must be one of ${known}`;
  throw valueFault(message, name, typeof name === "string");
}
