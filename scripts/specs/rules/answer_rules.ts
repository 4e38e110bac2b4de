import { AMOUNT_FORMAT } from "../formats.ts";
import { arrayAt, isObject, type JsonObject, objectAt, objectsAt, textAt } from "../json.ts";
import {
  alternativesOf,
  fieldsIn,
  followSchema,
  type Schemas,
  targetOf,
  typesIn,
} from "../named_schemas.ts";
import { allMethods, type Operation } from "../model/mod.ts";
import { operationsOf, type Rule, ruleOf } from "./_rule.ts";

/** Each example of a method is a call that can be made: with its required parameters, each value under its own name. */
export const mispairedExample: Rule = ruleOf(allMethods, function* (method) {
  const { label, value, parameters } = method;
  const names = parameters.map(({ name }) => name);
  const isNamed = method.paramStructure === "by-name";
  for (const [index, example] of arrayAt(value, "examples").entries()) {
    const shown = arrayAt(example, "params").map((item) => textAt(item, "name"));
    const wrong = shown.findIndex((name, position) =>
      isNamed ? !names.includes(name) : names[position] !== name,
    );
    const missing = parameters.find(({ required, name }) => required && !shown.includes(name));
    const place = ["examples", index, "params"];
    if (wrong >= 0) {
      const expected = (isNamed ? undefined : names[wrong]) ?? (names.join(", ") || "nothing");
      const message = `${label}: an example has "${shown[wrong]}" where "${expected}" belongs`;
      yield [[...place, wrong], message, "Write the parameters as the method has them."];
    } else if (missing) {
      yield [place, `${label}: an example lacks the required "${missing.name}"`, "Add its value."];
    }
  }
});

/** `data` of each success is a named schema, and that of a list holds its items as `x-pagination` says. */
export const unnamedData: Rule = ruleOf(operationsOf, function* (operation, { schemas }) {
  const { label, verb, status, envelope, data = "", items } = operation;
  const mark = "x-pagination";
  if (items !== undefined && (verb !== "get" || status === 204)) {
    const fix = "Write it as a get with content, or leave `x-pagination` out.";
    yield [mark, `${label}: it is a list, and no get with content`, fix];
  } else if (!schemas[data]) {
    const fix = "Write `data: { $ref: '#/components/schemas/…' }`.";
    if (envelope !== undefined || status !== 204)
      yield [[], `${label}: \`data\` of its success is not a named schema`, fix];
  } else if (items !== undefined && !isNamedList(schemas[data], items)) {
    const message = `${label}: ${data} has no required list "${items}" of a named schema`;
    yield [mark, message, "Fix `x-pagination` or the schema."];
  } else if (items !== undefined) {
    for (const message of paginationFaults(operation, schemas))
      yield [mark, `${label}: ${message}`, "Fix `x-pagination`."];
  }
});

function isNamedList(data: JsonObject, items: string): boolean {
  const list = objectAt(data, "properties", items);
  const isThere = list.type === "array" && arrayAt(data, "required").includes(items);
  return isThere && textAt(list, "items", "$ref") !== "";
}

function* paginationFaults(operation: Operation, schemas: Schemas): Iterable<string> {
  const { data = "", item, key, grows, cursor, parameters } = operation;
  if (key !== undefined && !arrayAt(targetOf(item, schemas), "required").includes(key))
    yield `its items have no required field "${key}"`;
  for (const [name, ends] of Object.entries(isObject(grows) ? grows : {})) {
    const parameter = parameters.find((each) => each.name === name);
    if (!parameter) yield `it has no parameter "${name}" to grow by`;
    const values = parameter ? Object.keys(objectAt(ends)) : [];
    for (const value of values)
      if (!arrayAt(parameter?.schema, "enum").includes(value))
        yield `"${value}" is not a value of its parameter "${name}"`;
  }
  const taken = parameters.filter((each) => each.in === "query");
  if (!cursor) {
    const page = taken.find(({ name }) => name === "page");
    if (!page) yield "it is a list without a query parameter `page`, and names no cursor";
    else if (followSchema(page.schema, schemas).type !== "integer")
      yield "its query parameter `page` is not an integer";
    return;
  }
  const { parameter: name, next } = cursor;
  const parameter = taken.find((each) => each.name === name);
  const field = next
    .split(".")
    .reduce<JsonObject | undefined>(
      (schema, part) => objectsAt(fieldsIn(schema, schemas))[part],
      schemas[data],
    );
  if (!parameter) yield `it has no query parameter "${name}" for the cursor`;
  else if (parameter.required)
    yield `its parameter "${name}" is required, and the first page has no cursor`;
  else if (!field) yield `${data} has no field "${next}" with the next cursor`;
  else if (![field, parameter.schema].every((schema) => isText(schema, schemas)))
    yield `"${name}" and "${next}" are not both of type string`;
}

/** Tells whether a schema is of strings, or null: an amount is one on the wire alone. */
function isText(schema: JsonObject, schemas: Schemas): boolean {
  const types = typesIn(schema, schemas).filter((type) => type !== "null");
  const isAmount = alternativesOf(schema, schemas).some(({ format }) => format === AMOUNT_FORMAT);
  return types.length > 0 && types.every((type) => type === "string") && !isAmount;
}

/** The limits that an operation may have for itself are rows of `x-limits`. */
export const unknownLimit: Rule = ruleOf(operationsOf, function* ({ value }, { specs }) {
  const limits = Object.keys(objectAt(specs.openapi.value, "x-limits"));
  for (const place of [["x-limit"], ["x-decided", "x-limit"]]) {
    const name = textAt(value, ...place);
    if (name === "" || limits.includes(name)) continue;
    const fix = `Name a limit of x-limits (${limits.join(", ") || "none"}), or add a row there.`;
    yield [place, `unknown limit "${name}"`, fix];
  }
});

/** The result of a method has a type: validators are generated from it. */
export const untypedResult: Rule = ruleOf(allMethods, function* ({ label, result }) {
  const fix = 'Write the schema of the result, such as `{ "type": "object" }`.';
  if (Object.keys(result).length === 0) yield ["result", `${label}: its result has no schema`, fix];
});
