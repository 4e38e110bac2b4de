import type { Specs } from "./specs.ts";
import { type JsonObject, objectAt } from "./json.ts";
import { localRefs, namesBelow, type Schemas } from "./named_schemas.ts";

/**
 * The JSON-RPC spec without references to the other one: every schema it needs stands in its own components,
 * including those needed by topics, devnet methods and the envelope alone. Schemas that nothing needs are left out.
 */
export function bundleOpenrpc({ openapi, openrpc }: Specs): JsonObject {
  const { components, ...rest } = localRefs(openrpc.value);
  const { schemas: own, ...others } = objectAt(components);
  const all = { ...objectAt(openapi.value, "components", "schemas"), ...objectAt(own) };
  const needed = namesBelow([rest, others], all as Schemas);
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(name)));
  return { ...rest, components: { ...others, schemas } };
}
