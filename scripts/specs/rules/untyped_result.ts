import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { arrayAt, objectAt, textAt } from "../json.ts";
import { deref } from "../model/mod.ts";

/** What a method answers has a type: validators are generated from it. */
export function untypedResult(specs: Specs): Problem[] {
  const { openrpc } = specs;
  const own = arrayAt(openrpc.value, "methods").map((_, index) => ["methods", index]);
  const dev = arrayAt(objectAt(openrpc.value, "x-dev"), "methods").map((_, index) => [
    "x-dev",
    "methods",
    index,
  ]);
  return [...own, ...dev].flatMap((path) => {
    const result = deref(specs, openrpc, openrpc.at([...path, "result"]) ?? null);
    if (Object.keys(objectAt(result, "schema")).length > 0) return [];
    const message = `method ${textAt(openrpc.at(path), "name")}: its result may be anything`;
    const fix = 'Write the schema of the result, such as `{ "type": "object" }`.';
    return [openrpc.problem([...path, "result"], message, fix)];
  });
}
