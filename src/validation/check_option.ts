import { valueFault } from "./value_fault.ts";

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
