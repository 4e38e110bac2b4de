import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { arrayAt, type Json, type JsonObject, objectAt, objectsAt, textAt } from "../json.ts";
import { followSchema, refName, type Schemas } from "../layer.ts";
import { readModel } from "../model/mod.ts";
import { typesOf } from "../types_of.ts";

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

/** What stands around data has the fields that the service writes: others would come from nowhere. */
export function unservableEnvelope(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return [...fixedSchemas(specs, schemas)].flatMap(([name, fields]) => {
    const schema = followSchema(schemas[name] ?? {}, schemas);
    const faults = faultsOf(schema, fields, schemas);
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

function faultsOf(
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
