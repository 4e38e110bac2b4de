import { type JsonObject, objectAt, objectsAt, textAt } from "../specs/json.ts";
import type { RpcDocument } from "./_rpc_document.ts";
import { methodPath, topicPath } from "./_rpc_paths.ts";
import { closeCodeTable, limitTable, rpcErrorTable, topicTable } from "./_tables.ts";

/** A tag of the page: what stands below it in the menu. */
export interface Section {
  readonly tag: JsonObject;
  readonly paths: JsonObject;
}

/** A group of sections in the menu. */
export interface Group {
  readonly name: string;
  readonly sections: readonly Section[];
}

/** A section of methods. `name` is unique on the page; the menu shows `displayName`. */
function methodSection(
  rpc: RpcDocument,
  methods: readonly JsonObject[],
  name: string,
  displayName: string,
): Section {
  const paths = methods.map((method) => [
    `/#${textAt(method, "name")}`,
    methodPath(rpc, method, name),
  ]);
  const declared = Object.values(objectsAt(objectAt(rpc.value, "components"), "tags"));
  const own = declared.find((tag) => tag.name === displayName);
  const description = textAt(own, "description");
  return {
    tag: { name, "x-displayName": displayName, ...(description ? { description } : {}) },
    paths: Object.fromEntries(paths) as JsonObject,
  };
}

/** The JSON-RPC methods by tag, the simplified calls among them, behind the document's own text. */
export function rpcGroup(rpc: RpcDocument): Group {
  const methods = rpc.methods.filter((method) => method["x-websocket"] !== true);
  const tags = new Set(methods.map((method) => rpc.tagOf(method)));
  const sections = [...tags].map((name) =>
    methodSection(
      rpc,
      methods.filter((method) => rpc.tagOf(method) === name),
      `JSON-RPC ${name}`,
      name,
    ),
  );
  const text = [
    textAt(objectAt(rpc.value, "info"), "description"),
    `## Error codes\n\n${rpcErrorTable(Object.values(objectsAt(objectAt(rpc.value, "components"), "errors")))}`,
    `## Limits\n\n${limitTable(rpc.value)}`,
  ];
  return {
    name: "JSON-RPC",
    sections: [textSection("About JSON-RPC and events", text), ...sections],
  };
}

/** A section of nothing but text. */
function textSection(name: string, text: readonly string[]): Section {
  return { tag: { name, description: text.join("\n\n"), "x-traitTag": true }, paths: {} };
}

/** The subscription calls and the topics. `chains` are all there are. */
export function eventGroup(rpc: RpcDocument, chains: readonly string[]): Group {
  const calls = rpc.methods.filter((method) => method["x-websocket"] === true);
  const name = "Topics";
  const paths = rpc.topics.map((topic) => [`/#${topic[0]}`, topicPath(rpc, topic, name)]);
  const text = [
    "Each topic stands here as a request: its body is the message that subscribes, its answers are the messages that " +
      "then arrive on the same WebSocket connection. No HTTP request is made.",
    topicTable(rpc.value, chains),
    `## Close codes\n\n${closeCodeTable(rpc.value)}`,
  ];
  return {
    name: "Events",
    sections: [
      methodSection(rpc, calls, "Subscription calls", "Subscription calls"),
      {
        tag: { name, description: text.join("\n\n") },
        paths: Object.fromEntries(paths) as JsonObject,
      },
    ],
  };
}

/** The methods of devnet control, each marked as such. An API key has no meaning for them. */
export function devGroup(rpc: RpcDocument): Group {
  const methods = rpc.devMethods.map((method) => ({
    ...method,
    description: `Devnet only. ${textAt(method, "description")}`,
  }));
  const { tag, paths } = methodSection(rpc, methods, "Devnet control", "Devnet control");
  const description = `**Devnet only.** ${textAt(objectAt(rpc.value, "x-dev"), "description")}`;
  const keyless = Object.entries(paths).map(([path, item]): [string, JsonObject] => [
    path,
    { ...objectAt(paths, path), post: { ...objectAt(item, "post"), security: [] } },
  ]);
  const section = { tag: { ...tag, description }, paths: Object.fromEntries(keyless) };
  return { name: "Devnet only", sections: [section] };
}
