import { methodsOf, operationsOf } from "../calls.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "../json.ts";
import type { Schemas } from "../layer.ts";
import { type Operation, readModel } from "../model/mod.ts";
import { alternativesOf, typesOf } from "../named_schemas.ts";
import type { Problem } from "../spec_error.ts";
import type { SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** A call or a topic, whose marks name fields of what it answers. */
interface Marked {
  readonly label: string;
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: JsonObject;
  /** Schemas of its parameters, by name. */
  readonly parameters: JsonObject;
  readonly answer: JsonObject;
  /** What an answer is, or each item of a list. */
  readonly item: JsonObject;
}

function markedParts(specs: Specs): Marked[] {
  const { operations, methods, topics, schemas } = readModel(specs);
  const { openrpc } = specs;
  const answers = new Map(
    operations.map((each) => [each.id, [schemas[each.data ?? ""] ?? {}, itemOf(each, schemas)]]),
  );
  const results = new Map(methods.map(({ name, result }) => [name, [result, result]]));
  const calls = (["operation", "method"] as const).flatMap((kind) =>
    (kind === "operation" ? operationsOf : methodsOf)(specs).map((call): Marked => {
      const known = kind === "operation" ? answers : results;
      const [answer = {}, item = {}] = known.get(call.name) ?? [];
      const parameters = Object.fromEntries(
        call.parameters.map(({ name, schema }) => [name, schema]),
      );
      return { ...call, label: `${kind} ${call.name}`, parameters, answer, item };
    }),
  );
  const events = topics.map(({ name, filter = {}, payload }): Marked => {
    const path = ["x-topics", name];
    const value = objectAt(objectAt(openrpc.value, "x-topics"), name);
    const parameters = fieldsOf(filter, schemas);
    return {
      label: `topic ${name}`,
      spec: openrpc,
      path,
      value,
      parameters,
      answer: payload,
      item: payload,
    };
  });
  return [...calls, ...events];
}

function itemOf({ data = "", items }: Operation, schemas: Schemas): JsonObject {
  const answer = schemas[data] ?? {};
  if (items === undefined) return answer;
  return objectAt(objectAt(objectAt(answer, "properties"), items), "items");
}

/** The fields that `x-height` names are those of the answer: an integer, and a string. */
export function unknownHeight(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return markedParts(specs).flatMap(({ value, answer, ...part }) => {
    const mark = objectAt(value, "x-height");
    const fields = Object.entries(fieldsOf(answer, schemas));
    return Object.entries({ field: "integer", hash: "string" }).flatMap(([key, type]) => {
      const fitting = fields.filter(([, schema]) => typesIn(schema, schemas).includes(type));
      const known = fitting.map(([name]) => name);
      return missingField(part, ["x-height", key], textAt(mark, key), type, known);
    });
  });
}

/** What `x-identity` names is there: a parameter, and fields of the answer of which one has a type of it. */
export function unknownIdentity(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return markedParts(specs).flatMap(({ value, parameters, item, ...part }) => {
    const mark = objectAt(value, "x-identity");
    const fields = fieldsOf(item, schemas);
    return Object.keys(mark).flatMap((name) => {
      const place = ["x-identity", name];
      const known = Object.keys(fields);
      if (!Object.hasOwn(parameters, name)) {
        const message = `it has no parameter "${name}"`;
        return missing(part, place, message, Object.keys(parameters), "a parameter");
      }
      const named = arrayAt(mark, name).map(String);
      const unknown = named.find((field) => !known.includes(field));
      if (unknown !== undefined) return missingField(part, place, unknown, "field", known);
      const types = typesIn(parameters[name], schemas);
      // A schema without a type takes any.
      const isShared = (field: string): boolean => {
        const own = typesIn(fields[field], schemas);
        return own.length === 0 || own.some((type) => types.includes(type));
      };
      if (types.length === 0 || named.some(isShared)) return [];
      const message = `no field of ${named.join(", ")} has a type of "${name}"`;
      return missing(part, place, message, known.filter(isShared));
    });
  });
}

type Place = Pick<Marked, "label" | "spec" | "path">;

function missingField(
  part: Place,
  mark: Path,
  field: string,
  what: string,
  known: readonly string[],
): Problem[] {
  if (field === "" || known.includes(field)) return [];
  return missing(part, mark, `its answer has no ${what} "${field}"`, known);
}

function missing(
  { label, spec, path }: Place,
  mark: Path,
  message: string,
  known: readonly string[],
  what = "a field of the answer",
): Problem[] {
  const fix = `Name ${what}${known.length > 0 ? `: ${known.join(", ")}` : ""}.`;
  return [spec.problem([...path, ...mark], `${label}: ${message}`, fix)];
}

/** The properties of an object, or of the objects among its alternatives. */
function fieldsOf(schema: JsonObject, schemas: Schemas): JsonObject {
  const fields = alternativesOf(schema, schemas).map((each) => objectAt(each, "properties"));
  return Object.assign({}, ...fields) as JsonObject;
}

function typesIn(schema: Json | undefined, schemas: Schemas): string[] {
  return isObject(schema) ? alternativesOf(schema, schemas).flatMap(typesOf) : [];
}
