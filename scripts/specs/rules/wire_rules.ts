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
import { type Model, specOfSchema } from "../model/mod.ts";
import { followSchema, refName, type Schemas, typesIn, typesOf } from "../named_schemas.ts";
import { deref } from "../specs.ts";
import { operationsOf, type Part, type Rule, ruleOf } from "./_rule.ts";

/** Types of the fields that the service writes and clients read by themselves, any where it is empty; `id?` may be absent. */
type Fields = Readonly<Record<string, string>>;

const META: Fields = { timestamp: "integer", requestId: "string" };
const REST_ERROR: Fields = { code: "string", message: "string" };
const PAGINATION: Fields = {
  ...{ page: "integer", limit: "integer", totalItems: "integer" },
  "totalPages?": "integer",
};
const RPC_ERROR: Fields = { code: "integer", message: "string", "data?": "string" };
/** By the names of `x-envelope`. */
const RPC_ENVELOPES: Readonly<Record<string, Fields>> = {
  request: { jsonrpc: "string", method: "string", "id?": "", "params?": "array" },
  success: { jsonrpc: "string", id: "", result: "" },
  failure: { jsonrpc: "string", id: "", error: "" },
  simplified: { method: "string", params: "array" },
  simplifiedSuccess: { result: "" },
  simplifiedFailure: { error: "" },
};

/** A schema of which the service writes the fields by itself. */
interface FixedSchema extends Part {
  readonly name: string;
  readonly fields: Fields;
}

/** Envelopes have the fields that the service writes: nothing would fill others. */
export const unservableEnvelope: Rule = ruleOf(
  fixedSchemas,
  function* ({ name, fields }, { schemas }) {
    const names = Object.keys(fields).join(", ").replaceAll("?", "");
    const fix = `The service writes ${names}, and clients read them by these names.`;
    for (const fault of fieldFaults(followSchema(schemas[name] ?? {}, schemas), fields, schemas))
      yield ["properties", `schema ${name}: ${fault}`, fix];
  },
);

/** The schemas of envelopes, and of their parts beside data. */
function fixedSchemas(model: Model): FixedSchema[] {
  const { specs, operations, rpcError, schemas } = model;
  const fixed = new Map<string, Fields>([[rpcError, RPC_ERROR]]);
  const add = (schema: Json | undefined, fields: Fields): void =>
    void fixed.set(refName(textAt(schema, "$ref")), fields);
  for (const { envelope, failures, data = "", items, cursor } of operations) {
    add(objectAt(envelope, "properties").meta, META);
    for (const failure of Object.values(failures)) {
      const { error, meta } = objectsAt(schemas[failure], "properties");
      add(error, REST_ERROR);
      add(meta, META);
    }
    if (items !== undefined && !cursor)
      add(objectAt(schemas[data], "properties").pagination, PAGINATION);
  }
  const envelopes = objectAt(specs.openrpc.value, "x-envelope");
  for (const [name, fields] of Object.entries(RPC_ENVELOPES)) add(envelopes[name], fields);
  return [...fixed].flatMap(([name, fields]) => {
    const spec = specOfSchema(model, name);
    return schemas[name] ? [{ spec, at: ["components", "schemas", name], name, fields }] : [];
  });
}

function* fieldFaults(schema: JsonObject, fields: Fields, schemas: Schemas): Iterable<string> {
  const properties = objectsAt(schema, "properties");
  for (const [name, property] of Object.entries(properties)) {
    const type = fields[name] ?? fields[`${name}?`];
    const own = typesOf(followSchema(property, schemas));
    if (type === undefined) yield `no answer has its field "${name}"`;
    else if (type !== "" && own.length > 0 && !own.includes(type))
      yield `its field "${name}" is of type ${own.join(" or ")}, not ${type}`;
  }
  const names = Object.keys(fields);
  for (const name of names)
    if (!name.endsWith("?") && !properties[name]) yield `it has no field "${name}"`;
  for (const name of arrayAt(schema, "required"))
    if (names.includes(`${String(name)}?`))
      yield `it requires "${String(name)}", which some answers lack`;
}

/** Statuses of responses without content, by HTTP. */
const EMPTY: readonly string[] = ["204", "205", "304"];

/** Headers of responses that the service sends. */
const HEADERS: readonly string[] = [
  ...["Cache-Control", "Deprecation", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After"],
  ...["Sunset", "X-Chain-Height", "X-Chain-Segment", "X-Request-Id"],
];

const FAILURE = "#/components/schemas/ErrorEnvelope";

/** Each response is one that the service can send and the client reads: an envelope, a refusal, or nothing. */
export const unservableResponse: Rule = ruleOf(
  operationsOf,
  function* ({ spec, value }, { specs, schemas }) {
    for (const [status, response] of Object.entries(objectAt(value, "responses"))) {
      const fault = responseFault(status, deref(specs, spec, response), schemas);
      if (fault) yield [["responses", status], `response ${status}: ${fault[0]}`, fault[1]];
    }
  },
);

function responseFault(
  status: string,
  response: JsonObject,
  schemas: Schemas,
): readonly [message: string, fix: string] | undefined {
  const header = Object.keys(objectAt(response, "headers")).find((name) => !HEADERS.includes(name));
  if (header !== undefined) {
    const fix = `Write a field of \`data\`; the headers that it sends are ${HEADERS.join(", ")}.`;
    return [`it has a header "${header}", which the service does not send`, fix];
  }
  if (EMPTY.includes(status)) {
    if (response.content === undefined) return undefined;
    return ["it cannot have content by HTTP", "Remove `content`, or use status 200."];
  }
  const schema = objectAt(response, "content", "application/json", "schema");
  if (isRefusalStatus(status)) {
    if (textAt(schema, "$ref") === FAILURE) return undefined;
    const fix = `Write \`content: { application/json: { schema: { $ref: "${FAILURE}" } } }\`.`;
    return ["a refusal is not an ErrorEnvelope, which is what the service sends", fix];
  }
  const properties = objectAt(schema, "properties");
  const required = arrayAt(schema, "required");
  const isThere = (name: string): boolean => isObject(properties[name]) && required.includes(name);
  const missing = ["success", "data"].find((name) => !isThere(name));
  if (missing !== undefined) {
    const fix = "Require success and data, and meta beside.";
    return [`its envelope has no required "${missing}"`, fix];
  }
  const { success: _, data, meta: __, ...others } = properties;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    const fix = "Write it into the schema of `data`; the envelope is success, data and meta.";
    return [`its envelope has a field "${other}", which the service does not send`, fix];
  }
  if (!typesIn(data, schemas).includes("string")) return undefined;
  const message = "its data may be a string, which the service cannot tell from rendered JSON";
  return [message, "Write an object with the string in a field."];
}
