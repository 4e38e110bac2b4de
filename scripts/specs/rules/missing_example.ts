import type { Problem } from "../spec_error.ts";
import { type Specs, followRef } from "../specs.ts";
import { type Element, elementsOf } from "../elements.ts";
import { arrayAt, isObject, objectAt } from "../json.ts";

/** Each operation, method, parameter, schema, property, error and topic has an example. */
export function missingExample(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap((element) => {
    const { spec, path, label } = element;
    return lacking(specs, element).map((what) =>
      spec.problem(
        path,
        `${label} has no example${what}`,
        "Add a realistic example that agrees with the others.",
      ),
    );
  });
}

/** What lacks an example: an empty text stands for the element itself. */
function lacking(specs: Specs, element: Element): string[] {
  const { kind, value } = element;
  if (kind === "operation") return bareResponses(specs, element);
  if (kind === "parameter" && element.spec === specs.openapi)
    return value.example === undefined ? [""] : [];
  if (kind === "method") return arrayAt(value, "examples").length === 0 ? [""] : [];
  if (kind === "schema") return arrayAt(value, "examples").length === 0 ? [""] : [];
  if (kind === "property") return isShown(element) ? [] : [""];
  if (kind === "topic") return value.example === undefined ? [""] : [];
  if (kind === "error" && element.spec === specs.openrpc)
    return value["x-example"] === undefined ? [""] : [];
  return [];
}

function bareResponses(specs: Specs, { spec, value }: Element): string[] {
  return Object.entries(objectAt(value, "responses")).flatMap(([status, response]) => {
    const target =
      isObject(response) && typeof response.$ref === "string"
        ? followRef(specs, spec, response.$ref).value
        : response;
    // A response without a body has nothing to show.
    if (isObject(target) && target.content === undefined) return [];
    const content = objectAt(objectAt(target, "content"), "application/json");
    const hasExample =
      content.example !== undefined || Object.keys(objectAt(content, "examples")).length > 0;
    return hasExample ? [] : [` of its ${status} response`];
  });
}

/** A property is shown by its own example or by one of its object. */
function isShown({ spec, path, value }: Element): boolean {
  if (arrayAt(value, "examples").length > 0) return true;
  const owner = spec.at(path.slice(0, -2));
  const name = String(path.at(-1));
  return arrayAt(owner, "examples").some(
    (example) => isObject(example) && example[name] !== undefined,
  );
}
