import { AMOUNT_FORMAT } from "../formats.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt, visit } from "../json.ts";
import { followSchema, type Schemas, targetOf } from "../named_schemas.ts";
import { allMethods, type Operation, readModel } from "../model/mod.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** Each example of a method is a call that can be made: with its required parameters, each value under its own name. */
export function mispairedExample(specs: Specs): Problem[] {
  return allMethods(readModel(specs)).flatMap(
    ({ name, spec, at, value, parameters, ...method }) => {
      const names = parameters.map((each) => each.name);
      const needed = parameters.filter((each) => each.required);
      const isNamed = method.paramStructure === "by-name";
      const label = `method ${name}: an example`;
      return arrayAt(value, "examples").flatMap((example, index) => {
        const given = arrayAt(example, "params").map(nameOf);
        const wrong = given.findIndex((each, position) =>
          isNamed ? !names.includes(each) : names[position] !== each,
        );
        const place = [...at, "examples", index, "params"];
        if (wrong >= 0) {
          const expected = (isNamed ? undefined : names[wrong]) ?? names.join(", ");
          const message = `${label} has "${given[wrong]}" where "${expected || "nothing"}" belongs`;
          const fix = "Write the parameters as the method has them.";
          return [spec.problem([...place, wrong], message, fix)];
        }
        const missing = needed.find((each) => !given.includes(each.name));
        if (!missing) return [];
        return [
          spec.problem(place, `${label} lacks the required "${missing.name}"`, "Add its value."),
        ];
      });
    },
  );
}

function nameOf(item: Json): string {
  return isObject(item) ? textAt(item, "name") : "";
}

/** `data` of each success is a named schema, and that of a list holds its items as `x-pagination` says. */
export function unnamedData(specs: Specs): Problem[] {
  const { operations, schemas } = readModel(specs);
  return operations.flatMap((operation) => {
    const problem = (message: string, fix: string, at = operation.at): Problem[] => [
      specs.openapi.problem(at, `operation ${operation.id}: ${message}`, fix),
    ];
    const mark = [...operation.at, "x-pagination"];
    const isList = operation.items !== undefined;
    if (isList && (operation.verb !== "get" || operation.status === 204)) {
      const fix = "Write it as a get with content, or leave `x-pagination` out.";
      return problem("it is a list, and no get with content", fix, mark);
    }
    if (operation.envelope === undefined && operation.status === 204) return [];
    const data = schemas[operation.data ?? ""];
    if (!data)
      return problem(
        "`data` of its success is not a named schema",
        "Write `data: { $ref: '#/components/schemas/…' }`.",
      );
    if (operation.items === undefined) return [];
    const list = objectAt(data, "properties", operation.items);
    const items = objectAt(list, "items");
    const isThere = list.type === "array" && arrayAt(data, "required").includes(operation.items);
    if (!textAt(items, "$ref") || !isThere) {
      return problem(
        `${operation.data} has no required list "${operation.items}" of a named schema`,
        "Fix `x-pagination` or the schema.",
        mark,
      );
    }
    return [
      ...missingKey(operation, targetOf(items, schemas)),
      ...missingGrowth(operation),
      ...(operation.cursor
        ? missingCursor(operation, operation.cursor, schemas)
        : missingPage(operation, schemas)),
    ].flatMap((message) => problem(message, "Fix `x-pagination`.", mark));
  });
}

/** The field that tells items apart is one that each of them has. */
function missingKey({ key }: Operation, item: JsonObject | undefined): string[] {
  if (key === undefined || arrayAt(item, "required").includes(key)) return [];
  return [`its items have no required field "${key}"`];
}

/** The end at which new items are added is decided by a parameter that exists, and by values that it takes. */
function missingGrowth({ grows, parameters }: Operation): string[] {
  if (!isObject(grows)) return [];
  return Object.entries(grows).flatMap(([name, ends]) => {
    const parameter = parameters.find((each) => each.name === name);
    if (!parameter) return [`it has no parameter "${name}" to grow by`];
    const known = arrayAt(parameter.schema, "enum");
    return Object.keys(isObject(ends) ? ends : {})
      .filter((value) => !known.includes(value))
      .map((value) => `"${value}" is not a value of its parameter "${name}"`);
  });
}

/** A list of numbered pages takes the number. */
function missingPage({ parameters }: Operation, schemas: Schemas): string[] {
  const page = parameters.find(({ name, in: place }) => name === "page" && place === "query");
  if (!page) return ["it is a list without a query parameter `page`, and names no cursor"];
  const { type } = followSchema(page.schema, schemas);
  return type === "integer" ? [] : ["its query parameter `page` is not an integer"];
}

/** The cursor of a list is a string that the operation takes, and that its data has. */
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
  const own = "$ref" in schema ? targetOf(schema, schemas) : schema;
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

/** Each limit that an operation has for itself is a row of `x-limits`. */
export function unknownLimit({ openapi }: Specs): Problem[] {
  const problems: Problem[] = [];
  const limits = objectAt(openapi.value, "x-limits");
  visit(openapi.value, (value, path) => {
    if (path.at(-1) !== "x-limit" || Object.hasOwn(limits, String(value))) return;
    const known = Object.keys(limits).join(", ") || "none";
    const fix = `Name a limit of x-limits (${known}), or add a row there.`;
    problems.push(openapi.problem(path, `unknown limit "${String(value)}"`, fix));
  });
  return problems;
}

/** The result of a method has a type: validators are generated from it. */
export function untypedResult(specs: Specs): Problem[] {
  return allMethods(readModel(specs)).flatMap(({ name, spec, at, result }) => {
    if (Object.keys(result).length > 0) return [];
    const message = `method ${name}: its result has no schema`;
    const fix = 'Write the schema of the result, such as `{ "type": "object" }`.';
    return [spec.problem([...at, "result"], message, fix)];
  });
}
