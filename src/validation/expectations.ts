import type { core } from "zod/mini";

type Issue = core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Where something else was expected, and what. */
export interface Expectation {
  readonly path: Path;
  readonly expected: string;
  /** Whether one of a few values was expected. */
  readonly isChoice: boolean;
}

/** What stands in `root` at `path`. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    root,
  );
}

/** What an issue of a validator says first. */
export function expectationOf(issue: Issue): Expectation {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return plainly(issue);
  const alternatives = firstsOf(issue.errors);
  const [deepest] = alternatives;
  const isClear = deepest !== undefined && deepest.path.length > 0;
  const expected = [...new Set(alternatives.map((each) => each.expected))].join(" or ");
  const isChoice = alternatives.some((each) => each.isChoice);
  const { path, ...said } = isClear ? deepest : { path: [], expected, isChoice };
  return { path: [...issue.path, ...path], ...said };
}

/** All that an issue says: each field that is too much, and everything in the alternative that fits best. */
export function expectationsOf(issue: Issue): Expectation[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...path, key],
      expected: "no such field",
      isChoice: false,
    }));
  }
  const first = expectationOf(issue);
  if (issue.code !== "invalid_union" || first.path.length === path.length) return [first];
  const rest = first.path.slice(path.length).join("\0");
  const best = issue.errors.find(
    ([one]) => one !== undefined && expectationOf(one).path.join("\0") === rest,
  );
  return (best ?? []).flatMap((each) =>
    expectationsOf(each).map((below) => ({ ...below, path: [...path, ...below.path] })),
  );
}

/** What each alternative says first: the one that fits the value furthest down tells most, and stands first. */
function firstsOf(alternatives: readonly (readonly Issue[])[]): Expectation[] {
  const firsts = alternatives.flatMap(([first]) => (first ? [expectationOf(first)] : []));
  return firsts.toSorted((one, other) => other.path.length - one.path.length);
}

function plainly(issue: Issue): Expectation {
  return {
    path: issue.path,
    expected: expectedBy(issue),
    isChoice: issue.code === "invalid_value",
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

function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "invalid_format":
      return issue.pattern
        ? `text of ${issue.pattern.replace(/\/u$/, "/")}`
        : `text of format ${issue.format}`;
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
