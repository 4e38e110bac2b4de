import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { isObject, objectAt } from "../json.ts";
import { readModel } from "../model/mod.ts";
import { schemasOf } from "../nodes.ts";
import { createValidator } from "./_create_validator.ts";

/** Each default, given or decided, follows its schema with everything decided on top. */
export function contradictingDefault(specs: Specs): Problem[] {
  const validate = createValidator(readModel(specs).schemas, "default");
  const places = [specs.openapi, specs.openrpc].flatMap(schemasOf);
  return places.flatMap(({ spec, path, value }) => {
    if (!isObject(value)) return [];
    const isOnTop = objectAt(value, "x-decided").default !== undefined;
    const place = [...path, ...(isOnTop ? ["x-decided", "default"] : ["default"])];
    const standing = spec.at(place);
    const faults = standing === undefined ? undefined : validate(standing, value);
    if (!faults) return [];
    const message = `default contradicts its schema: ${faults}`;
    return [spec.problem(place, message, "Mend the default or the schema.")];
  });
}
