import { arrayAt, type Json, type JsonObject, objectAt, textAt } from "../documents/json.ts";
import { methodPath } from "./method_path.ts";
import { RpcDocument } from "./rpc_document.ts";
import { markSources } from "./source_mark.ts";
import {
  closeCodeTable,
  limitTable,
  restErrorTable,
  rpcErrorTable,
  segmentTable,
  tierTable,
  topicTable,
} from "./tables.ts";
import { topicPath } from "./topic_path.ts";

/** The tag under which the page lists every named schema. */
export const SCHEMA_TAG = "Schemas";

/** A tag of the page: what stands below it in the menu. */
interface Section {
  readonly tag: JsonObject;
  readonly paths: JsonObject;
}

/** A group of sections in the menu. */
interface Group {
  readonly name: string;
  readonly sections: readonly Section[];
}

/**
 * One OpenAPI document of everything the page shows: the operations, then each JSON-RPC method, subscription call,
 * topic and devnet method as a path of its own (`/#chain_getInfo`), in groups, with the marks in the descriptions.
 *
 * @param openapi The REST document.
 * @param openrpc The JSON-RPC document, bundled.
 */
export function pageDocument(openapi: JsonObject, openrpc: JsonObject): JsonObject {
  const rpc = new RpcDocument(openrpc);
  const { summary: _, ...info } = objectAt(openapi, "info");
  const components = objectAt(openapi, "components");
  const schemas = { ...objectAt(components, "schemas"), ...rpc.schemas };
  const groups = [rpcGroup(rpc), eventGroup(rpc, chainsOf(openapi)), devGroup(rpc)];
  const sections = groups.flatMap((group) => group.sections);
  const restTags = arrayAt(openapi, "tags").map((tag) => textAt(tag, "name"));
  const page = {
    openapi: openapi.openapi,
    info: {
      ...info,
      title: commonTitle(openapi, openrpc),
      description: introduction(openapi),
    },
    servers: openapi.servers,
    security: openapi.security,
    tags: [...arrayAt(openapi, "tags"), ...sections.map(({ tag }) => tag)],
    "x-tagGroups": [
      { name: "REST", tags: restTags },
      ...groups.map(({ name, sections: own }) => ({
        name,
        tags: own.map(({ tag }) => textAt(tag, "name")),
      })),
      { name: SCHEMA_TAG, tags: [SCHEMA_TAG] },
    ],
    paths: Object.assign(
      {},
      objectAt(openapi, "paths"),
      ...sections.map(({ paths }) => paths),
    ) as JsonObject,
    components: { ...components, schemas },
  };
  return markSources(page, schemas);
}

/** The JSON-RPC methods by tag, the simplified calls among them, behind the document's own text. */
function rpcGroup(rpc: RpcDocument): Group {
  const methods = rpc.methods.filter((method) => method["x-websocket"] !== true);
  const tags = new Set(methods.map(tagOf));
  const sections = [...tags].map((name) =>
    methodSection(
      rpc,
      methods.filter((method) => tagOf(method) === name),
      `JSON-RPC ${name}`,
      name,
    ),
  );
  const text = [
    textAt(objectAt(rpc.value, "info"), "description"),
    `## Error codes\n\n${rpcErrorTable(rpc.errors)}`,
    `## Limits\n\n${limitTable(rpc.value)}`,
  ];
  return {
    name: "JSON-RPC",
    sections: [textSection("About JSON-RPC and events", text), ...sections],
  };
}

function eventGroup(rpc: RpcDocument, chains: readonly string[]): Group {
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

function devGroup(rpc: RpcDocument): Group {
  const section = methodSection(rpc, rpc.devMethods, "Devnet control", "Devnet control");
  const description = `**Devnet only.** ${textAt(objectAt(rpc.value, "x-dev"), "description")}`;
  return { name: "Devnet only", sections: [{ ...section, tag: { ...section.tag, description } }] };
}

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
  return {
    tag: { name, "x-displayName": displayName },
    paths: Object.fromEntries(paths) as JsonObject,
  };
}

/** A section of nothing but text. */
function textSection(name: string, text: readonly string[]): Section {
  return { tag: { name, description: text.join("\n\n"), "x-traitTag": true }, paths: {} };
}

/** The text before the menu's groups: that of the REST document, and its tables. */
function introduction(openapi: JsonObject): string {
  return [
    textAt(objectAt(openapi, "info"), "description"),
    `## Segments\n\n${segmentTable(openapi)}`,
    `## Rate tiers\n\n${tierTable(openapi)}`,
    `## REST error codes\n\n${restErrorTable(openapi)}`,
    `## Limits\n\n${limitTable(openapi)}`,
  ].join("\n\n");
}

/** What the titles of both documents have in common, up to the comma. */
function commonTitle(...documents: readonly JsonObject[]): string {
  const titles = documents.map((document) => textAt(objectAt(document, "info"), "title"));
  return [...new Set(titles.map((title) => title.split(",")[0]))].join(" and ");
}

function chainsOf(openapi: JsonObject): string[] {
  const segments: Json[] = Object.values(objectAt(openapi, "x-segments")).map(
    (segment) => segment ?? null,
  );
  return [...new Set(segments.map((segment) => textAt(segment, "chain")))];
}

function tagOf(method: JsonObject): string {
  return textAt(arrayAt(method, "tags")[0], "name");
}
