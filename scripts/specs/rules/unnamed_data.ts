import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { operationPaths } from "../elements.ts";
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from "../json.ts";
import { type Operation, readModel } from "../model/mod.ts";
import { refName } from "../layer.ts";

/** `data` of each success is a named schema, and that of a list holds its items as `x-pagination` says. */
export function unnamedData(specs: Specs): Problem[] {
  const { operations, schemas } = readModel(specs);
  const places = operationPaths(specs.openapi);
  return operations.flatMap((operation) => {
    const path =
      places.find((place) => textAt(specs.openapi.at(place), "operationId") === operation.id) ?? [];
    const problem = (message: string, fix: string): Problem[] => [
      specs.openapi.problem(path, `operation ${operation.id}: ${message}`, fix),
    ];
    if (operation.envelope === undefined && operation.status === 204) return [];
    const data = schemas[operation.data ?? ""];
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
    if (!operation.parameters.some(({ name }) => name === "page")) {
      return problem(
        "is a list without a `page` parameter",
        "Add the `page` parameter, or drop `x-pagination`.",
      );
    }
    return [
      ...missingKey(operation, schemas[refName(textAt(items, "$ref"))]),
      ...missingGrowth(operation),
    ].flatMap((message) => problem(message, "Mend `x-pagination`."));
  });
}

/** The field that tells items apart is one that each of them has. */
function missingKey({ key }: Operation, item: JsonObject | undefined): string[] {
  if (key === undefined || arrayAt(item, "required").includes(key)) return [];
  return [`its items have no required field "${key}"`];
}

/** Where new items come in is by a parameter there is, and by values that it takes. */
function missingGrowth({ grows, parameters }: Operation): string[] {
  if (!isObject(grows)) return [];
  return Object.entries(grows).flatMap(([name, ends]) => {
    const parameter = parameters.find((each) => each.name === name);
    if (!parameter) return [`it has no parameter "${name}" to grow by`];
    const known = arrayAt(parameter.schema, "enum");
    return Object.keys(isObject(ends) ? ends : {})
      .filter((value) => !known.includes(value))
      .map((value) => `"${value}" is no value of its parameter "${name}"`);
  });
}
