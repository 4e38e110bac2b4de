import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { arrayAt, isObject, textAt } from "../json.ts";

/** The errors of a method are rows of the table of errors: clients and service know no others. */
export function inlineError({ openrpc }: Specs): Problem[] {
  return arrayAt(openrpc.value, "methods").flatMap((method, index) =>
    arrayAt(method, "errors").flatMap((error, at) => {
      if (isObject(error) && typeof error.$ref === "string") return [];
      const message = `method ${textAt(method, "name")}: an error is written in place`;
      const fix = 'Add it to components.errors, and write `{ "$ref": "#/components/errors/…" }`.';
      return [openrpc.problem(["methods", index, "errors", at], message, fix)];
    }),
  );
}
