import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "../json.ts";
import { type Parameter, readModel } from "../model/mod.ts";
import { alternativesOf, type Schemas, typesOf } from "../named_schemas.ts";
import type { Problem, SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** A call or a topic, whose marks name fields of what it answers. */
interface Marked {
  readonly label: string;
  readonly spec: SpecFile;
  readonly path: Path;
  /** Schemas of its parameters, by name. */
  readonly parameters: JsonObject;
  readonly answer: JsonObject;
  /** The schema of an answer, or of each item of a list. */
  readonly item: JsonObject;
}

function markedParts(specs: Specs): Marked[] {
  const { operations, methods, dev, topics, schemas } = readModel(specs);
  const { openapi, openrpc } = specs;
  // Nothing reads the marks of what controls the devnet.
  const unread = dev.methods.map((method) => ({ ...method, result: {} }));
  return [
    ...operations.map(({ id, at, parameters, data = "", item }): Marked => {
      const answer = schemas[data] ?? {};
      return {
        label: `operation ${id}`,
        ...{ spec: openapi, path: at, parameters: schemasOf(parameters) },
        ...{ answer, item: item ?? answer },
      };
    }),
    ...[...methods, ...unread].map(({ name, at, parameters, result }): Marked => ({
      label: `method ${name}`,
      ...{ spec: openrpc, path: at, parameters: schemasOf(parameters) },
      ...{ answer: result, item: result },
    })),
    ...topics.map(({ name, at, filter = {}, payload }): Marked => ({
      label: `topic ${name}`,
      ...{ spec: openrpc, path: at, parameters: fieldsOf(filter, schemas) },
      ...{ answer: payload, item: payload },
    })),
  ];
}

function schemasOf(parameters: readonly Parameter[]): JsonObject {
  return Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
}

/** The fields that `x-height` names are those of the answer: an integer, a string, and any in `unless`. */
export function unknownHeight(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return markedParts(specs).flatMap(({ answer, ...part }) => {
    const mark = objectAt(part.spec.at(part.path), "x-height");
    const fields = Object.entries(fieldsOf(answer, schemas));
    const ofTypes = Object.entries({ field: "integer", hash: "string" }).flatMap(([key, type]) => {
      const fitting = fields.filter(([, schema]) => typesIn(schema, schemas).includes(type));
      const known = fitting.map(([name]) => name);
      return missingField(part, ["x-height", key], textAt(mark, key), type, known);
    });
    const names = fields.map(([name]) => name);
    const ofUnless = Object.keys(objectAt(mark, "unless")).flatMap((name) =>
      missingField(part, ["x-height", "unless", name], name, "field", names),
    );
    return [...ofTypes, ...ofUnless];
  });
}

/** The fields that `x-block` names are those of the answer, or of each item of a list: an integer and strings. */
export function unknownBlock(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return markedParts(specs).flatMap(({ item, ...part }) => {
    const mark = objectAt(part.spec.at(part.path), "x-block");
    const fields = Object.entries(fieldsOf(item, schemas));
    return Object.keys(mark).flatMap((key) => {
      const type = key === "height" ? "integer" : "string";
      const fitting = fields.filter(([, schema]) => typesIn(schema, schemas).includes(type));
      const known = fitting.map(([name]) => name);
      return missingField(part, ["x-block", key], textAt(mark, key), type, known);
    });
  });
}

/** `x-identity` names a parameter that exists, and fields of the answer of which one has a type of it or of its items. */
export function unknownIdentity(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return markedParts(specs).flatMap(({ parameters, item, ...part }) => {
    const mark = objectAt(part.spec.at(part.path), "x-identity");
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
      const types = itemTypesIn(parameters[name], schemas);
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

/** The types of the items of a list, else those of the schema. */
function itemTypesIn(schema: Json | undefined, schemas: Schemas): string[] {
  const items = isObject(schema) ? schema.items : undefined;
  return typesIn(isObject(items) ? items : schema, schemas);
}

function typesIn(schema: Json | undefined, schemas: Schemas): string[] {
  return isObject(schema) ? alternativesOf(schema, schemas).flatMap(typesOf) : [];
}
