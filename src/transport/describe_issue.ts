import type * as z from "zod/mini";
import type { ContractIssue } from "../errors/mod.ts";
import { showValue } from "./show_value.ts";

const NAMES: Readonly<Record<string, string>> = {
  int: "an integer",
  object: "an object",
  array: "an array",
  record: "an object",
};

/**
 * Says of an issue where it is, what is expected there and what came.
 *
 * The validator's own texts would need one of its locales, which are large.
 *
 * @param root The value that was checked.
 *
 * @example
 * ```ts
 * import { Block } from "alphadelta/schemas";
 * import { describeIssue } from "alphadelta/transport";
 *
 * const value = { number: "7" };
 * const read = Block.safeParse(value);
 * for (const issue of read.error?.issues ?? []) console.log(describeIssue(issue, value));
 * ```
 */
export function describeIssue(issue: z.core.$ZodIssue, root: unknown): ContractIssue {
  const { path, expected } = locate(issue);
  const message = `expected ${expected}, got ${showValue(valueAt(root, path))}`;
  return { path: path.join("."), message };
}

/** Of a union, the kind that fits the value furthest down tells more than that none does. */
function locate(issue: z.core.$ZodIssue): { path: readonly PropertyKey[]; expected: string } {
  if (issue.code !== "invalid_union") return { path: issue.path, expected: expectation(issue) };
  const firsts = issue.errors.flatMap(([first]) => (first ? [locate(first)] : []));
  const [deeper] = firsts.toSorted((one, other) => other.path.length - one.path.length);
  if (deeper && deeper.path.length > 0)
    return { path: [...issue.path, ...deeper.path], expected: deeper.expected };
  const kinds = [...new Set(firsts.map(({ expected }) => expected))];
  return { path: issue.path, expected: kinds.join(" or ") || "another kind of value" };
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return NAMES[issue.expected] ?? `a ${issue.expected}`;
    case "invalid_value":
      return issue.values.map((value) => showValue(value)).join(" or ");
    case "invalid_format":
      return `text of ${issue.pattern ?? issue.format}`;
    case "too_big":
      return `at most ${issue.maximum}`;
    case "too_small":
      return `at least ${issue.minimum}`;
    default:
      return "another value";
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    root,
  );
}
