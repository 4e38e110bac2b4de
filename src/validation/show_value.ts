import { escapeControls } from "../units/internal.ts";

/** Most characters of a string that are shown: those of an address. */
const SHOWN = 41;

/**
 * A value in a few words, as messages say what they got: values can be long and secret, as signed transactions are.
 */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "bigint") return `${String(value).slice(0, SHOWN)}n`;
  if (typeof value === "string") {
    return value.length > SHOWN
      ? `a string of ${value.length} characters`
      : escapeControls(JSON.stringify(value));
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return `a ${typeof value}`;
}

/** Says how a number would be written as the kind that is wanted; empty where it has no such form, or is of that kind. */
function spelling(wanted: string, value: unknown): string {
  if (typeof value === "bigint" && /integer|number/.test(wanted)) {
    return value >= 0n && value <= Number.MAX_SAFE_INTEGER ? `: write ${value}` : "";
  }
  const isCount = Number.isInteger(value) && (value as number) >= 0;
  return isCount && /amount|bigint/.test(wanted) ? `: write ${BigInt(value as number)}n` : "";
}

/** Proposes the known name that a name was probably meant to be, as the end of a message; empty where none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = known.find((other) => isNear(name.toLowerCase(), other.toLowerCase()));
  return near ? `. Did you mean ${near}?` : "";
}

/** True if at most two characters are not common to both, in whatever order, nor half of the name. */
function isNear(name: string, other: string): boolean {
  let rest = other;
  for (const character of name) rest = rest.replace(character, "");
  const differing = rest.length * 2 + name.length - other.length;
  return differing < 3 && rest.length * 2 < other.length;
}

/**
 * Makes the error of a value that is not allowed: a `RangeError` where it is of the right type, else a `TypeError`.
 *
 * @param message What was tried and what is allowed: `Cannot …: name must be …`. What came is added; of a number that is to
 * be a bigint, or the reverse, also how to write it.
 */
export function valueError(message: string, value: unknown, isOfType: boolean): Error {
  const [, wanted = ""] = message.split(" must be ");
  const text = `${message}, got ${showValue(value)}${spelling(wanted, value)}`;
  return isOfType ? new RangeError(text) : new TypeError(text);
}

/** A thrown value in words. */
export function reasonOf(thrown: unknown): string {
  return messageOf(thrown) ?? (typeof thrown === "string" ? thrown : showValue(thrown));
}

/** The message of an error, or its name; undefined of any other value. By its shape, since it may be of another realm. */
export function messageOf(thrown: unknown): string | undefined {
  const { message, name } = errorFields(thrown);
  return typeof message === "string" && typeof name === "string" ? message || name : undefined;
}

/** The error that an error was caused by; itself where there is none. */
export function causeOf(thrown: unknown): unknown {
  const { cause } = errorFields(thrown);
  return messageOf(cause) === undefined ? thrown : cause;
}

/** A class of the user's own may have fields that throw. */
function errorFields(thrown: unknown): Partial<Error> {
  try {
    const { message, name, cause } = (thrown ?? {}) as Partial<Error>;
    return { message, name, cause } as Partial<Error>;
  } catch {
    return {};
  }
}

/** Tells an object of fields from null, an array and anything else. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** A value as JSON, with its amounts: for comparison, or for people. */
export function showJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? `${part}n` : part,
  );
}
