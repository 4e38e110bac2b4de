import { objectAt, textAt } from "../specs/json.ts";
import type { Model, Operation } from "../specs/model/mod.ts";
import { refName } from "../specs/layer.ts";

/** Name of the schema of a list's items; undefined for an operation that is no list. */
export function itemSchema({ schemas }: Model, { data, items }: Operation): string | undefined {
  if (items === undefined || data === undefined) return undefined;
  const list = objectAt(objectAt(schemas[data], "properties"), items);
  return refName(textAt(objectAt(list, "items"), "$ref")) || undefined;
}
