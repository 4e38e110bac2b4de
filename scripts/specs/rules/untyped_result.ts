import type { Problem } from "../spec_error.ts";
import { deref, type Specs } from "../specs.ts";
import { methodsOf } from "../calls.ts";
import { objectAt } from "../json.ts";

/** What a method answers has a type: validators are generated from it. */
export function untypedResult(specs: Specs): Problem[] {
  return methodsOf(specs).flatMap(({ name, spec, path, value }) => {
    const result = deref(specs, spec, value.result);
    if (Object.keys(objectAt(result, "schema")).length > 0) return [];
    const message = `method ${name}: its result may be anything`;
    const fix = 'Write the schema of the result, such as `{ "type": "object" }`.';
    return [spec.problem([...path, "result"], message, fix)];
  });
}
