import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { isObject } from "../json.ts";
import { type Node, nodesOf } from "../nodes.ts";

/** Months that something is served on at least, once it is deprecated. */
const LEAST_MONTHS = 6;

const FIX_OF_CALL =
  'Write `deprecated: true` and `x-deprecated: { since: "2026-01-31", sunset: "2026-07-31", reason: "Use … instead." }`.';
const FIX = "Write `deprecated: true` beside it, or remove it.";

/** An operation or a method that is deprecated says since when, and is served for long enough; what is not says nothing. */
export function brokenDeprecation({ openapi, openrpc }: Specs): Problem[] {
  return [openapi, openrpc].flatMap(nodesOf).flatMap((node) => {
    const { spec, path, place, value } = node;
    const message = faultOf(node, isObject(value) ? value["x-deprecated"] : undefined);
    const at = [...path, "x-deprecated"];
    return message ? [spec.problem(at, `${place.name} ${message.text}`, message.fix)] : [];
  });
}

function faultOf(
  { kind, value }: Node,
  mark: unknown,
): { readonly text: string; readonly fix: string } | undefined {
  const isDeprecated = isObject(value) && value.deprecated === true;
  const isCall = kind === "operation" || kind === "method";
  if (mark !== undefined && !isDeprecated)
    return { text: "is not deprecated, and says why", fix: isCall ? FIX_OF_CALL : FIX };
  if (!isDeprecated || !isCall) return undefined;
  if (!isObject(mark)) return { text: "is deprecated without dates", fix: FIX_OF_CALL };
  const least = new Date(String(mark.since));
  least.setUTCMonth(least.getUTCMonth() + LEAST_MONTHS);
  if (Date.parse(String(mark.sunset)) >= least.getTime()) return undefined;
  const first = least.toISOString().slice(0, 10);
  return {
    text: `is deprecated for less than ${LEAST_MONTHS} months`,
    fix: `Write a sunset from ${first} on: clients need the time to change.`,
  };
}
