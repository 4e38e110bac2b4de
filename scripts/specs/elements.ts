import type { Specs } from "./specs.ts";
import { isObject, type JsonObject, type Path } from "./json.ts";
import { type PlacedCall, type PlacedParameter, readModel } from "./model/mod.ts";
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
  return [
    ...operations.flatMap((each) => callElements("operation", each.id, each, each.declared)),
    ...rowElements(
      openapi,
      ["components", "parameters"],
      "parameter",
      (name) => `parameter "${name}"`,
    ),
    ...schemaElements(openapi),
    ...rowElements(openapi, ["x-error-codes"], "error", (name) => `error code ${name}`),
    ...rowElements(openapi, ["x-rate-tiers"], "tier"),
    ...rowElements(openapi, ["x-segments"], "segment"),
    ...[...methods, ...dev.methods].flatMap((each) =>
      callElements("method", each.name, each, each.parameters),
    ),
    ...schemaElements(openrpc),
    ...rowElements(openrpc, ["components", "errors"], "error"),
    ...rowElements(openrpc, ["x-topics"], "topic"),
  ];
}

/** An operation or a method with its parameters, and a method with its result. */
function callElements(
  kind: "operation" | "method",
  name: string,
  { spec, at: path }: PlacedCall,
  parameters: readonly PlacedParameter[],
): Element[] {
  const label = `${kind} ${name || "without a name"}`;
  return [
    ...element(kind, spec, path, label),
    ...parameters.flatMap((each) =>
      element(
        "parameter",
        spec,
        each.at,
        `parameter "${each.name || "without a name"}" of ${label}`,
      ),
    ),
    ...(kind === "method"
      ? element("result", spec, [...path, "result"], `result of ${label}`)
      : []),
  ];
}

function schemaElements(spec: SpecFile): Element[] {
  return rowElements(spec, ["components", "schemas"], "schema").flatMap((schema) => [
    schema,
    ...rowElements(
      spec,
      [...schema.path, "properties"],
      "property",
      (name) => `property ${String(schema.path.at(-1))}.${name}`,
    ),
  ]);
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

/** Kinds that a reference never is, whatever stands beside it. */
const NO_REFERENCE: readonly Element["kind"][] = ["parameter", "result"];

/** An element for the object at `path`; none where a reference to one stands there. */
function element(kind: Element["kind"], spec: SpecFile, path: Path, label: string): Element[] {
  const value = spec.at(path);
  if (!isObject(value)) return [];
  const isBare = Object.keys(value).length === 1 || NO_REFERENCE.includes(kind);
  if (value.$ref !== undefined && isBare && kind !== "property") return [];
  return [{ kind, label, spec, path, value }];
}
