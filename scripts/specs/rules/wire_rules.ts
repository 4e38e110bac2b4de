import { alternativesOf, typesOf } from "../named_schemas.ts";
import { isRefusalStatus } from "../calls.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
} from "../json.ts";
import { followSchema, refName, type Schemas } from "../named_schemas.ts";
import { readModel } from "../model/mod.ts";
import type { Problem } from "../spec_file.ts";
import { deref, type Specs } from "../specs.ts";

/** Fields that the service writes and clients read by themselves, with their types; any type where it is empty. */
interface Fields {
  readonly always: Readonly<Record<string, string>>;
  readonly sometimes?: Readonly<Record<string, string>>;
}

const META: Fields = { always: { timestamp: "integer", requestId: "string" } };
const REST_ERROR: Fields = { always: { code: "string", message: "string" } };
const PAGINATION: Fields = {
  always: { page: "integer", limit: "integer", totalItems: "integer" },
  sometimes: { totalPages: "integer" },
};
const RPC_ERROR: Fields = {
  always: { code: "integer", message: "string" },
  sometimes: { data: "string" },
};
/** By the names of `x-envelope`. */
const RPC_ENVELOPES: Readonly<Record<string, Fields>> = {
  request: {
    always: { jsonrpc: "string", method: "string" },
    sometimes: { id: "", params: "array" },
  },
  success: { always: { jsonrpc: "string", id: "", result: "" } },
  failure: { always: { jsonrpc: "string", id: "", error: "" } },
  simplified: { always: { method: "string", params: "array" } },
  simplifiedSuccess: { always: { result: "" } },
  simplifiedFailure: { always: { error: "" } },
};

/** Envelopes have the fields that the service writes: nothing would fill others. */
export function unservableEnvelope(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return [...fixedSchemas(specs, schemas)].flatMap(([name, fields]) => {
    const schema = followSchema(schemas[name] ?? {}, schemas);
    const faults = fieldFaults(schema, fields, schemas);
    return faults.map((fault) => problemAt(specs, name, fault, fields));
  });
}

function problemAt(
  { openapi, openrpc }: Specs,
  name: string,
  fault: string,
  { always, sometimes }: Fields,
): Problem {
  const path = ["components", "schemas", name];
  const spec = openapi.at(path) === undefined ? openrpc : openapi;
  const known = Object.keys({ ...always, ...sometimes }).join(", ");
  const fix = `The service writes ${known}, and clients read them by these names.`;
  return spec.problem([...path, "properties"], `schema ${name}: ${fault}`, fix);
}

/** The schemas of what stands around data, by name. */
function fixedSchemas(specs: Specs, schemas: Schemas): Map<string, Fields> {
  const { operations, rpcError } = readModel(specs);
  const fixed = new Map<string, Fields>();
  const add = (schema: Json | undefined, fields: Fields): void => {
    const name = refName(textAt(schema, "$ref"));
    if (schemas[name]) fixed.set(name, fields);
  };
  for (const { envelope, failures, data, items, cursor } of operations) {
    add(objectAt(envelope, "properties").meta, META);
    for (const failure of Object.values(failures)) {
      const { error, meta } = objectsAt(schemas[failure], "properties");
      add(error, REST_ERROR);
      add(meta, META);
    }
    if (items === undefined || cursor) continue;
    add(objectAt(schemas[data ?? ""], "properties").pagination, PAGINATION);
  }
  const envelopes = objectAt(specs.openrpc.value, "x-envelope");
  for (const [name, fields] of Object.entries(RPC_ENVELOPES)) add(envelopes[name], fields);
  if (schemas[rpcError]) fixed.set(rpcError, RPC_ERROR);
  return fixed;
}

function fieldFaults(
  schema: JsonObject,
  { always, sometimes = {} }: Fields,
  schemas: Schemas,
): string[] {
  const known: Readonly<Record<string, string>> = { ...always, ...sometimes };
  const properties = objectsAt(schema, "properties");
  const own = Object.entries(properties).flatMap(([name, property]) => {
    if (!Object.hasOwn(known, name)) return [`no answer has its field "${name}"`];
    const types = typesOf(followSchema(property, schemas));
    const type = known[name];
    if (!type || types.length === 0 || types.includes(type)) return [];
    return [`its field "${name}" is of type ${types.join(" or ")}, not ${type}`];
  });
  const missing = Object.keys(always).filter((name) => !Object.hasOwn(properties, name));
  const optional = arrayAt(schema, "required").filter((name) => String(name) in sometimes);
  return [
    ...own,
    ...missing.map((name) => `it has no field "${name}"`),
    ...optional.map((name) => `it requires "${String(name)}", which some answers lack`),
  ];
}

/** Statuses of responses without content, by HTTP. */
const EMPTY: readonly string[] = ["204", "205", "304"];

/** Fields of the envelope of a success; the first two are always there. */
const ENVELOPE_FIELDS: readonly string[] = ["success", "data", "meta"];

/** Headers of responses that the service sends. */
const HEADERS: readonly string[] = [
  ...["Cache-Control", "Deprecation", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After"],
  ...["Sunset", "X-Chain-Height", "X-Chain-Segment", "X-Request-Id"],
];

const FAILURE = "#/components/schemas/ErrorEnvelope";

/** Each response is one that the service can send and the client reads: an envelope, a refusal, or nothing. */
export function unservableResponse(specs: Specs): Problem[] {
  const { operations, schemas } = readModel(specs);
  return operations.flatMap(({ spec, at, value }) =>
    Object.entries(objectAt(value, "responses")).flatMap(([status, response]) => {
      const fault = responseFault(status, deref(specs, spec, response), schemas);
      const place = [...at, "responses", status];
      return fault ? [spec.problem(place, `response ${status}: ${fault[0]}`, fault[1])] : [];
    }),
  );
}

function responseFault(
  status: string,
  response: JsonObject,
  schemas: Schemas,
): readonly [message: string, fix: string] | undefined {
  const other = Object.keys(objectAt(response, "headers")).find((name) => !HEADERS.includes(name));
  if (other !== undefined) {
    const fix = `Write a field of \`data\`; the headers that it sends are ${HEADERS.join(", ")}.`;
    return [`it has a header "${other}", which the service does not send`, fix];
  }
  const content = objectAt(response, "content");
  if (EMPTY.includes(status)) {
    if (response.content === undefined) return undefined;
    return ["it cannot have content by HTTP", "Remove `content`, or use status 200."];
  }
  const schema = objectAt(content, "application/json", "schema");
  return isRefusalStatus(status) ? refusalFault(schema) : successFault(schema, schemas);
}

function refusalFault(schema: JsonObject): readonly [string, string] | undefined {
  if (textAt(schema, "$ref") === FAILURE) return undefined;
  const fix = `Write \`content: { application/json: { schema: { $ref: "${FAILURE}" } } }\`.`;
  return ["a refusal is not an ErrorEnvelope, which is what the service sends", fix];
}

function successFault(schema: JsonObject, schemas: Schemas): readonly [string, string] | undefined {
  const properties = objectAt(schema, "properties");
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = ENVELOPE_FIELDS.slice(0, 2).find(
    (name) => !isObject(properties[name]) || !required.includes(name),
  );
  if (missing !== undefined) {
    return [
      `its envelope has no required "${missing}"`,
      "Require success and data, and meta beside.",
    ];
  }
  const other = Object.keys(properties).find((name) => !ENVELOPE_FIELDS.includes(name));
  if (other === undefined) return dataFault(objectAt(properties, "data"), schemas);
  const fix = "Write it into the schema of `data`; the envelope is success, data and meta.";
  return [`its envelope has a field "${other}", which the service does not send`, fix];
}

/** A text that a handler answers is JSON that was rendered before. */
function dataFault(data: JsonObject, schemas: Schemas): readonly [string, string] | undefined {
  const isText = alternativesOf(data, schemas).some((each) => typesOf(each).includes("string"));
  if (!isText) return undefined;
  return [
    "its data may be a string, which the service cannot tell from rendered JSON",
    "Write an object with the string in a field.",
  ];
}
