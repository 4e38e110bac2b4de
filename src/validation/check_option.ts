import { valueFault } from "./show_value.ts";

/**
 * Checks an option that may be left out.
 *
 * @param action Begins the message: what cannot be done.
 * @param type A value of this type is out of range; any other is of a wrong type.
 * @throws {TypeError | RangeError} If it is not allowed: `action: name must be expected, got …`.
 */
export function checkOption(
  action: string,
  name: string,
  value: unknown,
  expected: string,
  isAllowed: boolean,
  type?: string,
): void {
  if (value === undefined || isAllowed) return;
  throw valueFault(`${action}: ${name} must be ${expected}`, value, typeof value === type);
}

/**
 * Checks an option that is an integer and may be left out.
 *
 * @param action Begins the message: what cannot be done.
 * @throws {TypeError | RangeError} If it is no number, no integer or below `least`.
 */
export function checkInteger(action: string, name: string, value: unknown, least: number): void {
  const isAllowed = Number.isSafeInteger(value) && (value as number) >= least;
  checkOption(action, name, value, `an integer from ${least}`, isAllowed, "number");
}

/**
 * Checks the name of a call by the table that has them.
 *
 * @param kind What it names.
 * @throws {TypeError} If it is no string.
 * @throws {RangeError} If the table does not have it.
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
