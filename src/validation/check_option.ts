import { didYouMean, isObject, valueError } from "./show_value.ts";

/**
 * The allowed values of an option, in words and as a test. A refused value is a `RangeError` if it has the type `type`, and
 * a `TypeError` otherwise.
 */
export type Rule = readonly [expected: string, isAllowed: (value: never) => boolean, type?: string];

/** Rules of options by name; undefined for an option that its reader checks. */
export type Rules<Name extends string> = Readonly<Record<Name, Rule | undefined>>;

export const BOOLEAN: Rule = ["a boolean", (value) => typeof value === "boolean"];

export const FUNCTION: Rule = ["a function", isFunction];

/** Tested by its shape, since a package may bring its own class; null means no signal. */
export const SIGNAL: Rule = [
  "an AbortSignal",
  (value: Partial<AbortSignal> | null | undefined) =>
    value === null || isFunction(value?.addEventListener),
];

export const OBJECT: Rule = ["an object", isObject];

/** @param bounds The bounds in words, such as `from 1`. */
export function numberOf(bounds: string, isWithin: (value: number) => boolean): Rule {
  return [`a number ${bounds}`, (value) => typeof value === "number" && isWithin(value), "number"];
}

export function integerFrom(minimum: number): Rule {
  const isAllowed = (value: number): boolean => Number.isSafeInteger(value) && value >= minimum;
  return [`an integer from ${minimum}`, isAllowed, "number"];
}

export function oneOf(...words: readonly string[]): Rule {
  const expected = words.map((word) => `"${word}"`).join(" or ");
  return [expected, (value) => words.includes(value), "string"];
}

export function objectWith(...functions: readonly string[]): Rule {
  const isAllowed = (value: unknown): boolean =>
    isObject(value) && functions.every((name) => isFunction(value[name]));
  return [`an object with ${functions.join(", ")}`, isAllowed];
}

export function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/**
 * Checks an optional value.
 *
 * @param action Start of the message, such as `Cannot create a client`.
 * @throws {TypeError | RangeError} If the value is not allowed: `action: name must be expected, got …`.
 */
export function checkOption(action: string, name: string, value: unknown, rule: Rule): void {
  const [expected, isAllowed, type] = rule;
  if (value === undefined || isAllowed(value as never)) return;
  throw valueError(`${action}: ${name} must be ${expected}`, value, typeof value === type);
}

/**
 * Checks the names and values of options.
 *
 * @param action Start of the message.
 * @throws {TypeError} If an option is unknown or of a wrong type.
 * @throws {RangeError} If a value is out of range.
 */
export function checkOptions<Name extends string>(
  action: string,
  options: Readonly<Partial<Record<Name, unknown>>>,
  rules: Rules<Name>,
): void {
  checkNames(action, options, Object.keys(rules));
  checkValues(action, options, rules);
}

/** Checks the values of options, or of those in `names`. */
export function checkValues<Name extends string>(
  action: string,
  options: Readonly<Partial<Record<Name, unknown>>>,
  rules: Rules<Name>,
  names: readonly Name[] = Object.keys(rules) as Name[],
): void {
  for (const name of names) {
    const rule = rules[name];
    if (rule) checkOption(action, name, options[name], rule);
  }
}

/**
 * Checks an optional integer.
 *
 * @param action Start of the message.
 * @throws {TypeError | RangeError} If the value is no number, no integer or below `minimum`.
 */
export function checkInteger(action: string, name: string, value: unknown, minimum: number): void {
  checkOption(action, name, value, integerFrom(minimum));
}

/**
 * Checks the names of options.
 *
 * @param action Start of the message.
 * @param noun Noun for an option in the message.
 * @throws {TypeError} If a name is unknown: the message lists the known names and proposes the nearest. If `options` is no
 * object: the message does not repeat the value, which may be a URL with a key.
 */
export function checkNames(
  action: string,
  options: object,
  known: readonly string[],
  noun = "option",
): void {
  if (!isObject(options)) {
    const kind = Array.isArray(options) ? "an array" : `a ${typeof options}`;
    throw new TypeError(`${action}: expected an object of ${noun}s, got ${kind}`);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const text = `there is no ${noun} ${unknown}, there are ${known.join(", ")}`;
  throw new TypeError(`${action}: ${text}${didYouMean(unknown, known)}`);
}

/**
 * Checks that a value is a key of a table.
 *
 * @param message Start of the message: `Cannot …: name must be`.
 * @throws {TypeError} If the value is no string.
 * @throws {RangeError} If the table has no such key; the message proposes the nearest.
 */
export function checkName(message: string, name: unknown, table: object): void {
  const isString = typeof name === "string";
  if (isString && Object.hasOwn(table, name)) return;
  const known = Object.keys(table);
  const error = valueError(`${message} one of ${known.join(", ")}`, name, isString);
  if (isString) error.message += didYouMean(name, known);
  throw error;
}
