import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { methodsOf } from "../calls.ts";
import { arrayAt, isObject } from "../json.ts";

/** The errors of a method are rows of the table of errors: clients and service know no others. */
export function inlineError(specs: Specs): Problem[] {
  return methodsOf(specs).flatMap(({ name, spec, path, value }) =>
    arrayAt(value, "errors").flatMap((error, at) => {
      if (isObject(error) && typeof error.$ref === "string") return [];
      const message = `method ${name}: an error is written in place`;
      const fix = 'Add it to components.errors, and write `{ "$ref": "#/components/errors/…" }`.';
      return [spec.problem([...path, "errors", at], message, fix)];
    }),
  );
}
