import { type core, safeEncode, safeParse } from "../zod/mod.ts";
import { showValue } from "./show_value.ts";

/**
 * A generated validator: it decodes what is on the wire, and encodes arguments. It is a schema of zod's core, which the
 * functions of `zod/mini` take, such as `safeParse` and `encode`.
 */
export type Validator = core.$ZodType;

/** A validator of answers, and where the specs say what it checks; none for an answer without a body. */
export interface PlacedValidator {
  readonly at: string;
  readonly validator: Validator | undefined;
}

/** Validates a value of the wire and decodes it: amounts become `bigint`. An invalid value stays as it came, with its issues. */
export function readValue(
  validator: Validator,
  value: unknown,
): { readonly data: unknown; readonly issues?: readonly ContractIssue[] } {
  const { success, data, error } = safeParse(validator, value);
  if (success) return { data };
  return { data: value, issues: error.issues.map((issue) => describeIssue(issue, value)) };
}

/**
 * The same.
 *
 * @param onIssues Called with every issue of an invalid value; it throws, or gives the value in its place.
 */
export function decodeValue(
  validator: Validator,
  value: unknown,
  onIssues: (issues: readonly ContractIssue[]) => unknown,
): unknown {
  const { data, issues } = readValue(validator, value);
  return issues ? onIssues(issues) : data;
}

/**
 * Validates a value and encodes it for the wire: a `bigint` becomes a decimal string.
 *
 * @param onIssues Called with every issue of an invalid value; it throws.
 */
export function encodeValue(
  validator: Validator,
  value: unknown,
  onIssues: (issues: readonly ContractIssue[]) => never,
): unknown {
  const { success, data, error } = safeEncode(validator, value);
  return success ? data : onIssues(error.issues.map((issue) => describeIssue(issue, value)));
}

/** A part of a value that is invalid. */
export interface ContractIssue {
  /** Keys from the root of the value down, such as `blocks.0.hash`; empty for the value as a whole. */
  readonly path: string;
  /** Expected and actual value. */
  readonly message: string;
}

/**
 * Says where a value is invalid, what is expected there and what was found.
 *
 * @param issue An issue of zod.
 * @param root The value that was validated.
 */
export function describeIssue(issue: core.$ZodIssue, root: unknown): ContractIssue {
  const { path, expected } = expectationOf(issue);
  const message = `expected ${expected}, got ${showValue(valueAt(root, path))}`;
  return { path: path.join("."), message };
}

type Issue = core.$ZodIssue;

/** The way from a value to a part of it. */
export type Path = readonly PropertyKey[];

/** A place of a value, and what was expected there. */
export interface Expectation {
  readonly path: Path;
  readonly expected: string;
  /** False if a value of another type was found. */
  readonly isOfType: boolean;
}

export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    root,
  );
}

/** The first expectation that an issue of a validator names. */
export function expectationOf(issue: Issue): Expectation {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) {
    const isOfType = issue.code !== "invalid_type";
    return { path: issue.path, expected: expectedBy(issue), isOfType };
  }
  const found = closest(issue.errors);
  return { ...found, path: [...issue.path, ...found.path] };
}

/** The alternative that fits the value furthest down tells most; else all of them are named. */
function closest(alternatives: readonly (readonly Issue[])[]): Expectation {
  const firsts = alternatives.flatMap(([first]) => (first ? [expectationOf(first)] : []));
  const [deepest] = firsts.toSorted((one, other) => other.path.length - one.path.length);
  if (deepest && deepest.path.length > 0) return deepest;
  const kinds = [...new Set(firsts.map(({ expected }) => expected))];
  return {
    path: [],
    expected: kinds.join(" or "),
    isOfType: firsts.some(({ isOfType }) => isOfType),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  array: "an array",
  bigint: "a bigint",
  boolean: "true or false",
  int: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
  tuple: "an array",
};

/** The expectation at the place of the issue, in words. */
function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "invalid_format":
      return issue.pattern
        ? `a string matching ${issue.pattern.replace(/\/u$/, "/")}`
        : `a string of format ${issue.format}`;
    case "invalid_value":
      return issue.values.map((value) => JSON.stringify(value)).join(" or ");
    case "too_small":
      return bound(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue);
    case "too_big":
      return bound(issue.inclusive === false ? "less than" : "at most", issue.maximum, issue);
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `no field ${issue.keys.join(", ")}`;
    case "invalid_union":
      return `a known value of ${issue.discriminator}`;
    default:
      return "another value";
  }
}

function bound(words: string, value: number | bigint, { origin }: { origin: string }): string {
  return `${words} ${value}${origin === "string" ? " characters" : ""}`;
}
