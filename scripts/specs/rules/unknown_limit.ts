import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { objectAt, visit } from "../json.ts";

/** Each limit that an operation has for itself is a row of `x-limits`. */
export function unknownLimit({ openapi }: Specs): Problem[] {
  const problems: Problem[] = [];
  const limits = objectAt(openapi.value, "x-limits");
  visit(openapi.value, (value, path) => {
    if (path.at(-1) !== "x-limit" || Object.hasOwn(limits, String(value))) return;
    const known = Object.keys(limits).join(", ") || "none";
    const fix = `Name a limit of x-limits (${known}), or add a row there.`;
    problems.push(openapi.problem(path, `unknown limit "${String(value)}"`, fix));
  });
  return problems;
}
