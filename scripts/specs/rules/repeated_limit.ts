import { objectAt, textAt } from "../json.ts";
import { allSchemas } from "../nodes.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** Keywords of a bound that may be a limit. */
const BOUNDS = ["maxItems", "maxLength"];

const LIMIT = /^x-limits\.(?<name>.+)$/;

/** Name of the limit that the bound of a schema repeats, by its `x-repeats`; undefined if it repeats none. */
export function limitOf(repeats: string): string | undefined {
  return LIMIT.exec(repeats)?.groups?.["name"];
}

/** A bound that repeats a row of `x-limits`, by `x-repeats`, has its value. */
export function repeatedLimit(specs: Specs): Problem[] {
  const { openapi, openrpc } = specs;
  const limits = { ...objectAt(openapi.value, "x-limits"), ...objectAt(openrpc.value, "x-limits") };
  return allSchemas(specs).flatMap(({ spec, path, value }) => {
    const name = limitOf(textAt(value, "x-repeats"));
    if (name === undefined) return [];
    const { value: limit } = objectAt(limits, name);
    const bounds = BOUNDS.flatMap((keyword) => spec.at([...path, keyword]) ?? []);
    if (limit !== undefined && bounds.includes(limit)) return [];
    const message =
      limit === undefined
        ? `unknown limit "${name}"`
        : `no bound repeats ${name}, ${String(limit)}`;
    const fix =
      limit === undefined
        ? `Name a limit of x-limits (${Object.keys(limits).join(", ") || "none"}).`
        : `Write \`maxItems: ${String(limit)}\` or \`maxLength: ${String(limit)}\` beside it.`;
    return [spec.problem([...path, "x-repeats"], message, fix)];
  });
}
