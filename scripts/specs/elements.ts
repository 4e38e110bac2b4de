import type { Specs } from "./specs.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "./json.ts";
import type { SpecFile } from "./spec_file.ts";

/** Something a spec names and describes. */
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
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: JsonObject;
}

/** Every element of both specs. References to shared parameters and responses are not elements. */
export function elementsOf(specs: Specs): Element[] {
  return [...openapiElements(specs.openapi), ...openrpcElements(specs.openrpc)];
}

function openapiElements(spec: SpecFile): Element[] {
  const parameters = ["components", "parameters"];
  return [
    ...operationPaths(spec).flatMap((path) => operationElements(spec, path)),
    ...members(spec, parameters).flatMap((path) =>
      element("parameter", spec, path, `parameter "${path.at(-1)}"`),
    ),
    ...schemaElements(spec),
    ...members(spec, ["x-error-codes"]).flatMap((path) =>
      element("error", spec, path, `error code ${path.at(-1)}`),
    ),
    ...members(spec, ["x-rate-tiers"]).flatMap((path) =>
      element("tier", spec, path, `tier ${path.at(-1)}`),
    ),
    ...members(spec, ["x-segments"]).flatMap((path) =>
      element("segment", spec, path, `segment ${path.at(-1)}`),
    ),
  ];
}

function openrpcElements(spec: SpecFile): Element[] {
  const methods = arrayAt(spec.value, "methods").map((_, index) => ["methods", index]);
  const dev = arrayAt(objectAt(spec.value, "x-dev"), "methods").map((_, index) => [
    "x-dev",
    "methods",
    index,
  ]);
  return [
    ...[...methods, ...dev].flatMap((path) => methodElements(spec, path)),
    ...schemaElements(spec),
    ...members(spec, ["components", "errors"]).flatMap((path) =>
      element("error", spec, path, `error ${path.at(-1)}`),
    ),
    ...members(spec, ["x-topics"]).flatMap((path) =>
      element("topic", spec, path, `topic ${path.at(-1)}`),
    ),
  ];
}

/** The verbs of operations. */
export const VERBS = ["get", "post", "put", "patch", "delete"];

/** Paths of the operations in an OpenAPI spec. */
export function operationPaths(spec: SpecFile): Path[] {
  return members(spec, ["paths"]).flatMap((path) =>
    VERBS.filter((verb) => isObject(spec.at([...path, verb]))).map((verb) => [...path, verb]),
  );
}

function operationElements(spec: SpecFile, path: Path): Element[] {
  const operation = element(
    "operation",
    spec,
    path,
    `operation ${label(spec.at(path), "operationId")}`,
  );
  const name = operation[0]?.label ?? "";
  const shared = listed(spec, [...path.slice(0, -1), "parameters"]);
  const own = listed(spec, [...path, "parameters"]);
  return [...operation, ...[...shared, ...own].flatMap((at) => parameterElement(spec, at, name))];
}

function methodElements(spec: SpecFile, path: Path): Element[] {
  const method = element("method", spec, path, `method ${label(spec.at(path), "name")}`);
  const name = method[0]?.label ?? "";
  return [
    ...method,
    ...listed(spec, [...path, "params"]).flatMap((at) => parameterElement(spec, at, name)),
    ...element("result", spec, [...path, "result"], `result of ${name}`),
  ];
}

function parameterElement(spec: SpecFile, path: Path, owner: string): Element[] {
  return element(
    "parameter",
    spec,
    path,
    `parameter "${label(spec.at(path), "name")}" of ${owner}`,
  );
}

function schemaElements(spec: SpecFile): Element[] {
  return members(spec, ["components", "schemas"]).flatMap((path) => {
    const name = String(path.at(-1));
    const properties = members(spec, [...path, "properties"]);
    return [
      ...element("schema", spec, path, `schema ${name}`),
      ...properties.flatMap((at) => element("property", spec, at, `property ${name}.${at.at(-1)}`)),
    ];
  });
}

/** An element for the object at `path`; none where a bare reference stands there. */
function element(kind: Element["kind"], spec: SpecFile, path: Path, name: string): Element[] {
  const value = spec.at(path);
  const isBareRef = isObject(value) && Object.keys(value).length === 1 && value.$ref !== undefined;
  if (!isObject(value) || (isBareRef && kind !== "property")) return [];
  return [{ kind, label: name, spec, path, value }];
}

function label(value: Json | undefined, key: string): string {
  return textAt(value, key) || "without a name";
}

function members(spec: SpecFile, path: Path): Path[] {
  const value = spec.at(path);
  return isObject(value) ? Object.keys(value).map((key) => [...path, key]) : [];
}

function listed(spec: SpecFile, path: Path): Path[] {
  const value = spec.at(path);
  return Array.isArray(value) ? value.map((_, index) => [...path, index]) : [];
}
