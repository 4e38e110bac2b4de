import { arrayAt, objectAt, objectsAt, type Path, textAt } from "../json.ts";
import { isDecided, localRefs } from "../named_schemas.ts";
import type { SpecFile } from "../spec_file.ts";
import { deref, type Specs } from "../specs.ts";
import type { DevControl, Identity, Method, ParamStructure, Topic } from "./model.ts";
import { chainsOf, placesIn, readCall, readParameters } from "./read_calls.ts";

/** Reads the JSON-RPC methods and simplified calls, and the methods of devnet control. */
export function readMethods(
  specs: Specs,
  chains: readonly string[],
): { readonly methods: Method[]; readonly dev: DevControl } {
  const read = (list: Path): Method[] =>
    placesIn(specs.openrpc, list).map((at) => readMethod(specs, at, chains));
  const dev = objectAt(specs.openrpc.value, "x-dev");
  return {
    methods: read(["methods"]),
    dev: {
      methods: read(["x-dev", "methods"]).map((method) => ({ ...method, kind: "dev" })),
      header: textAt(dev, "header"),
      refusedHeaders: arrayAt(dev, "refusedHeaders").map(String),
    },
  };
}

function readMethod(specs: Specs, at: Path, chains: readonly string[]): Method {
  const { openrpc } = specs;
  const method = localRefs(deref(specs, openrpc, openrpc.at(at)));
  const name = textAt(method, "name");
  const result = deref(specs, specs.openrpc, method.result);
  const plain = method["x-websocket"] ? "websocket" : "method";
  const kind = method["x-simplified"] ? "simplified" : plain;
  return {
    ...readCall({ spec: openrpc, at, value: method }, `method ${name}`, chains),
    ...{ name, kind },
    parameters: readParameters(specs, specs.openrpc, [...at, "params"], "positional"),
    paramStructure: (textAt(method, "paramStructure") || "either") as ParamStructure,
    result: localRefs(objectAt(result, "schema")),
    open: isDecided(result) ? (kind === "simplified" ? "answer" : "content") : undefined,
    cost: arrayAt(method, "x-cost").map(String),
    errors: arrayAt(method, "errors").map((error) =>
      Number(deref(specs, specs.openrpc, error).code),
    ),
  };
}

export function readTopics(openrpc: SpecFile, chains: readonly string[]): Topic[] {
  const topics = localRefs(objectsAt(openrpc.value, "x-topics"));
  return Object.entries(topics).map(([name, topic]) => ({
    ...{ spec: openrpc, at: ["x-topics", name], value: topic },
    ...{ name, label: `topic ${name}` },
    description: textAt(topic, "description"),
    payload: objectAt(topic, "payload"),
    filter: objectAt(topic, "filter"),
    reorgNotice: topic.reorgNotice === true,
    isLive: topic["x-live"] === true,
    identity: topic["x-identity"] as Identity | undefined,
    chains: chainsOf(topic, chains),
  }));
}
