import { isObject, type Json, objectAt, type Path, visit } from "./json.ts";
import type { SpecFile } from "./spec_file.ts";

/** Where a schema stands, or something else stands that should be one. */
export interface SchemaPlace {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: Json;
}

/** Keys below which stand examples, and schemas that describe the spec itself. */
const NO_PART = ["example", "examples", "x-example", "x-extensions"];

/** Tells whether what stands at `path` is part of an example rather than of the interface. */
export function isExample(path: Path): boolean {
  return path.some((key) => NO_PART.includes(String(key)));
}

/** Every schema of `spec`, those within others after them. */
export function schemasOf(spec: SpecFile): SchemaPlace[] {
  const roots = [...namedPaths(spec), ...topicPaths(spec), ...holderPaths(spec)];
  return roots.flatMap((path) => withNested(spec, path));
}

function namedPaths(spec: SpecFile): Path[] {
  const path = ["components", "schemas"];
  return Object.keys(objectAt(spec.at(["components"]), "schemas")).map((name) => [...path, name]);
}

/** A topic without a filter has null there. */
function topicPaths(spec: SpecFile): Path[] {
  const paths = Object.keys(objectAt(spec.value, "x-topics")).flatMap((name) =>
    ["payload", "filter"].map((key) => ["x-topics", name, key]),
  );
  return paths.filter((path) => (spec.at(path) ?? null) !== null);
}

/** Paths of what stands under `schema`: in parameters, results, headers and contents. */
function holderPaths(spec: SpecFile): Path[] {
  const paths: Path[] = [];
  visit(spec.value, (_, path) => {
    const isNamed = path[0] === "components" && path[1] === "schemas";
    if (path.indexOf("schema") !== path.length - 1 || path.length === 0) return;
    if (!isNamed && !isExample(path)) paths.push(path);
  });
  return paths;
}

function withNested(spec: SpecFile, path: Path): SchemaPlace[] {
  const value = spec.at(path) ?? null;
  const below = isObject(value) ? nestedPaths(value) : [];
  return [{ spec, path, value }, ...below.flatMap((keys) => withNested(spec, [...path, ...keys]))];
}

function nestedPaths(schema: { [key: string]: Json | undefined }): Path[] {
  const { anyOf, items, additionalProperties } = schema;
  return [
    ...Object.keys(objectAt(schema, "properties")).map((name) => ["properties", name]),
    ...(Array.isArray(anyOf) ? anyOf.map((_, index) => ["anyOf", index]) : []),
    ...(items === undefined ? [] : [["items"]]),
    ...(isObject(additionalProperties) ? [["additionalProperties"]] : []),
  ];
}
