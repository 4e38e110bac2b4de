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
function unknownHeight(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return markedParts(specs).flatMap(({ value, answer, ...part }) => {
    const mark = objectAt(value, "x-height");
    const fields = fieldsOf(answer, schemas);
    return Object.entries({ field: "integer", hash: "string" }).flatMap(([key, type]) =>
      missingField(part, ["x-height", key], textAt(mark, key), { fields, types: [type], schemas }),
    );
  });
}

/** What `x-identity` names is there: a parameter, and fields of the answer that have a type of it. */
function unknownIdentity(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return markedParts(specs).flatMap(({ value, parameters, item, ...part }) => {
    const mark = objectAt(value, "x-identity");
    const fields = fieldsOf(item, schemas);
    return Object.keys(mark).flatMap((name) => {
      const parameter = parameters[name];
      if (!isObject(parameter)) return [missingParameter(part, name, Object.keys(parameters))];
      const types = alternativesOf(parameter, schemas).flatMap(typesOf);
      return arrayAt(mark, name).flatMap((field) =>
        missingField(part, ["x-identity", name], String(field), { fields, types, schemas }),
      );
    });
  });
}

type Place = Pick<Marked, "label" | "spec" | "path">;

function missingParameter({ label, spec, path }: Place, name: string, known: string[]): Problem {
  const fix = known.length > 0 ? `Name a parameter: ${known.join(", ")}.` : "Leave it out.";
  return spec.problem(
    [...path, "x-identity", name],
    `${label}: it has no parameter "${name}"`,
    fix,
  );
}

/** Fields that a mark may name. */
interface Known {
  readonly fields: JsonObject;
  readonly types: readonly string[];
  readonly schemas: Schemas;
}

function missingField(
  { label, spec, path }: Place,
  mark: Path,
  field: string,
  { fields, types, schemas }: Known,
): Problem[] {
  const known = Object.keys(fields).filter((name) => hasType(fields[name], types, schemas));
  if (field === "" || known.includes(field)) return [];
  const message = `${label}: its answer has no ${types.join(" or ")} "${field}"`;
  const fix = `Name a field of the answer${known.length > 0 ? `: ${known.join(", ")}` : ""}.`;
  return [spec.problem([...path, ...mark], message, fix)];
}

/** The properties of an object, or of the objects among its alternatives. */
function fieldsOf(schema: JsonObject, schemas: Schemas): JsonObject {
  const fields = alternativesOf(schema, schemas).map((each) => objectAt(each, "properties"));
  return Object.assign({}, ...fields) as JsonObject;
}

function hasType(schema: Json | undefined, types: readonly string[], schemas: Schemas): boolean {
  if (!isObject(schema)) return false;
  const own = alternativesOf(schema, schemas).flatMap(typesOf);
  return types.some((type) => own.includes(type));
}

/** Rules of the marks that name fields of an answer. */
export const MARK_RULES = { unknownHeight, unknownIdentity };
