import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { operationsOf } from "../calls.ts";
import { AMOUNT_FORMAT } from "../formats.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "../json.ts";
import { type Operation, readModel } from "../model/mod.ts";
import { followSchema, refName, type Schemas } from "../layer.ts";

/** `data` of each success is a named schema, and that of a list holds its items as `x-pagination` says. */
export function unnamedData(specs: Specs): Problem[] {
  const { operations, schemas } = readModel(specs);
  const calls = new Map(operationsOf(specs).map((call) => [call.name, call]));
  return operations.flatMap((operation) => {
    const path = calls.get(operation.id)?.path ?? [];
    const problem = (message: string, fix: string, at: Path = path): Problem[] => [
      specs.openapi.problem(at, `operation ${operation.id}: ${message}`, fix),
    ];
    const mark = [...path, "x-pagination"];
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
        mark,
      );
    }
    return [
      ...missingKey(operation, schemas[refName(textAt(items, "$ref"))]),
      ...missingGrowth(operation),
      ...(operation.cursor
        ? missingCursor(operation, operation.cursor, schemas)
        : missingPage(operation, schemas)),
    ].flatMap((message) => problem(message, "Mend `x-pagination`.", mark));
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

/** A list of numbered pages takes the number. */
function missingPage({ parameters }: Operation, schemas: Schemas): string[] {
  const page = parameters.find(({ name, in: place }) => name === "page" && place === "query");
  if (!page) return ["it is a list without a query parameter `page`, and names no cursor"];
  const { type } = followSchema(page.schema, schemas);
  return type === "integer" ? [] : ["its query parameter `page` is no integer"];
}

/** Where a list goes on is a text that the operation takes, and that its data has. */
function missingCursor(
  { data = "", parameters }: Operation,
  { parameter: name, next }: NonNullable<Operation["cursor"]>,
  schemas: Schemas,
): string[] {
  const parameter = parameters.find((each) => each.name === name && each.in === "query");
  if (!parameter) return [`it has no query parameter "${name}" for the cursor`];
  if (parameter.required)
    return [`its parameter "${name}" is required, and the first page has no cursor`];
  const found = next
    .split(".")
    .reduce<JsonObject | undefined>(
      (schema, field) => followed(objectAt(schema, "properties")[field], schemas),
      schemas[data],
    );
  if (!found) return [`${data} has no field "${next}" with the next cursor`];
  const isText = [found, followed(parameter.schema, schemas)].every(takesText);
  return isText ? [] : [`"${name}" and "${next}" are not both of type string`];
}

function followed(schema: Json | undefined, schemas: Schemas): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const own = typeof schema.$ref === "string" ? schemas[refName(schema.$ref)] : schema;
  const [only, ...others] = arrayAt(own, "anyOf").filter(
    (item) => !(isObject(item) && item.type === "null"),
  );
  return only !== undefined && others.length === 0 ? followed(only, schemas) : own;
}

/** An amount is a text on the wire alone. */
function takesText(schema: JsonObject | undefined): boolean {
  const types = [schema?.type].flat().filter((type) => type !== "null");
  return types.join() === "string" && schema?.format !== AMOUNT_FORMAT;
}
