import type { Problem } from "../document_error.ts";
import type { Documents } from "../documents.ts";
import { operationPaths } from "../elements.ts";
import { objectAt, textAt } from "../json.ts";
import { readModel } from "../read_model.ts";

/** `data` of each success is a named schema, and that of a list holds its items under the key it names. */
export function unnamedData(documents: Documents): Problem[] {
  const { operations, schemas } = readModel(documents);
  const places = operationPaths(documents.openapi);
  return operations.flatMap((operation) => {
    const path =
      places.find((place) => textAt(documents.openapi.at(place), "operationId") === operation.id) ??
      [];
    const problem = (message: string, fix: string): Problem[] => [
      documents.openapi.problem(path, `operation ${operation.id}: ${message}`, fix),
    ];
    const data = schemas[operation.data];
    if (!data)
      return problem(
        "`data` of its success is no named schema",
        "Write `data: { $ref: '#/components/schemas/…' }`.",
      );
    if (operation.items === undefined) return [];
    const items = objectAt(objectAt(objectAt(data, "properties"), operation.items), "items");
    if (!textAt(items, "$ref")) {
      return problem(
        `${operation.data} has no list "${operation.items}" of a named schema`,
        "Mend `x-pagination` or the schema.",
      );
    }
    if (operation.parameters.some(({ name }) => name === "page")) return [];
    return problem(
      "is a list without a `page` parameter",
      "Add the `page` parameter, or drop `x-pagination`.",
    );
  });
}
