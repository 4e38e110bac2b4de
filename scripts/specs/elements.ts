import { isObject, type JsonObject, type Path, textAt } from "./json.ts";
import { allMethods, type Call, type Model, type PlacedParameter } from "./model/mod.ts";
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
  /** As generated code has it. */
  readonly name: string;
  /** Name in messages: `parameter "limit" of listBlocks`. */
  readonly label: string;
  readonly spec: SpecFile;
  readonly at: Path;
  readonly value: JsonObject;
}

/** Every element of both specs. References to shared parameters and responses are not elements. */
export function elementsOf(model: Model): Element[] {
  const { openapi, openrpc } = model.specs;
  const quoted = (name: string): string => `parameter "${name}"`;
  return [
    ...model.operations.flatMap((each) => callElements("operation", each, each.declared)),
    ...rowElements(openapi, ["components", "parameters"], "parameter", quoted),
    ...schemaElements(openapi),
    ...rowElements(openapi, ["x-error-codes"], "error", (name) => `error code ${name}`),
    ...rowElements(openapi, ["x-rate-tiers"], "tier"),
    ...rowElements(openapi, ["x-segments"], "segment"),
    ...allMethods(model).flatMap((each) => [
      ...callElements("method", each, each.parameters),
      ...element("result", each.spec, [...each.at, "result"], `result of ${each.label}`),
    ]),
    ...schemaElements(openrpc),
    ...rowElements(openrpc, ["components", "errors"], "error"),
    ...rowElements(openrpc, ["x-topics"], "topic"),
  ];
}

/** An operation or a method with its parameters. */
function callElements(
  kind: "operation" | "method",
  { spec, at, label }: Call,
  parameters: readonly PlacedParameter[],
): Element[] {
  return [
    ...element(kind, spec, at, label),
    ...parameters.flatMap((each) =>
      element("parameter", spec, each.at, `parameter "${each.name}" of ${label}`),
    ),
  ];
}

function schemaElements(spec: SpecFile): Element[] {
  return rowElements(spec, ["components", "schemas"], "schema").flatMap((schema) => {
    const labelOf = (name: string): string => `property ${schema.name}.${name}`;
    return [schema, ...rowElements(spec, [...schema.at, "properties"], "property", labelOf)];
  });
}

/** An element for each row of a table. */
function rowElements(
  spec: SpecFile,
  at: Path,
  kind: Element["kind"],
  labelOf = (name: string): string => `${kind} ${name}`,
): Element[] {
  const table = spec.at(at);
  const names = isObject(table) ? Object.keys(table) : [];
  return names.flatMap((name) => element(kind, spec, [...at, name], labelOf(name)));
}

/** Keywords with the name of an element; others are named by their key. */
const NAMED_BY: { readonly [Kind in Element["kind"]]?: string } = {
  operation: "operationId",
  method: "name",
  parameter: "name",
  result: "name",
};

/** Kinds of which a reference is no element, even with keywords beside it. */
const NO_REFERENCE: readonly Element["kind"][] = ["parameter", "result"];

/** An element for the object at `at`; none where a reference to one stands there. */
function element(kind: Element["kind"], spec: SpecFile, at: Path, label: string): Element[] {
  const value = spec.at(at);
  if (!isObject(value)) return [];
  const isBare = Object.keys(value).length === 1 || NO_REFERENCE.includes(kind);
  if (value.$ref !== undefined && isBare && kind !== "property") return [];
  const keyword = NAMED_BY[kind];
  const name = keyword === undefined ? String(at.at(-1)) : textAt(value, keyword);
  return [{ kind, name, label, spec, at, value }];
}
