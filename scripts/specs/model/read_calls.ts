import { isRefusalStatus, servedPath, serverUrl, VERBS } from "../calls.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  type Path,
  textAt,
} from "../json.ts";
import { isDecided, localRefs, refName, type Schemas } from "../named_schemas.ts";
import type { SpecFile } from "../spec_file.ts";
import { deref, type Specs } from "../specs.ts";
import type {
  BlockMark,
  Call,
  Deprecation,
  DevControl,
  Growth,
  HeightMark,
  Identity,
  Method,
  Operation,
  Parameter,
  ParamStructure,
  Placed,
  PlacedParameter,
  RequestBody,
  Topic,
} from "./model.ts";

function bodySchema(holder: JsonObject): JsonObject {
  return objectAt(holder, "content", "application/json", "schema");
}

function heightOf(holder: JsonObject): HeightMark | undefined {
  const mark = objectAt(holder, "x-height");
  const field = textAt(mark, "field");
  if (!field) return undefined;
  return {
    field,
    settles: mark.settles === true,
    hash: textAt(mark, "hash") || undefined,
    unless: isObject(mark.unless) ? mark.unless : undefined,
  };
}

function chainsOf(holder: JsonObject, all: readonly string[]): readonly string[] {
  const own = objectAt(holder, "x-decided")["x-chains"] ?? holder["x-chains"];
  return Array.isArray(own) ? own.map(String) : all;
}

function sourceOf(holder: JsonObject): string {
  const reason = textAt(holder, "x-reason");
  if (holder["x-source"] === "decided") return `Decided: ${reason}`;
  return reason ? `Given by the interface. Decided on top: ${reason}` : "Given by the interface.";
}

export function deprecationOf(holder: JsonObject): Deprecation | undefined {
  if (holder.deprecated !== true) return undefined;
  const mark = objectAt(holder, "x-deprecated");
  return {
    reason: textAt(mark, "reason"),
    since: textAt(mark, "since") || undefined,
    sunset: textAt(mark, "sunset") || undefined,
  };
}

/** The properties that operations and methods have in the same places. */
function readCall(
  { spec, at, value }: Placed,
  label: string,
  chains: readonly string[],
): Omit<Call, "parameters" | "open"> {
  return {
    ...{ spec, at, value, label },
    summary: textAt(value, "summary"),
    description: textAt(value, "description"),
    source: sourceOf(value),
    height: heightOf(value),
    identity: value["x-identity"] as Identity | undefined,
    block: value["x-block"] as BlockMark | undefined,
    safe: value["x-safe"] === true,
    showsPending: value["x-pending"] === true,
    deprecation: deprecationOf(value),
    chains: chainsOf(value, chains),
  };
}

/** The parameters of a list; `place` is that of all, where they do not say theirs. */
function readParameters(
  specs: Specs,
  spec: SpecFile,
  list: Path,
  place?: Parameter["in"],
): PlacedParameter[] {
  return placesIn(spec, list).map((at) => {
    const value = localRefs(deref(specs, spec, spec.at(at)));
    return {
      ...{ spec, at, value, name: textAt(value, "name") },
      in: place ?? (textAt(value, "in") as Parameter["in"]),
      required: value.required === true,
      description: textAt(value, "description"),
      schema: objectAt(value, "schema"),
      deprecation: deprecationOf(value),
      explode: value.explode !== false,
    };
  });
}

function placesIn(spec: SpecFile, list: Path): Path[] {
  const items = arrayAt(spec.at(list.slice(0, -1)), String(list.at(-1)));
  return items.map((_, index) => [...list, index]);
}

export function readOperations(
  specs: Specs,
  schemas: Schemas,
  chains: readonly string[],
): Operation[] {
  const { openapi } = specs;
  const templates = Object.keys(objectAt(openapi.value, "paths"));
  const places = templates.flatMap((template) => VERBS.map((verb) => ["paths", template, verb]));
  return places.flatMap((at) => {
    const value = openapi.at(at);
    if (!isObject(value)) return [];
    return [readOperation(specs, schemas, { spec: openapi, at, value }, chains)];
  });
}

/** URL templates of servers that paths have of their own, each under itself as its name. */
export function readOwnServers({ openapi }: Specs): Record<string, string> {
  const templates = Object.keys(objectAt(openapi.value, "paths"));
  const urls = templates.map((template) => servedPath(openapi.value, template).url);
  const own = urls.filter((url) => url !== serverUrl(openapi.value));
  return Object.fromEntries(own.map((url) => [url, url]));
}

function readOperation(
  specs: Specs,
  schemas: Schemas,
  placed: Placed,
  chains: readonly string[],
): Operation {
  const { at, value: operation } = placed;
  const id = textAt(operation, "operationId");
  const [, template = "", verb = ""] = at.map(String);
  const [status, response] = successOf(specs, operation);
  const envelope = bodySchema(response);
  const content = objectAt(envelope, "properties", "data");
  const data = refName(textAt(content, "$ref"));
  const isOpen = isDecided(content) || isDecided(schemas[data]);
  const list = objectAt(operation, "x-pagination");
  const items = textAt(list, "items");
  const fields = objectAt(schemas[data], "properties");
  const { url, path } = servedPath(specs.openapi.value, template);
  const declared = declaredParameters(specs, at);
  return {
    ...readCall(placed, `operation ${id}`, chains),
    ...{ id, verb, template, path, declared, status },
    server: url === serverUrl(specs.openapi.value) ? "rest" : url,
    scope: url.includes("{segment}") ? "segment" : "host",
    parameters: givenParameters(declared, path),
    body: readBody(specs, operation),
    data: data || undefined,
    open: isDecided(response) ? "answer" : isOpen ? "content" : undefined,
    envelope: Object.keys(envelope).length > 0 ? envelope : undefined,
    failures: failuresOf(specs, operation),
    items: items || undefined,
    item: items ? objectAt(fields, items, "items") : undefined,
    key: textAt(list, "key") || undefined,
    grows: list.grows as Growth | undefined,
    cursor: list.cursor as Operation["cursor"],
    limit: limitOf(operation),
  };
}

function declaredParameters(specs: Specs, at: Path): PlacedParameter[] {
  const lists = [at.slice(0, -1), at].map((holder) => [...holder, "parameters"]);
  const all = lists.flatMap((list) => readParameters(specs, specs.openapi, list));
  return [...new Map(all.map((each) => [`${each.in} ${each.name}`, each])).values()];
}

function givenParameters(declared: readonly PlacedParameter[], path: string): PlacedParameter[] {
  const orderOf = ({ name }: Parameter): number => path.indexOf(`{${name}}`);
  const inPath = declared.filter((each) => each.in === "path" && orderOf(each) >= 0);
  return [
    ...inPath.toSorted((one, other) => orderOf(one) - orderOf(other)),
    ...declared.filter((parameter) => parameter.in !== "path"),
  ];
}

function limitOf(operation: JsonObject): string | undefined {
  const { "x-limit": limit } = { ...operation, ...objectAt(operation, "x-decided") };
  return limit === undefined ? undefined : String(limit);
}

function readBody(specs: Specs, operation: JsonObject): RequestBody | undefined {
  if (operation.requestBody === undefined) return undefined;
  const body = deref(specs, specs.openapi, operation.requestBody);
  return {
    required: body.required === true,
    description: textAt(body, "description"),
    schema: localRefs(bodySchema(body)),
  };
}

function successOf(specs: Specs, operation: JsonObject): [number, JsonObject] {
  const responses = objectAt(operation, "responses");
  const status = Object.keys(responses).find((key) => key.startsWith("2")) ?? "200";
  return [Number(status), deref(specs, specs.openapi, responses[status])];
}

function failuresOf(specs: Specs, operation: JsonObject): Record<string, string> {
  const responses = Object.entries(objectAt(operation, "responses"));
  const failures = responses.filter(([status]) => isRefusalStatus(status));
  const named = failures.map(([status, response]) => {
    const schema = bodySchema(deref(specs, specs.openapi, response));
    return [status, refName(textAt(schema, "$ref"))];
  });
  return Object.fromEntries(named);
}

/** The JSON-RPC methods and simplified calls, and the control of the devnet. */
export function readMethods(
  specs: Specs,
  chains: readonly string[],
): { readonly methods: Method[]; readonly dev: DevControl } {
  const read = (list: Path): Method[] =>
    placesIn(specs.openrpc, list).map((at) => readMethod(specs, at, chains));
  const dev = objectAt(specs.openrpc.value, "x-dev");
  return {
    methods: read(["methods"]),
    dev: {
      methods: read(["x-dev", "methods"]).map((method) => ({ ...method, kind: "dev" })),
      header: textAt(dev, "header"),
      refusedHeaders: arrayAt(dev, "refusedHeaders").map(String),
    },
  };
}

function readMethod(specs: Specs, at: Path, chains: readonly string[]): Method {
  const { openrpc } = specs;
  const method = localRefs(deref(specs, openrpc, openrpc.at(at)));
  const name = textAt(method, "name");
  const result = deref(specs, specs.openrpc, method.result);
  const plain = method["x-websocket"] ? "websocket" : "method";
  const kind = method["x-simplified"] ? "simplified" : plain;
  return {
    ...readCall({ spec: openrpc, at, value: method }, `method ${name}`, chains),
    ...{ name, kind },
    parameters: readParameters(specs, specs.openrpc, [...at, "params"], "positional"),
    paramStructure: (textAt(method, "paramStructure") || "either") as ParamStructure,
    result: localRefs(objectAt(result, "schema")),
    open: isDecided(result) ? (kind === "simplified" ? "answer" : "content") : undefined,
    cost: arrayAt(method, "x-cost").map(String),
    errors: arrayAt(method, "errors").map((error) =>
      Number(deref(specs, specs.openrpc, error).code),
    ),
  };
}

export function readTopics(openrpc: SpecFile, chains: readonly string[]): Topic[] {
  const topics = localRefs(objectsAt(openrpc.value, "x-topics"));
  return Object.entries(topics).map(([name, topic]) => ({
    ...{ spec: openrpc, at: ["x-topics", name], value: topic },
    ...{ name, label: `topic ${name}` },
    description: textAt(topic, "description"),
    payload: objectAt(topic, "payload"),
    filter: isObject(topic.filter) ? topic.filter : undefined,
    reorgNotice: topic.reorgNotice === true,
    isLive: topic["x-live"] === true,
    identity: topic["x-identity"] as Identity | undefined,
    chains: chainsOf(topic, chains),
  }));
}
