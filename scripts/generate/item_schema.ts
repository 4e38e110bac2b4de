import { objectAt, textAt } from "../documents/json.ts";
import type { Model, Operation } from "../documents/read_model.ts";
import { refName } from "../documents/strength.ts";

/** Name of the schema of a list's items; undefined for an operation that is no list. */
export function itemSchema({ schemas }: Model, { data, items }: Operation): string | undefined {
  if (items === undefined) return undefined;
  const list = objectAt(objectAt(schemas[data], "properties"), items);
  return refName(textAt(objectAt(list, "items"), "$ref")) || undefined;
}
