import { isObject, type Json, type JsonObject, objectAt, type Path, textAt } from "../json.ts";
import { allMethods, type Model, type Parameter, type Placed } from "../model/mod.ts";
import { fieldsIn, type Schemas, typesIn } from "../named_schemas.ts";
import { type Fault, type Rule, ruleOf } from "./_rule.ts";

/** A call or a topic, whose marks name fields of its answer. */
interface Marked extends Placed {
  readonly label: string;
  /** Schemas of its parameters, by name. */
  readonly parameters: JsonObject;
  readonly answer: JsonObject;
  /** The schema of an answer, or of each item of a list. */
  readonly item: JsonObject;
}

function markedParts(model: Model): Marked[] {
  const { operations, topics, schemas } = model;
  return [
    ...operations.map((operation): Marked => {
      const { parameters, data = "" } = operation;
      const answer = schemas[data] ?? {};
      const item = operation.item ?? answer;
      return { ...operation, parameters: schemasByName(parameters), answer, item };
    }),
    ...allMethods(model).map((method): Marked => {
      // Nothing reads the marks of the methods that control the devnet.
      const answer = method.kind === "dev" ? {} : method.result;
      return { ...method, parameters: schemasByName(method.parameters), answer, item: answer };
    }),
    ...topics.map((topic): Marked => {
      const answer = topic.payload;
      return { ...topic, parameters: fieldsIn(topic.filter, schemas), answer, item: answer };
    }),
  ];
}

function schemasByName(parameters: readonly Parameter[]): JsonObject {
  return Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
}

/** The keys of `x-block`, and the type of the field that each names. */
const OF_BLOCK = {
  height: "integer",
  hash: "string",
  parent: "string",
  transaction: "string",
} as const;

/** The fields that `x-height` names are those of the answer, and those of `x-block` of the answer or of each item of a list. */
export const unknownField: Rule = ruleOf(markedParts, function* (part, { schemas }) {
  const { label, value, answer, item } = part;
  for (const [mark, holder, types] of [
    ["x-height", answer, { field: "integer", hash: "string" }],
    ["x-block", item, OF_BLOCK],
  ] as const) {
    const fields = fieldsIn(holder, schemas);
    for (const [key, type] of Object.entries(types)) {
      const fitting = Object.keys(fields).filter((name) =>
        typesIn(fields[name], schemas).includes(type),
      );
      yield* fieldFaults(label, [mark, key], textAt(value, mark, key), type, fitting);
    }
  }
  const names = Object.keys(fieldsIn(answer, schemas));
  for (const name of Object.keys(objectAt(value, "x-height", "unless")))
    yield* fieldFaults(label, ["x-height", "unless", name], name, "field", names);
});

/** `x-identity` names a parameter that exists, and fields of the answer of which one has a type of it or of its items. */
export const unknownIdentity: Rule = ruleOf(markedParts, function* (part, { schemas }) {
  const { label, value, parameters, item } = part;
  const fields = fieldsIn(item, schemas);
  const names = Object.keys(fields);
  for (const [name, list] of Object.entries(objectAt(value, "x-identity"))) {
    const place = ["x-identity", name];
    if (!Object.hasOwn(parameters, name)) {
      const fix = nameOneOf("a parameter", Object.keys(parameters));
      yield [place, `${label}: it has no parameter "${name}"`, fix];
      continue;
    }
    const named = [list ?? []].flat().map(String);
    const unknown = named.find((field) => !names.includes(field));
    const types = itemTypesIn(parameters[name], schemas);
    // A schema without a type takes any.
    const isShared = (field: string): boolean => {
      const own = typesIn(fields[field], schemas);
      return own.length === 0 || own.some((type) => types.includes(type));
    };
    if (unknown !== undefined) yield* fieldFaults(label, place, unknown, "field", names);
    else if (types.length > 0 && !named.some(isShared)) {
      const message = `${label}: no field of ${named.join(", ")} has a type of "${name}"`;
      yield [place, message, nameOneOf("a field of the answer", names.filter(isShared))];
    }
  }
});

function fieldFaults(
  label: string,
  place: Path,
  field: string,
  what: string,
  known: readonly string[],
): Fault[] {
  if (field === "" || known.includes(field)) return [];
  const fix = nameOneOf("a field of the answer", known);
  return [[place, `${label}: its answer has no ${what} "${field}"`, fix]];
}

function nameOneOf(what: string, names: readonly string[]): string {
  return `Name ${what}${names.length > 0 ? `: ${names.join(", ")}` : ""}.`;
}

/** The types of the items of a list, else those of the schema. */
function itemTypesIn(schema: Json | undefined, schemas: Schemas): string[] {
  const items = isObject(schema) ? schema.items : undefined;
  return typesIn(isObject(items) ? items : schema, schemas);
}
