import { valueFault } from "../validation/mod.ts";

/**
 * Checks numbers that may be left out.
 *
 * @param refusal Begins the message: what cannot be done.
 * @param allowed Ends it: `from 1`.
 * @throws {TypeError | RangeError} If a value is no number, or not allowed.
 */
export function checkNumbers(
  refusal: string,
  values: object,
  allowed: string,
  isAllowed: (value: number) => boolean,
): void {
  for (const [name, value] of Object.entries<unknown>(values as Record<string, unknown>)) {
    const isNumber = typeof value === "number";
    if (value === undefined || (isNumber && isAllowed(value))) continue;
    throw valueFault(`${refusal}: ${name} must be a number ${allowed}`, value, isNumber);
  }
}
