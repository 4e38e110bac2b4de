import type { Specs } from "../specs/specs.ts";
import { isObject, type Json, type JsonObject, objectAt } from "../specs/json.ts";
import type { Method, Model, Operation } from "../specs/model/mod.ts";
import { schemaAt, refName } from "../specs/layer.ts";
import { HEADER } from "./source_text.ts";

/** Keywords that say what a value must be; the others describe it. */
const CHECKED: readonly string[] = [
  "type",
  "enum",
  "const",
  "pattern",
  "minimum",
  "maximum",
  "required",
  "properties",
  "additionalProperties",
  "items",
  "anyOf",
];

/** The schemas of answers with everything decided on top, and where each stands, for comparing answers with them. */
export function emitSchemas(model: Model, { openapi }: Specs): string {
  const given = objectAt(objectAt(openapi.value, "components"), "schemas");
  const schemas = Object.entries(model.schemas).map(([name, schema]) => {
    const spec = name in given ? "openapi.yaml" : "openrpc.json";
    return [name, { at: `${spec}#/components/schemas/${name}`, schema: reduce(schema) }];
  });
  return `${HEADER}
/** What of a schema says which values it allows; \`ref\` names another one. */
export interface DocumentSchema {
  readonly ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly additionalProperties?: boolean | DocumentSchema;
  readonly items?: DocumentSchema;
  readonly anyOf?: readonly DocumentSchema[];
}

/** A schema, and where it stands. */
export interface PlacedSchema {
  readonly at: string;
  readonly schema: DocumentSchema;
}

/** The named schemas of both specs. */
export const SCHEMAS: Readonly<Record<string, PlacedSchema>> = ${compact(schemas)};

/** Bodies of REST answers: by operation, then by status. */
export const REST_ANSWERS: Readonly<Record<string, Readonly<Record<string, PlacedSchema>>>> = ${compact(model.operations.map(answersOf))};

/** Results of JSON-RPC methods and simplified calls. */
export const RPC_RESULTS: Readonly<Record<string, PlacedSchema>> = ${compact(model.methods.map(resultOf))};
`;
}

function answersOf({ id, path, verb, status, envelope, failures }: Operation): [string, Json] {
  const at = `openapi.yaml#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${verb}/responses`;
  const refusals = Object.entries(failures).map(([code, name]): [string, Json] => [
    code,
    { at: `${at}/${code}`, schema: { ref: name } },
  ]);
  const success = { at: `${at}/${status}`, schema: reduce(envelope ?? {}) };
  return [id, Object.fromEntries([[String(status), success], ...refusals])];
}

function resultOf({ name, result }: Method, index: number): [string, Json] {
  return [name, { at: `openrpc.json#/methods/${index}/result/schema`, schema: reduce(result) }];
}

/** The keywords that are checked, with what was decided on top; known values of open sets count as all there are. */
function reduce(schema: JsonObject): JsonObject {
  if (typeof schema.$ref === "string") return { ref: refName(schema.$ref) };
  const known = schema["x-extensible-enum"];
  const whole: JsonObject = {
    ...schemaAt(schema, "decided"),
    ...(known === undefined ? {} : { enum: known }),
  };
  const kept = CHECKED.filter((key) => whole[key] !== undefined);
  return Object.fromEntries(kept.map((key) => [key, reduceChild(key, whole[key], schema)]));
}

/** Children are taken from the source where it has them, since only there the marks of open sets stand. */
function reduceChild(key: string, value: Json | undefined, source: JsonObject): Json {
  const own = source[key] ?? value ?? null;
  if (key === "properties" && isObject(own)) {
    const entries = Object.entries(own);
    return Object.fromEntries(
      entries.map(([name, part]) => [name, isObject(part) ? reduce(part) : part]),
    );
  }
  if (key === "anyOf" && Array.isArray(own)) {
    return own.map((part) => (isObject(part) ? reduce(part) : part));
  }
  if (key === "items" || key === "additionalProperties") return isObject(own) ? reduce(own) : own;
  return value ?? null;
}

/** One entry a line. */
function compact(entries: readonly (readonly unknown[])[]): string {
  const lines = entries.map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return `{\n${lines.join("\n")}\n}`;
}
