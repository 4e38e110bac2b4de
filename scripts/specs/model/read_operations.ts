import { type Call, isRefusalStatus, operationsOf, servedPath, serverUrl } from "../calls.ts";
import { isObject, type JsonObject, objectAt, textAt } from "../json.ts";
import { refName } from "../layer.ts";
import { localRefs } from "../local_refs.ts";
import { deref, type Specs } from "../specs.ts";
import {
  bodySchema,
  chainsOf,
  deprecationOf,
  heightOf,
  identityOf,
  readParameter,
  sourceOf,
} from "./_parts.ts";
import type { Growth, Operation, Parameter, RequestBody } from "./model.ts";

/** The REST operations. */
export function readOperations(specs: Specs, chains: readonly string[]): Operation[] {
  return operationsOf(specs).map((call) => readOperation(specs, call, chains));
}

/** URL templates of servers that paths have of their own, each under itself as its name. */
export function readOwnServers({ openapi }: Specs): Record<string, string> {
  const templates = Object.keys(objectAt(openapi.value, "paths"));
  const urls = templates.map((template) => servedPath(openapi.value, template).url);
  const own = urls.filter((url) => url !== serverUrl(openapi.value));
  return Object.fromEntries(own.map((url) => [url, url]));
}

function readOperation(specs: Specs, call: Call, chains: readonly string[]): Operation {
  const operation = call.value;
  const [, template = "", verb = ""] = call.path.map(String);
  const [status, response] = successOf(specs, operation);
  const envelope = bodySchema(response);
  const list = objectAt(operation, "x-pagination");
  const { url, path } = servedPath(specs.openapi.value, template);
  return {
    id: textAt(operation, "operationId"),
    verb,
    template,
    path,
    server: url === serverUrl(specs.openapi.value) ? "rest" : url,
    scope: url.includes("{segment}") ? "segment" : "host",
    summary: textAt(operation, "summary"),
    description: textAt(operation, "description"),
    source: sourceOf(operation),
    parameters: readParameters(call, path),
    body: readBody(specs, operation),
    data: refName(textAt(objectAt(objectAt(envelope, "properties"), "data"), "$ref")) || undefined,
    status,
    envelope: Object.keys(envelope).length > 0 ? envelope : undefined,
    failures: failuresOf(specs, operation),
    items: textAt(list, "items") || undefined,
    key: textAt(list, "key") || undefined,
    grows: list.grows as Growth | undefined,
    cursor: cursorOf(list),
    height: heightOf(operation),
    identity: identityOf(operation),
    limit: limitOf(operation),
    safe: operation["x-safe"] === true,
    deprecation: deprecationOf(operation),
    chains: chainsOf(operation, chains),
  };
}

/** Those in the path first, in the path's order; a segment before it is the server's. */
function readParameters({ parameters }: Call, path: string): Parameter[] {
  const read = parameters.map(({ value }) =>
    readParameter(value, textAt(value, "in") as Parameter["in"]),
  );
  const orderOf = ({ name }: Parameter): number => path.indexOf(`{${name}}`);
  const inPath = read.filter((each) => each.in === "path" && orderOf(each) >= 0);
  return [
    ...inPath.toSorted((one, other) => orderOf(one) - orderOf(other)),
    ...read.filter((parameter) => parameter.in !== "path"),
  ];
}

function cursorOf({ cursor }: JsonObject): Operation["cursor"] {
  if (!isObject(cursor)) return undefined;
  return { parameter: textAt(cursor, "parameter"), next: textAt(cursor, "next") };
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
    schema: localRefs(bodySchema(body)) as JsonObject,
  };
}

function successOf(specs: Specs, operation: JsonObject): [number, JsonObject] {
  const responses = objectAt(operation, "responses");
  const status = Object.keys(responses).find((key) => key.startsWith("2")) ?? "200";
  return [Number(status), deref(specs, specs.openapi, responses[status])];
}

function failuresOf(specs: Specs, operation: JsonObject): Record<string, string> {
  const failures = Object.entries(objectAt(operation, "responses")).filter(([key]) =>
    isRefusalStatus(key),
  );
  return Object.fromEntries(
    failures.map(([status, response]) => {
      const schema = bodySchema(deref(specs, specs.openapi, response));
      return [status, refName(textAt(schema, "$ref"))];
    }),
  );
}
