import { arrayAt, type Json, type JsonObject, objectAt, textAt } from "../json.ts";
import { localRefs } from "../local_refs.ts";
import { deref, type Specs } from "../specs.ts";
import { chainsOf, deprecationOf, heightOf, readParameter, sourceOf } from "./_parts.ts";
import type { DevControl, Method, ParamStructure } from "./model.ts";

/** The JSON-RPC methods and simplified calls. */
export function readMethods(specs: Specs, chains: readonly string[]): Method[] {
  return arrayAt(specs.openrpc.value, "methods").map((method) => readMethod(specs, method, chains));
}

function readMethod(specs: Specs, value: Json, chains: readonly string[]): Method {
  const method = deref(specs, specs.openrpc, value);
  const result = deref(specs, specs.openrpc, method.result);
  const kind = method["x-simplified"]
    ? "simplified"
    : method["x-websocket"]
      ? "websocket"
      : "method";
  return {
    name: textAt(method, "name"),
    kind,
    summary: textAt(method, "summary"),
    description: textAt(method, "description"),
    source: sourceOf(method),
    parameters: arrayAt(method, "params").map((parameter) =>
      readParameter(deref(specs, specs.openrpc, parameter), "positional"),
    ),
    paramStructure: (textAt(method, "paramStructure") || "either") as ParamStructure,
    result: localRefs(objectAt(result, "schema")) as JsonObject,
    height: heightOf(method),
    safe: method["x-safe"] === true,
    deprecation: deprecationOf(method),
    errors: arrayAt(method, "errors").map((error) =>
      Number(deref(specs, specs.openrpc, error).code),
    ),
    chains: chainsOf(method, chains),
  };
}

/** The control of the devnet. */
export function readDevControl(specs: Specs, chains: readonly string[]): DevControl {
  const dev = objectAt(specs.openrpc.value, "x-dev");
  return {
    methods: arrayAt(dev, "methods").map((method) => ({
      ...readMethod(specs, method, chains),
      kind: "dev",
    })),
    header: textAt(dev, "header"),
    refusedHeaders: arrayAt(dev, "refusedHeaders").map(String),
  };
}
