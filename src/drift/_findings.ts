import { type Expectation, expectationOf } from "../validation/mod.ts";
import type { core } from "../zod/mod.ts";

type Issue = core.$ZodIssue;

/** One deviation of a value from the specs. */
export interface Finding extends Omit<Expectation, "isOfType"> {
  /** True if one of a few values was expected. */
  readonly isChoice: boolean;
}

/** Expands a validator's issue: one finding for each unknown field, and all those of the union's best match. */
export function findingsOf(issue: Issue): Finding[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    const finding = { expected: "no such field", isChoice: false };
    return issue.keys.map((key) => ({ path: [...path, key], ...finding }));
  }
  const first = expectationOf(issue);
  if (issue.code !== "invalid_union" || first.path.length === path.length) {
    return [{ ...first, isChoice: isChoice(issue) }];
  }
  const rest = first.path.slice(path.length);
  const best = issue.errors.find(([one]) => one && same(expectationOf(one).path, rest));
  return (best ?? []).flatMap(findingsOf).map((below) => ({
    ...below,
    path: [...path, ...below.path],
  }));
}

function isChoice(issue: Issue): boolean {
  if (issue.code !== "invalid_union") return issue.code === "invalid_value";
  return issue.errors.some(([first]) => first?.code === "invalid_value");
}

function same(one: Expectation["path"], other: Expectation["path"]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}
