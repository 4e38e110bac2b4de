import { isObject, type JsonObject, type Path, textAt } from "./json.ts";
import { type Method, type PlacedCall, type PlacedParameter, readModel } from "./model/mod.ts";
import type { SpecFile } from "./spec_file.ts";
import type { Specs } from "./specs.ts";

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
  /** As generated code has it. */
  readonly name: string;
  /** Name in messages: `parameter "limit" of listBlocks`. */
  readonly label: string;
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: JsonObject;
}

/** Every element of both specs. References to shared parameters and responses are not elements. */
export function elementsOf(specs: Specs): Element[] {
  const { openapi, openrpc } = specs;
  const { operations, methods, dev } = readModel(specs);
  const quoted = (name: string): string => `parameter "${name}"`;
  return [
    ...operations.flatMap((each) => callElements("operation", each.id, each, each.declared)),
    ...rowElements(openapi, ["components", "parameters"], "parameter", quoted),
    ...schemaElements(openapi),
    ...rowElements(openapi, ["x-error-codes"], "error", (name) => `error code ${name}`),
    ...rowElements(openapi, ["x-rate-tiers"], "tier"),
    ...rowElements(openapi, ["x-segments"], "segment"),
    ...[...methods, ...dev.methods].flatMap((each) => methodElements(each)),
    ...schemaElements(openrpc),
    ...rowElements(openrpc, ["components", "errors"], "error"),
    ...rowElements(openrpc, ["x-topics"], "topic"),
  ];
}

function methodElements(method: Method): Element[] {
  const { name, spec, at, parameters } = method;
  const label = `result of method ${named(name)}`;
  const result = element("result", spec, [...at, "result"], label);
  return [...callElements("method", name, method, parameters), ...result];
}

/** An operation or a method with its parameters. */
function callElements(
  kind: "operation" | "method",
  name: string,
  { spec, at }: PlacedCall,
  parameters: readonly PlacedParameter[],
): Element[] {
  const label = `${kind} ${named(name)}`;
  return [
    ...element(kind, spec, at, label),
    ...parameters.flatMap((each) =>
      element("parameter", spec, each.at, `parameter "${named(each.name)}" of ${label}`),
    ),
  ];
}

function named(name: string): string {
  return name || "without a name";
}

function schemaElements(spec: SpecFile): Element[] {
  return rowElements(spec, ["components", "schemas"], "schema").flatMap((schema) => {
    const labelOf = (name: string): string => `property ${schema.name}.${name}`;
    return [schema, ...rowElements(spec, [...schema.path, "properties"], "property", labelOf)];
  });
}

/** An element for each row of a table. */
function rowElements(
  spec: SpecFile,
  path: Path,
  kind: Element["kind"],
  labelOf = (name: string): string => `${kind} ${name}`,
): Element[] {
  const table = spec.at(path);
  const names = isObject(table) ? Object.keys(table) : [];
  return names.flatMap((name) => element(kind, spec, [...path, name], labelOf(name)));
}

/** Keywords with the name of an element; others are named by their key. */
const NAMED_BY: { readonly [Kind in Element["kind"]]?: string } = {
  operation: "operationId",
  method: "name",
  parameter: "name",
  result: "name",
};

/** Kinds that a reference never is, whatever stands beside it. */
const NO_REFERENCE: readonly Element["kind"][] = ["parameter", "result"];

/** An element for the object at `path`; none where a reference to one stands there. */
function element(kind: Element["kind"], spec: SpecFile, path: Path, label: string): Element[] {
  const value = spec.at(path);
  if (!isObject(value)) return [];
  const isBare = Object.keys(value).length === 1 || NO_REFERENCE.includes(kind);
  if (value.$ref !== undefined && isBare && kind !== "property") return [];
  const keyword = NAMED_BY[kind];
  const name = keyword === undefined ? String(path.at(-1)) : textAt(value, keyword);
  return [{ kind, name, label, spec, path, value }];
}
