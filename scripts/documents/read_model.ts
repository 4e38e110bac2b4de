import type { Documents } from "./documents.ts";
import { isRefusalStatus } from "./is_refusal_status.ts";
import { followRef } from "./documents.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  mapObjects,
  objectAt,
  textAt,
} from "./json.ts";
import { refName } from "./strength.ts";
import type { SourceDocument } from "./source_document.ts";

/** Schemas by name; references lead to `#/components/schemas/<name>`. */
export type Schemas = Readonly<Record<string, JsonObject>>;

/** A parameter of an operation or a method. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "positional";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonObject;
}

/** Where new items of a list come in, `start` or `end`; or that by the values of parameters. */
export type Growth = string | JsonObject;

/** Which height of the chain an answer shows, and what can change the answer. */
export interface HeightMark {
  readonly field: string;
  readonly settles: boolean;
  readonly hash: string | undefined;
}

/** A REST operation. */
export interface Operation {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  /** Which server template it is reached on. */
  readonly server: "rest" | "keys";
  readonly summary: string;
  readonly description: string;
  /** Whether the interface gives it, or why it was decided. */
  readonly source: string;
  readonly parameters: readonly Parameter[];
  /** Name of the schema of the request body. */
  readonly body: string | undefined;
  /** Name of the schema of `data`. */
  readonly data: string;
  /** Status of a success. */
  readonly status: number;
  /** Schema of a success: the envelope around `data`. */
  readonly envelope: JsonObject;
  /** Statuses of refusals, and the name of their schema. */
  readonly failures: Readonly<Record<string, string>>;
  /** Key of the items in `data`, for lists. */
  readonly items: string | undefined;
  /** Field that tells the items of a list apart. */
  readonly key: string | undefined;
  /** Where new items of a list come in. */
  readonly grows: Growth | undefined;
  readonly height: HeightMark | undefined;
  /** Name of the limit that it has for itself, beside that of the tier. */
  readonly limit: string | undefined;
  readonly safe: boolean;
  readonly chains: readonly string[];
}

/** A JSON-RPC method, or a simplified call. */
export interface Method {
  readonly name: string;
  readonly kind: "method" | "simplified" | "websocket" | "dev";
  readonly summary: string;
  readonly description: string;
  /** Whether the interface gives it, or why it was decided. */
  readonly source: string;
  readonly parameters: readonly Parameter[];
  readonly result: JsonObject;
  readonly height: HeightMark | undefined;
  readonly safe: boolean;
  readonly chains: readonly string[];
}

/** A topic of subscriptions. */
export interface Topic {
  readonly name: string;
  readonly description: string;
  readonly payload: JsonObject;
  readonly filter: JsonObject | undefined;
  /** Whether it carries a notice where the chain was reorganised. */
  readonly reorgNotice: boolean;
  readonly chains: readonly string[];
}

/** The control of the devnet. */
export interface DevControl {
  readonly methods: readonly Method[];
  /** Header that carries the token. */
  readonly header: string;
  /** Headers that a request must not have; a `*` at the end stands for any ending. */
  readonly refusedHeaders: readonly string[];
}

/** What both documents say, in one shape, read once for all emitters. */
export interface Model {
  readonly schemas: Schemas;
  readonly operations: readonly Operation[];
  readonly methods: readonly Method[];
  readonly dev: DevControl;
  readonly topics: readonly Topic[];
  /** Method of the notifications that carry events. */
  readonly notificationMethod: string;
  /** What the service closes a WebSocket with, by code. */
  readonly closeCodes: Readonly<Record<string, JsonObject>>;
  readonly segments: Readonly<Record<string, JsonObject>>;
  readonly chains: readonly string[];
  readonly servers: Readonly<Record<"rest" | "keys" | "rpc" | "ws", string>>;
  readonly restErrors: Readonly<Record<string, JsonObject>>;
  readonly rpcErrors: Readonly<Record<string, JsonObject>>;
  readonly tiers: Readonly<Record<string, JsonObject>>;
  /** Bounds of both documents, by name. */
  readonly limits: Readonly<Record<string, JsonObject>>;
  /** Header that an API key is presented in. */
  readonly keyHeader: string;
  /** Query parameter that takes an API key on WebSocket. */
  readonly keyParameter: string;
}

/** Reads the model from documents that have passed `checkDocuments`. */
export function readModel(documents: Documents): Model {
  const { openapi, openrpc } = documents;
  const segments = objectsAt(openapi.value, "x-segments");
  const chains = [...new Set(Object.values(segments).map((segment) => textAt(segment, "chain")))];
  const operations = readOperations(documents, chains);
  const rpcServers = objectAt(openrpc.value, "x-servers");
  return {
    schemas: readSchemas(documents),
    operations,
    methods: arrayAt(openrpc.value, "methods").map((method) =>
      readMethod(documents, method, chains),
    ),
    dev: readDevControl(documents, chains),
    topics: readTopics(openrpc, chains),
    notificationMethod: textAt(objectAt(openrpc.value, "x-notification"), "method"),
    closeCodes: objectsAt(openrpc.value, "x-close-codes"),
    segments,
    chains,
    servers: {
      rest: serverUrl(openapi.value),
      keys: serverUrl(openapi.at(["paths", "/keys"])) || serverUrl(openapi.value),
      rpc: textAt(rpcServers, "rpc"),
      ws: textAt(rpcServers, "ws"),
    },
    restErrors: objectsAt(openapi.value, "x-error-codes"),
    rpcErrors: objectsAt(objectAt(openrpc.value, "components"), "errors"),
    tiers: objectsAt(openapi.value, "x-rate-tiers"),
    limits: { ...objectsAt(openapi.value, "x-limits"), ...objectsAt(openrpc.value, "x-limits") },
    keyHeader: readKeyHeader(openapi),
    keyParameter: textAt(rpcServers, "wsKeyParameter"),
  };
}

/** A schema with references into `openapi.yaml` made local. */
export function localRefs(schema: Json): Json {
  return mapObjects(schema, (object) =>
    typeof object.$ref === "string"
      ? { ...object, $ref: object.$ref.slice(object.$ref.indexOf("#")) }
      : object,
  );
}

function readSchemas({ openapi, openrpc }: Documents): Schemas {
  const own = objectsAt(objectAt(openrpc.value, "components"), "schemas");
  return {
    ...objectsAt(objectAt(openapi.value, "components"), "schemas"),
    ...(localRefs(own) as Schemas),
  };
}

function readOperations(documents: Documents, chains: readonly string[]): Operation[] {
  return Object.entries(objectsAt(documents.openapi.value, "paths")).flatMap(([path, item]) =>
    ["get", "post"]
      .filter((verb) => isObject(item[verb]))
      .map((verb) => readOperation(documents, path, verb, objectAt(item, verb), item, chains)),
  );
}

function readOperation(
  documents: Documents,
  path: string,
  verb: string,
  operation: JsonObject,
  item: JsonObject,
  chains: readonly string[],
): Operation {
  const [status, response] = successOf(documents, operation);
  const data = objectAt(objectAt(bodySchema(response), "properties"), "data");
  const body = bodySchema(deref(documents, documents.openapi, operation.requestBody));
  const list = objectAt(operation, "x-pagination");
  const parameters = [...arrayAt(item, "parameters"), ...arrayAt(operation, "parameters")];
  return {
    id: textAt(operation, "operationId"),
    verb,
    path,
    server: item.servers ? "keys" : "rest",
    summary: textAt(operation, "summary"),
    description: textAt(operation, "description"),
    source: sourceOf(operation),
    parameters: parameters.map((parameter) => {
      const value = deref(documents, documents.openapi, parameter);
      return readParameter(value, textAt(value, "in") === "path" ? "path" : "query");
    }),
    body: body.$ref ? refName(textAt(body, "$ref")) : undefined,
    data: refName(textAt(data, "$ref")),
    status,
    envelope: bodySchema(response),
    failures: failuresOf(documents, operation),
    items: textAt(list, "items") || undefined,
    key: textAt(list, "key") || undefined,
    grows: list.grows as Growth | undefined,
    height: heightOf(operation),
    limit: limitOf(operation),
    safe: operation["x-safe"] === true,
    chains: chainsOf(operation, chains),
  };
}

function readMethod(documents: Documents, value: Json, chains: readonly string[]): Method {
  const method = deref(documents, documents.openrpc, value);
  const result = deref(documents, documents.openrpc, method.result);
  const kind = method["x-simplified"]
    ? "simplified"
    : method["x-websocket"]
      ? "websocket"
      : "method";
  return {
    name: textAt(method, "name"),
    kind,
    summary: textAt(method, "summary"),
    description: textAt(method, "description"),
    source: sourceOf(method),
    parameters: arrayAt(method, "params").map((parameter) =>
      readParameter(deref(documents, documents.openrpc, parameter), "positional"),
    ),
    result: localRefs(objectAt(result, "schema")) as JsonObject,
    height: heightOf(method),
    safe: method["x-safe"] === true,
    chains: chainsOf(method, chains),
  };
}

function readDevControl(documents: Documents, chains: readonly string[]): DevControl {
  const dev = objectAt(documents.openrpc.value, "x-dev");
  return {
    methods: arrayAt(dev, "methods").map((method) => ({
      ...readMethod(documents, method, chains),
      kind: "dev",
    })),
    header: textAt(dev, "header"),
    refusedHeaders: arrayAt(dev, "refusedHeaders").map(String),
  };
}

function readKeyHeader(openapi: SourceDocument): string {
  const schemes = objectsAt(objectAt(openapi.value, "components"), "securitySchemes");
  return textAt(
    Object.values(schemes).find((scheme) => scheme.in === "header"),
    "name",
  );
}

function readTopics(openrpc: SourceDocument, chains: readonly string[]): Topic[] {
  return Object.entries(objectsAt(openrpc.value, "x-topics")).map(([name, topic]) => ({
    name,
    description: textAt(topic, "description"),
    payload: localRefs(objectAt(topic, "payload")) as JsonObject,
    filter: isObject(topic.filter) ? (localRefs(topic.filter) as JsonObject) : undefined,
    reorgNotice: topic.reorgNotice === true,
    chains: chainsOf(topic, chains),
  }));
}

function readParameter(value: JsonObject, place: Parameter["in"]): Parameter {
  return {
    name: textAt(value, "name"),
    in: place,
    required: value.required === true,
    description: textAt(value, "description"),
    schema: localRefs(objectAt(value, "schema")) as JsonObject,
  };
}

function successOf(documents: Documents, operation: JsonObject): [number, JsonObject] {
  const responses = objectAt(operation, "responses");
  const status = Object.keys(responses).find((key) => key.startsWith("2")) ?? "200";
  return [Number(status), deref(documents, documents.openapi, responses[status])];
}

function failuresOf(documents: Documents, operation: JsonObject): Record<string, string> {
  const failures = Object.entries(objectAt(operation, "responses")).filter(([key]) =>
    isRefusalStatus(key),
  );
  return Object.fromEntries(
    failures.map(([status, response]) => {
      const schema = bodySchema(deref(documents, documents.openapi, response));
      return [status, refName(textAt(schema, "$ref"))];
    }),
  );
}

function bodySchema(holder: JsonObject): JsonObject {
  return objectAt(objectAt(objectAt(holder, "content"), "application/json"), "schema");
}

function heightOf(holder: JsonObject): HeightMark | undefined {
  const mark = objectAt(holder, "x-height");
  const field = textAt(mark, "field");
  if (!field) return undefined;
  return { field, settles: mark.settles === true, hash: textAt(mark, "hash") || undefined };
}

function limitOf(operation: JsonObject): string | undefined {
  const { "x-limit": limit } = { ...operation, ...objectAt(operation, "x-decided") };
  return limit === undefined ? undefined : String(limit);
}

function chainsOf(holder: JsonObject, all: readonly string[]): readonly string[] {
  const own = holder["x-chains"] ?? objectAt(holder, "x-decided")["x-chains"];
  return Array.isArray(own) ? own.map(String) : all;
}

function sourceOf(holder: JsonObject): string {
  const reason = textAt(holder, "x-reason");
  if (holder["x-source"] === "decided") return `Decided: ${reason}`;
  return reason ? `Given by the interface. Decided on top: ${reason}` : "Given by the interface.";
}

function serverUrl(holder: Json | undefined): string {
  return textAt(arrayAt(holder, "servers")[0], "url");
}

function deref(documents: Documents, from: SourceDocument, value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== "string") return value;
  const { document, value: target } = followRef(documents, from, value.$ref);
  return deref(documents, document, target);
}

function objectsAt(value: Json | undefined, key: string): Record<string, JsonObject> {
  const entries = Object.entries(objectAt(value, key));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  );
}
