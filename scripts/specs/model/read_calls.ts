import { isRefusalStatus, servedPath, serverUrl, VERBS } from "../calls.ts";
import { arrayAt, isObject, type JsonObject, objectAt, type Path, textAt } from "../json.ts";
import { isDecided, localRefs, refName, type Schemas } from "../named_schemas.ts";
import type { SpecFile } from "../spec_file.ts";
import { deref, type Specs } from "../specs.ts";
import type {
  BlockMark,
  Call,
  Deprecation,
  Growth,
  HeightMark,
  Identity,
  Operation,
  Parameter,
  Placed,
  PlacedParameter,
  RequestBody,
} from "./model.ts";

/** The schema of the JSON content of a request or a response. */
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

export function chainsOf(holder: JsonObject, all: readonly string[]): readonly string[] {
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

/** Reads the properties that operations and methods share. */
export function readCall(
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

/** Reads a list of parameters; `place` is the place of each, for specs that do not state one. */
export function readParameters(
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

export function placesIn(spec: SpecFile, list: Path): Path[] {
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

/** URL templates of the servers of single paths, each named by its template. */
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
    parameters: callerParameters(declared, path),
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

/** The parameters of an operation and of its path; the operation's own replace those of the path. */
function declaredParameters(specs: Specs, at: Path): PlacedParameter[] {
  const lists = [at.slice(0, -1), at].map((holder) => [...holder, "parameters"]);
  const all = lists.flatMap((list) => readParameters(specs, specs.openapi, list));
  return [...new Map(all.map((each) => [`${each.in} ${each.name}`, each])).values()];
}

/** The parameters that a caller passes: those in the path, in its order, then the others. */
function callerParameters(declared: readonly PlacedParameter[], path: string): PlacedParameter[] {
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
