import type { Problem } from "../document_error.ts";
import { type Documents, followRef } from "../documents.ts";
import { type Element, elementsOf } from "../elements.ts";
import { arrayAt, isObject, objectAt } from "../json.ts";

/** Each operation, method, parameter, schema, property, error and topic has an example. */
export function missingExample(documents: Documents): Problem[] {
  return elementsOf(documents).flatMap((element) => {
    const { document, path, label } = element;
    return lacking(documents, element).map((what) =>
      document.problem(
        path,
        `${label} has no example${what}`,
        "Add a realistic example that agrees with the others.",
      ),
    );
  });
}

/** What lacks an example: an empty text stands for the element itself. */
function lacking(documents: Documents, element: Element): string[] {
  const { kind, value } = element;
  if (kind === "operation") return bareResponses(documents, element);
  if (kind === "parameter" && element.document === documents.openapi)
    return value.example === undefined ? [""] : [];
  if (kind === "method") return arrayAt(value, "examples").length === 0 ? [""] : [];
  if (kind === "schema") return arrayAt(value, "examples").length === 0 ? [""] : [];
  if (kind === "property") return isShown(element) ? [] : [""];
  if (kind === "topic") return value.example === undefined ? [""] : [];
  if (kind === "error" && element.document === documents.openrpc)
    return value["x-example"] === undefined ? [""] : [];
  return [];
}

function bareResponses(documents: Documents, { document, value }: Element): string[] {
  return Object.entries(objectAt(value, "responses")).flatMap(([status, response]) => {
    const target =
      isObject(response) && typeof response.$ref === "string"
        ? followRef(documents, document, response.$ref).value
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
function isShown({ document, path, value }: Element): boolean {
  if (arrayAt(value, "examples").length > 0) return true;
  const owner = document.at(path.slice(0, -2));
  const name = String(path.at(-1));
  return arrayAt(owner, "examples").some(
    (example) => isObject(example) && example[name] !== undefined,
  );
}
