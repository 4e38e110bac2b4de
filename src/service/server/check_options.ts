/** The values that an option allows. */
export interface Check {
  /** The allowed values in words: `a whole number from 1 to 5`. */
  readonly expected: string;
  /** Tests the type. */
  isKind(value: unknown): boolean;
  /** Tests the value, once the type is right. */
  isAllowed(value: never): boolean;
  /** True for a secret, which no message may show. */
  readonly isSecret?: true;
}

/** A check for each option there is. */
export type Checks<Options> = { readonly [Name in keyof Required<Options>]: Check };

const SHOWN = 80;

/**
 * Checks options that types may not have seen.
 *
 * @param action What cannot be done with wrong ones: `Cannot listen`.
 * @throws {TypeError} If one is not there or of another kind; the message names it and what is allowed.
 * @throws {RangeError} If one has a value that is not allowed.
 */
export function checkOptions<Options extends object>(
  action: string,
  options: Options,
  checks: Checks<Options>,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name)) {
      const known = Object.keys(checks).join(", ");
      throw new TypeError(`${action}: unknown option ${name}, expected ${known}`);
    }
    if (value !== undefined) checkOption(action, name, value, checks[name as keyof Options]);
  }
}

function checkOption(action: string, name: string, value: unknown, check: Check): void {
  const isKind = check.isKind(value);
  if (isKind && check.isAllowed(value as never)) return;
  const text = `${action}: ${name} must be ${check.expected}, got ${check.isSecret ? "another value" : show(value)}`;
  throw isKind ? new RangeError(text) : new TypeError(text);
}

/** A whole number within bounds. */
export function wholeNumber(minimum: number, maximum: number): Check {
  return {
    expected: `a whole number from ${minimum} to ${maximum}`,
    isKind: isNumber,
    isAllowed: (value: number) =>
      Number.isSafeInteger(value) && value >= minimum && value <= maximum,
  };
}

/** A number above 0, up to a bound. */
export function positiveNumber(maximum: number): Check {
  return {
    expected: `a number above 0 and at most ${maximum}`,
    isKind: isNumber,
    isAllowed: (value: number) => value > 0 && value <= maximum,
  };
}

/** One of some strings. */
export function oneOf(values: readonly string[]): Check {
  return {
    expected: `one of ${values.join(", ")}`,
    isKind: isText,
    isAllowed: (value: string) => values.includes(value),
  };
}

/** A list of different strings that pass a test. */
export function listOf(expected: string, minimum: number, test: (text: string) => boolean): Check {
  return {
    expected,
    isKind: (value) => Array.isArray(value) && value.every(isText),
    isAllowed: (value: readonly string[]) =>
      value.length >= minimum && new Set(value).size === value.length && value.every(test),
  };
}

/** A string that is not empty. */
export const text: Check = {
  expected: "a non-empty string",
  isKind: isText,
  isAllowed: (value: string) => value !== "",
};

/** `true` or `false`. */
export const flag: Check = {
  expected: "true or false",
  isKind: (value) => typeof value === "boolean",
  isAllowed: () => true,
};

/** A function. */
export const callback: Check = {
  expected: "a function",
  isKind: (value) => typeof value === "function",
  isAllowed: () => true,
};

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function show(value: unknown): string {
  const shown = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  return shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
}
