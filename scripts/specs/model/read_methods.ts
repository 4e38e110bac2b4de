import { isObject, type JsonObject, objectAt, objectsAt, textAt, arrayAt } from "../json.ts";
import { localRefs } from "../local_refs.ts";
import type { SpecFile } from "../spec_file.ts";
import {
  chainsOf,
  deprecationOf,
  heightOf,
  identityOf,
  readParameter,
  sourceOf,
} from "./_parts.ts";
import type { Topic, DevControl, Method, ParamStructure } from "./model.ts";
import { type Call, methodsOf } from "../calls.ts";
import { deref, type Specs } from "../specs.ts";

/** The JSON-RPC methods and simplified calls, and the control of the devnet. */
export function readMethods(
  specs: Specs,
  chains: readonly string[],
): { readonly methods: Method[]; readonly dev: DevControl } {
  const calls = Map.groupBy(methodsOf(specs), ({ path }) => path[0]);
  const read = (root: string): Method[] =>
    (calls.get(root) ?? []).map((call) => readMethod(specs, call, chains));
  const dev = objectAt(specs.openrpc.value, "x-dev");
  return {
    methods: read("methods"),
    dev: {
      methods: read("x-dev").map((method) => ({ ...method, kind: "dev" })),
      header: textAt(dev, "header"),
      refusedHeaders: arrayAt(dev, "refusedHeaders").map(String),
    },
  };
}

function readMethod(specs: Specs, call: Call, chains: readonly string[]): Method {
  const method = call.value;
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
    parameters: call.parameters.map(({ value }) => readParameter(value, "positional")),
    paramStructure: (textAt(method, "paramStructure") || "either") as ParamStructure,
    result: localRefs(objectAt(result, "schema")) as JsonObject,
    height: heightOf(method),
    identity: identityOf(method),
    safe: method["x-safe"] === true,
    deprecation: deprecationOf(method),
    errors: arrayAt(method, "errors").map((error) =>
      Number(deref(specs, specs.openrpc, error).code),
    ),
    chains: chainsOf(method, chains),
  };
}

/** The topics of subscriptions. */
export function readTopics(openrpc: SpecFile, chains: readonly string[]): Topic[] {
  return Object.entries(objectsAt(openrpc.value, "x-topics")).map(([name, topic]) => ({
    name,
    description: textAt(topic, "description"),
    payload: localRefs(objectAt(topic, "payload")) as JsonObject,
    filter: isObject(topic.filter) ? (localRefs(topic.filter) as JsonObject) : undefined,
    reorgNotice: topic.reorgNotice === true,
    identity: identityOf(topic),
    chains: chainsOf(topic, chains),
  }));
}
