import type { Documents } from "./documents.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "./json.ts";
import type { SourceDocument } from "./source_document.ts";

/** Something a document names and describes. */
export interface Element {
  readonly kind:
    | "operation"
    | "method"
    | "parameter"
    | "result"
    | "schema"
    | "property"
    | "error"
    | "topic"
    | "tier"
    | "segment";
  /** How messages name it: `parameter "limit" of listBlocks`. */
  readonly label: string;
  readonly document: SourceDocument;
  readonly path: Path;
  readonly value: JsonObject;
}

/** Every element of both documents. References to shared parameters and responses are not elements. */
export function elementsOf(documents: Documents): Element[] {
  return [...openapiElements(documents.openapi), ...openrpcElements(documents.openrpc)];
}

function openapiElements(document: SourceDocument): Element[] {
  const parameters = ["components", "parameters"];
  return [
    ...operationPaths(document).flatMap((path) => operationElements(document, path)),
    ...members(document, parameters).flatMap((path) =>
      element("parameter", document, path, `parameter "${path.at(-1)}"`),
    ),
    ...schemaElements(document),
    ...members(document, ["x-error-codes"]).flatMap((path) =>
      element("error", document, path, `error code ${path.at(-1)}`),
    ),
    ...members(document, ["x-rate-tiers"]).flatMap((path) =>
      element("tier", document, path, `tier ${path.at(-1)}`),
    ),
    ...members(document, ["x-segments"]).flatMap((path) =>
      element("segment", document, path, `segment ${path.at(-1)}`),
    ),
  ];
}

function openrpcElements(document: SourceDocument): Element[] {
  const methods = arrayAt(document.value, "methods").map((_, index) => ["methods", index]);
  const dev = arrayAt(objectAt(document.value, "x-dev"), "methods").map((_, index) => [
    "x-dev",
    "methods",
    index,
  ]);
  return [
    ...[...methods, ...dev].flatMap((path) => methodElements(document, path)),
    ...schemaElements(document),
    ...members(document, ["components", "errors"]).flatMap((path) =>
      element("error", document, path, `error ${path.at(-1)}`),
    ),
    ...members(document, ["x-topics"]).flatMap((path) =>
      element("topic", document, path, `topic ${path.at(-1)}`),
    ),
  ];
}

/** Every verb that a path of an OpenAPI document may have. */
export const VERBS = ["get", "post", "put", "patch", "delete", "head", "options", "trace"];

/** The verbs that the generator carries into code. */
export const CARRIED_VERBS = ["get", "post"];

/** Paths of the operations in an OpenAPI document. */
export function operationPaths(document: SourceDocument): Path[] {
  return members(document, ["paths"]).flatMap((path) =>
    VERBS.filter((verb) => isObject(document.at([...path, verb]))).map((verb) => [...path, verb]),
  );
}

function operationElements(document: SourceDocument, path: Path): Element[] {
  const operation = element(
    "operation",
    document,
    path,
    `operation ${label(document.at(path), "operationId")}`,
  );
  const name = operation[0]?.label ?? "";
  const shared = listed(document, [...path.slice(0, -1), "parameters"]);
  const own = listed(document, [...path, "parameters"]);
  return [
    ...operation,
    ...[...shared, ...own].flatMap((at) => parameterElement(document, at, name)),
  ];
}

function methodElements(document: SourceDocument, path: Path): Element[] {
  const method = element("method", document, path, `method ${label(document.at(path), "name")}`);
  const name = method[0]?.label ?? "";
  return [
    ...method,
    ...listed(document, [...path, "params"]).flatMap((at) => parameterElement(document, at, name)),
    ...element("result", document, [...path, "result"], `result of ${name}`),
  ];
}

function parameterElement(document: SourceDocument, path: Path, owner: string): Element[] {
  return element(
    "parameter",
    document,
    path,
    `parameter "${label(document.at(path), "name")}" of ${owner}`,
  );
}

function schemaElements(document: SourceDocument): Element[] {
  return members(document, ["components", "schemas"]).flatMap((path) => {
    const name = String(path.at(-1));
    const properties = members(document, [...path, "properties"]);
    return [
      ...element("schema", document, path, `schema ${name}`),
      ...properties.flatMap((at) =>
        element("property", document, at, `property ${name}.${at.at(-1)}`),
      ),
    ];
  });
}

/** An element for the object at `path`; none where a bare reference stands there. */
function element(
  kind: Element["kind"],
  document: SourceDocument,
  path: Path,
  name: string,
): Element[] {
  const value = document.at(path);
  const isBareRef = isObject(value) && Object.keys(value).length === 1 && value.$ref !== undefined;
  if (!isObject(value) || (isBareRef && kind !== "property")) return [];
  return [{ kind, label: name, document, path, value }];
}

function label(value: Json | undefined, key: string): string {
  return textAt(value, key) || "without a name";
}

function members(document: SourceDocument, path: Path): Path[] {
  const value = document.at(path);
  return isObject(value) ? Object.keys(value).map((key) => [...path, key]) : [];
}

function listed(document: SourceDocument, path: Path): Path[] {
  const value = document.at(path);
  return Array.isArray(value) ? value.map((_, index) => [...path, index]) : [];
}
