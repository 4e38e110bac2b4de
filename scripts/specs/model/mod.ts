/**
 * Both specs in one shape, read once for the rules and all emitters.
 *
 * @module
 */
import { arrayAt, objectAt, objectsAt, textAt } from "../json.ts";
import { serverUrl } from "../calls.ts";
import {
  flattenAllOf,
  localRefs,
  namesBelow,
  refName,
  type Schemas,
  SCHEMAS,
  targetOf,
} from "../named_schemas.ts";
import type { SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import type { Method, Model, Operation } from "./model.ts";
import { readOperations, readOwnServers } from "./read_calls.ts";
import { readMethods, readTopics } from "./read_methods.ts";

export type * from "./model.ts";
export { deprecationOf } from "./read_calls.ts";

/** Read once for all rules and emitters. */
const MODELS = new WeakMap<Specs, Model>();

/** The model of specs that have passed `checkSpecs`, or the stages of rules before that of the caller. */
export function readModel(specs: Specs): Model {
  const model = MODELS.get(specs) ?? modelOf(specs);
  MODELS.set(specs, model);
  return model;
}

function modelOf(specs: Specs): Model {
  const { openapi, openrpc } = specs;
  const segments = objectsAt(openapi.value, "x-segments");
  const chains = [...new Set(Object.values(segments).map((segment) => textAt(segment, "chain")))];
  const schemas = readSchemas(specs);
  const rpcServers = objectAt(openrpc.value, "x-servers");
  return {
    specs,
    schemas,
    operations: readOperations(specs, schemas, chains),
    ...readMethods(specs, chains),
    topics: readTopics(openrpc, chains),
    notificationMethod: textAt(openrpc.value, "x-notification", "method"),
    closeCodes: objectsAt(openrpc.value, "x-close-codes"),
    segments,
    exampleSegment: textAt(arrayAt(openapi.value, "servers")[0], "variables", "segment", "default"),
    chains,
    servers: {
      rest: serverUrl(openapi.value),
      ...readOwnServers(specs),
      rpc: textAt(rpcServers, "rpc"),
      ws: textAt(rpcServers, "ws"),
    },
    restErrors: objectsAt(openapi.value, "x-error-codes"),
    rpcErrors: objectsAt(openrpc.value, "components", "errors"),
    rpcError: readRpcError(openrpc, schemas),
    tiers: objectsAt(openapi.value, "x-rate-tiers"),
    limits: { ...objectsAt(openapi.value, "x-limits"), ...objectsAt(openrpc.value, "x-limits") },
    keyHeader: readKeyHeader(openapi),
    keyParameter: textAt(rpcServers, "wsKeyParameter"),
  };
}

/** The methods, and those of the devnet's control. */
export function allMethods({ methods, dev }: Model): readonly Method[] {
  return [...methods, ...dev.methods];
}

export function allCalls(model: Model): readonly (Operation | Method)[] {
  return [...model.operations, ...allMethods(model)];
}

/** The spec that a named schema stands in. */
export function specOfSchema({ specs }: Model, name: string): SpecFile {
  const { openapi, openrpc } = specs;
  return openrpc.at(["components", "schemas", name]) === undefined ? openapi : openrpc;
}

/**
 * Names of the schemas of arguments, results and events, and of errors of REST; without envelopes of JSON-RPC, and without
 * schemas of the devnet's control alone.
 */
export function publicSchemas({ methods, operations, schemas, topics }: Model): string[] {
  const used = [
    ...operations.flatMap(({ parameters, body, data, failures }) => [
      ...[...parameters.map(({ schema }) => schema), body?.schema],
      ...[data, ...Object.values(failures)].map((name) => ({ $ref: SCHEMAS + name })),
    ]),
    ...methods.flatMap(({ parameters, result }) => [
      ...parameters.map(({ schema }) => schema),
      result,
    ]),
    ...topics.flatMap(({ payload, filter }) => [payload, filter]),
  ];
  const names = namesBelow(used, schemas);
  return Object.keys(schemas).filter((name) => names.has(name));
}

function readSchemas({ openapi, openrpc }: Specs): Schemas {
  const own = objectsAt(openrpc.value, "components", "schemas");
  const all: Schemas = {
    ...objectsAt(openapi.value, "components", "schemas"),
    ...localRefs(own),
  };
  const whole = Object.entries(all).map(([name, schema]) => [name, flattenAllOf(schema, all)]);
  return Object.fromEntries(whole);
}

function readRpcError(openrpc: SpecFile, schemas: Schemas): string {
  const failure = objectAt(openrpc.value, "x-envelope", "failure");
  const properties = objectAt(targetOf(failure, schemas), "properties");
  return refName(textAt(properties, "error", "$ref"));
}

function readKeyHeader(openapi: SpecFile): string {
  const schemes = objectsAt(openapi.value, "components", "securitySchemes");
  return textAt(
    Object.values(schemes).find((scheme) => scheme.in === "header"),
    "name",
  );
}
