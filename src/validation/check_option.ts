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

/** The expectation of an option, the test of a value, and the type whose wrong values are a `RangeError`. */
export type Rule = readonly [expected: string, holds: (value: never) => boolean, type?: string];

/** Rules of options by name; undefined for one that is checked where it is read. */
export type Rules<Name extends string> = Readonly<Record<Name, Rule | undefined>>;

export const BOOLEAN: Rule = ["a boolean", (value) => typeof value === "boolean"];

export const FUNCTION: Rule = ["a function", isFunction];

/** By its shape, since a package may bring its own; null counts as none. */
export const SIGNAL: Rule = [
  "an AbortSignal",
  (value: Partial<AbortSignal> | null | undefined) =>
    value === null || isFunction(value?.addEventListener),
];

export const OBJECT: Rule = ["an object", isObject];

/** @param bounds Ends what is expected, such as `from 1`. */
export function numberOf(bounds: string, holds: (value: number) => boolean): Rule {
  return [`a number ${bounds}`, (value) => typeof value === "number" && holds(value), "number"];
}

export function integerFrom(least: number): Rule {
  const holds = (value: number): boolean => Number.isSafeInteger(value) && value >= least;
  return [`an integer from ${least}`, holds, "number"];
}

export function oneOf(...words: readonly string[]): Rule {
  const expected = words.map((word) => `"${word}"`).join(" or ");
  return [expected, (value) => words.includes(value), "string"];
}

export function objectWith(...functions: readonly string[]): Rule {
  const holds = (value: unknown): boolean =>
    isObject(value) && functions.every((name) => isFunction(value[name]));
  return [`an object with ${functions.join(", ")}`, holds];
}

export function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/**
 * Checks the names of options and their values.
 *
 * @param action Begins the message: what cannot be done.
 * @throws {TypeError} If one is unknown or of a wrong type.
 * @throws {RangeError} If one is out of range.
 */
export function checkOptions<Name extends string>(
  action: string,
  options: Readonly<Partial<Record<Name, unknown>>>,
  rules: Rules<Name>,
): void {
  checkNames(action, options, Object.keys(rules));
  checkValues(action, options, rules);
}

/** The same without the names. */
export function checkValues<Name extends string>(
  action: string,
  options: Readonly<Partial<Record<Name, unknown>>>,
  rules: Rules<Name>,
  names: readonly Name[] = Object.keys(rules) as Name[],
): void {
  for (const name of names) {
    const value = options[name];
    const [expected, holds, type] = rules[name] ?? [];
    if (expected && holds) checkOption(action, name, value, expected, holds(value as never), type);
  }
}

/**
 * Checks an option that is an integer and may be left out.
 *
 * @param action Begins the message: what cannot be done.
 * @throws {TypeError | RangeError} If it is no number, no integer or below `least`.
 */
export function checkInteger(action: string, name: string, value: unknown, least: number): void {
  const [expected, holds, type] = integerFrom(least);
  checkOption(action, name, value, expected, holds(value as never), type);
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
