import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { alternativesOf } from "../alternatives_of.ts";
import { methodsOf } from "../calls.ts";
import { readModel } from "../model/mod.ts";
import { typesOf } from "../types_of.ts";

/** A positional parameter is no object: a trailing object is always a call's options. */
export function objectParameter(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  const called = methodsOf(specs).filter(
    ({ path, value }) => path[0] === "methods" && !value["x-websocket"],
  );
  return called.flatMap(({ name, spec, parameters }) =>
    parameters.flatMap((parameter) => {
      const types = alternativesOf(parameter.schema, schemas).map(typesOf);
      if (types.every((each) => each.length > 0 && !each.includes("object"))) return [];
      const isAny = Object.keys(parameter.schema).length === 0;
      const what = isAny ? "may be an object" : "is an object";
      const message = `method ${name}: parameter "${parameter.name}" ${what}`;
      const fix = "Take its fields as parameters; the last object of a call is its options.";
      return [spec.problem(parameter.path, message, fix)];
    }),
  );
}
