import { showValue } from "./show_value.ts";

/**
 * Makes the error of a value that is not allowed: a `RangeError` where it is of the right type, else a `TypeError`.
 *
 * @param message What was tried and what is allowed; what came is added.
 *
 * @example
 * ```ts
 * import { valueFault } from "alphadelta/transport";
 *
 * const seconds = -1;
 * console.log(valueFault("Cannot wait: seconds must be above 0", seconds, typeof seconds === "number").name); // RangeError
 * ```
 */
export function valueFault(message: string, value: unknown, isOfType: boolean): Error {
  const text = `${message}, got ${showValue(value)}`;
  return isOfType ? new RangeError(text) : new TypeError(text);
}
