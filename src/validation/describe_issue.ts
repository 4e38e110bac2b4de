import type { core } from "zod/mini";
import { showValue } from "./show_value.ts";

/** A place where a value is invalid. */
export interface ContractIssue {
  /** Keys from the root of the value down, such as `blocks.0.hash`; empty for the value as a whole. */
  readonly path: string;
  /** What is wrong there. */
  readonly message: string;
}

type Issue = core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Where something else was expected, and what. */
interface Expectation {
  readonly path: Path;
  readonly expected: string;
}

/**
 * Says where a value is invalid, what is expected there and what was found.
 *
 * @param issue An issue of a validator of `zod/mini`.
 * @param root The value that was validated.
 *
 * @example
 * ```ts
 * import { getBlock } from "alphadelta/rest";
 * import { describeIssue } from "alphadelta/transport";
 *
 * const value = { number: "7" };
 * const { error } = getBlock.validators.data.safeParse(value);
 * for (const issue of error?.issues ?? []) console.log(describeIssue(issue, value));
 * ```
 */
export function describeIssue(issue: Issue, root: unknown): ContractIssue {
  const { path, expected } = expectationOf(issue);
  const message = `expected ${expected}, got ${showValue(valueAt(root, path))}`;
  return { path: path.join("."), message };
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    root,
  );
}

function expectationOf(issue: Issue): Expectation {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) {
    return { path: issue.path, expected: expectedBy(issue) };
  }
  const { path, expected } = closest(issue.errors);
  return { path: [...issue.path, ...path], expected };
}

/** Of the alternatives, the one that fits the value furthest down tells most; else all of them are named. */
function closest(alternatives: readonly (readonly Issue[])[]): Expectation {
  const firsts = alternatives.flatMap(([first]) => (first ? [expectationOf(first)] : []));
  const [deepest] = firsts.toSorted((one, other) => other.path.length - one.path.length);
  if (deepest && deepest.path.length > 0) return deepest;
  const kinds = [...new Set(firsts.map(({ expected }) => expected))];
  return { path: [], expected: kinds.join(" or ") };
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

function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "invalid_format":
      return issue.pattern ? `text of ${issue.pattern}` : `text of format ${issue.format}`;
    case "invalid_value":
      return issue.values.map((value) => JSON.stringify(value)).join(" or ");
    case "too_small":
      return bound(issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return bound(issue.inclusive === false ? "less than" : "at most", issue.maximum);
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

function bound(words: string, value: number | bigint): string {
  return `${words} ${value}`;
}
