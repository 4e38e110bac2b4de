import { SpecError } from "./spec_file.ts";
import type { Specs } from "./specs.ts";
import { isObject, type Json, type JsonObject, objectAt, type Path, visit } from "./json.ts";
import { localRefs, namesBelow, SCHEMAS, type Schemas } from "./named_schemas.ts";

/**
 * The JSON-RPC spec without references to the other one: every schema it needs stands in its own components,
 * including those needed by topics, devnet methods and the envelope alone. Schemas that nothing needs are left out.
 *
 * @throws {SpecError} If a reference to the other spec leads to something else than a named schema.
 */
export function bundleOpenrpc(specs: Specs): JsonObject {
  refuseOtherRefs(specs);
  const { components, ...rest } = localRefs(specs.openrpc.value);
  const own = isObject(components) ? components : {};
  const { schemas: _, ...others } = own;
  const all = {
    ...objectAt(specs.openapi.at(["components"]), "schemas"),
    ...objectAt(own, "schemas"),
  };
  const needed = namesBelow([rest, others], all as Schemas);
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(name)));
  return { ...rest, components: { ...others, schemas } };
}

function refuseOtherRefs({ openapi, openrpc }: Specs): void {
  const file = `./${openapi.file}`;
  visit(openrpc.value, (value: Json, path: Path) => {
    const ref = isObject(value) ? value.$ref : undefined;
    if (typeof ref !== "string" || !ref.startsWith(file) || ref.startsWith(file + SCHEMAS)) return;
    const fix = `Refer to a schema below ${file}${SCHEMAS}, or write it out here.`;
    const message = `$ref "${ref}" cannot be bundled`;
    throw new SpecError([openrpc.problem([...path, "$ref"], message, fix)]);
  });
}
