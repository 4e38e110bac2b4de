import { OPERATION_CALLS } from "../../../generated/client/operations.gen.ts";
import { TOPICS } from "../../../generated/topics.gen.ts";
import { rowOf } from "../../json.ts";

/** An object of the specs, which a proposal changes in place. */
export type Fields = Record<string, unknown>;

/** The specs as values, by the names of their files. */
export type SpecValues = Readonly<Record<string, Fields>>;

export const REST_SPEC = "openapi.yaml";
export const RPC_SPEC = "openrpc.json";

/** A schema, as the value of a key of the object that holds it. */
export interface SchemaPlace {
  readonly file: string;
  readonly holder: Fields;
  readonly key: string;
}

/** The object that describes an operation or a method; undefined where the specs have none of that name. */
export function callOf(specs: SpecValues, subject: string): Fields | undefined {
  const operation = rowOf(OPERATION_CALLS, subject)?.info;
  if (operation) {
    const { path, template = path, verb } = operation;
    return at(specs[REST_SPEC], "paths", template, verb);
  }
  const methods = specs[RPC_SPEC]?.methods as readonly Fields[];
  return methods.find(({ name }) => name === subject.replace(" (simplified)", ""));
}

/** The schema of the object that has the field at `path` of an answer, references followed. */
export function schemaAbove(
  specs: SpecValues,
  subject: string,
  path: string,
): SchemaPlace | undefined {
  const place = placeOf(specs, subject, parentOf(path));
  return place && withFields(specs, place, "properties");
}

/** The place of the schema of the value at `path` of an answer; undefined where the specs describe none. */
export function placeOf(specs: SpecValues, subject: string, path: string): SchemaPlace | undefined {
  const keys = path === "" ? [] : path.split(".");
  const isTopic = rowOf(TOPICS, subject) !== undefined;
  const isRest = rowOf(OPERATION_CALLS, subject) !== undefined;
  const left = isRest ? keys : keys.slice(isTopic ? 2 : 1);
  return left.reduce<SchemaPlace | undefined>(
    (place, key) => place && below(specs, place, key),
    answerOf(specs, subject),
  );
}

/** The schema of a success, or of the payload of a topic. */
function answerOf(specs: SpecValues, subject: string): SchemaPlace | undefined {
  const call = callOf(specs, subject);
  const row = rowOf(OPERATION_CALLS, subject)?.info;
  if (row) {
    const content = at(call, "responses", String(row.status), "content", "application/json");
    return content && { file: REST_SPEC, holder: content, key: "schema" };
  }
  const topic = at(specs[RPC_SPEC], "x-topics", subject);
  if (topic) return { file: RPC_SPEC, holder: topic, key: "payload" };
  const result = at(call, "result");
  return result && { file: RPC_SPEC, holder: result, key: "schema" };
}

function below(specs: SpecValues, place: SchemaPlace, key: string): SchemaPlace | undefined {
  if (key === "*") {
    const list = withFields(specs, place, "items");
    return list && { file: list.file, holder: schemaIn(list), key: "items" };
  }
  const object = withFields(specs, place, "properties");
  const properties = object && (schemaIn(object).properties as Fields);
  if (!properties || !Object.hasOwn(properties, key)) return undefined;
  return { file: object.file, holder: properties, key };
}

/** The first of the alternatives that has `keyword`. */
function withFields(
  specs: SpecValues,
  place: SchemaPlace,
  keyword: string,
): SchemaPlace | undefined {
  return alternativesOf(specs, place).find((each) => schemaIn(each)[keyword] !== undefined);
}

/** The schema at a place or, where it names alternatives, each of those; references followed. */
export function alternativesOf(specs: SpecValues, place: SchemaPlace): SchemaPlace[] {
  const target = follow(specs, place);
  const alternatives = schemaIn(target).anyOf as Fields | undefined;
  if (!Array.isArray(alternatives)) return [target];
  return alternatives.flatMap((_, index) =>
    alternativesOf(specs, { file: target.file, holder: alternatives, key: String(index) }),
  );
}

/** The place that a reference leads to, however many there are on the way. */
function follow(specs: SpecValues, place: SchemaPlace): SchemaPlace {
  const { $ref } = schemaIn(place) as { readonly $ref?: string };
  if ($ref === undefined) return place;
  const [other = "", pointer = ""] = $ref.split("#/");
  const file = other.replace("./", "") || place.file;
  const keys = pointer.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const holder = at(specs[file], ...keys.slice(0, -1)) ?? {};
  return follow(specs, { file, holder, key: keys.at(-1) ?? "" });
}

export function schemaIn({ holder, key }: SchemaPlace): Fields {
  const schema = holder[key];
  return typeof schema === "object" && schema !== null ? (schema as Fields) : {};
}

/** The object at `keys` of an object; undefined where there is none. */
export function at(root: Fields | undefined, ...keys: readonly string[]): Fields | undefined {
  return keys.reduce<Fields | undefined>((found, key) => {
    const next = found?.[key];
    return typeof next === "object" && next !== null ? (next as Fields) : undefined;
  }, root);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("."), 0));
}
