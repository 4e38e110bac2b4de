import { DEV_METHODS, type ServiceDevMethods } from "../../../generated/service/dev_methods.gen.ts";

/**
 * Checks the one number that a method takes against its bounds in the documents.
 *
 * @throws {RangeError} If it is no whole number within them.
 */
export function checkNumber(method: keyof ServiceDevMethods, value: number): void {
  const [info] = DEV_METHODS[method].parameters;
  if (!info) throw new TypeError(`Cannot check ${method}: it takes no number`);
  const { name, expected, minimum = -Infinity, maximum = Infinity } = info;
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return;
  throw new RangeError(`${name} must be ${expected}, got ${value}`);
}
