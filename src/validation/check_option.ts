import { didYouMean, isObject, valueFault } from "./show_value.ts";

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
 * Checks the names of options.
 *
 * @param action Begins the message: what cannot be done.
 * @param what One of them in messages.
 * @throws {TypeError} If one is not known; the message has those that are, and the nearest of them. If `options` is no object;
 * the message does not repeat it, since a URL may contain a key.
 */
export function checkNames(
  action: string,
  options: object,
  known: readonly string[],
  what = "option",
): void {
  if (!isObject(options)) {
    const kind = Array.isArray(options) ? "an array" : `a ${typeof options}`;
    throw new TypeError(`${action}: expected an object of ${what}s, got ${kind}`);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const text = `there is no ${what} ${unknown}, there are ${known.join(", ")}`;
  throw new TypeError(`${action}: ${text}${didYouMean(unknown, known)}`);
}

/**
 * Checks that a value is the name of a row of a table.
 *
 * @param message Begins the message: `Cannot …: name must be`.
 * @throws {TypeError} If it is no string.
 * @throws {RangeError} If the table does not have it; the message has the nearest that it has.
 */
export function checkName(message: string, name: unknown, table: object): void {
  const isText = typeof name === "string";
  if (isText && Object.hasOwn(table, name)) return;
  const known = Object.keys(table);
  const fault = valueFault(`${message} one of ${known.join(", ")}`, name, isText);
  if (isText) fault.message += didYouMean(name, known);
  throw fault;
}
