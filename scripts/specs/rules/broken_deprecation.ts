import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { elementsOf } from "../elements.ts";
import { isObject, objectAt, visit } from "../json.ts";
import { isExample } from "../schemas_of.ts";

/** Months that something is served on at least, once it is deprecated. */
const LEAST_MONTHS = 6;

const WRITE_DATES =
  'Write `x-deprecated: { since: "2026-01-31", sunset: "2026-07-31", reason: "Use … instead." }` beside `deprecated: true`.';

/** What is deprecated says why, and an operation or a method also since when and until when it is served. */
export function brokenDeprecation(specs: Specs): Problem[] {
  return [...callProblems(specs), ...strayProblems(specs)];
}

function callProblems(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap(({ kind, spec, path, label, value }) => {
    if ((kind !== "operation" && kind !== "method") || value.deprecated !== true) return [];
    const { since, sunset } = objectAt(value, "x-deprecated");
    const problem = (message: string, fix: string): Problem[] => [
      spec.problem([...path, "x-deprecated"], `${label} is deprecated ${message}`, fix),
    ];
    if (since === undefined || sunset === undefined) return problem("without dates", WRITE_DATES);
    const least = new Date(String(since));
    least.setUTCMonth(least.getUTCMonth() + LEAST_MONTHS);
    if (Date.parse(String(sunset)) >= least.getTime()) return [];
    const first = least.toISOString().slice(0, 10);
    return problem(
      `for less than ${LEAST_MONTHS} months`,
      `Write a sunset from ${first} on: clients need the time to change.`,
    );
  });
}

/** A reason without the keyword deprecates nothing. */
function strayProblems(specs: Specs): Problem[] {
  const problems: Problem[] = [];
  for (const spec of [specs.openapi, specs.openrpc]) {
    visit(spec.value, (value, path) => {
      if (!isObject(value) || value["x-deprecated"] === undefined || isExample(path)) return;
      if (value.deprecated === true) return;
      const place = [...path, "x-deprecated"];
      problems.push(spec.problem(place, "x-deprecated stands without deprecated: true", WRITE_DATES));
    });
  }
  return problems;
}
