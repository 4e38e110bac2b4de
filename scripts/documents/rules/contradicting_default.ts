import type { Problem } from "../document_error.ts";
import type { Documents } from "../documents.ts";
import { isObject, objectAt } from "../json.ts";
import { readModel } from "../read_model.ts";
import { schemasOf } from "../schemas_of.ts";
import { createValidator } from "./_create_validator.ts";

/** Each default, given or decided, follows its schema with everything decided on top. */
export function contradictingDefault(documents: Documents): Problem[] {
  const validate = createValidator(readModel(documents).schemas, "default");
  const places = [documents.openapi, documents.openrpc].flatMap(schemasOf);
  return places.flatMap(({ document, path, value }) => {
    if (!isObject(value)) return [];
    const isOnTop = objectAt(value, "x-decided").default !== undefined;
    const place = [...path, ...(isOnTop ? ["x-decided", "default"] : ["default"])];
    const standing = document.at(place);
    const faults = standing === undefined ? undefined : validate(standing, value);
    if (!faults) return [];
    const message = `default contradicts its schema: ${faults}`;
    return [document.problem(place, message, "Mend the default or the schema.")];
  });
}
