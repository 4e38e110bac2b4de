import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
} from "../specs/json.ts";
import type { Method } from "../specs/model/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { restPaths } from "./_rest_paths.ts";
import { RpcDocument } from "./_rpc_document.ts";
import { methodPath, topicPath } from "./_rpc_paths.ts";
import { expandServers } from "./_servers.ts";
import { markSources } from "./_source_mark.ts";
import { rpcErrorTable, specTable } from "./_tables.ts";

/** The tag with the chapters of the REST document: one line of the menu, so that the operations are in sight. */
const ABOUT_TAG = "About the interface";

/** The tag under which the page lists every named schema. */
export const SCHEMA_TAG = "Schemas";

/**
 * One OpenAPI document of everything the page shows: the operations, then each JSON-RPC method, subscription call,
 * topic and devnet method as a path of its own (`/#chain_getInfo`), in groups, with the marks in the descriptions.
 *
 * @param hasLibrary Whether the guides and the reference of the library stand beside the page.
 */
export function pageDocument(specs: Specs, hasLibrary: boolean): JsonObject {
  const openapi = specs.openapi.value;
  const rpc = new RpcDocument(specs, hasLibrary);
  const { summary: _, ...info } = objectAt(openapi, "info");
  // The renderer puts a version behind the title: that of the REST spec alone would mislead.
  const version = "";
  const components = objectAt(openapi, "components");
  const schemas = { ...objectAt(components, "schemas"), ...rpc.schemas };
  const { security, securitySchemes } = readSecurity(openapi);
  const groups = [rpcGroup(rpc), eventGroup(rpc), devGroup(rpc)];
  const sections = groups.flatMap((group) => group.sections);
  const restTags = arrayAt(openapi, "tags").map((tag) => textAt(tag, "name"));
  const [introduction, chapters] = splitText(openapi);
  const aboutTag = { name: ABOUT_TAG, description: chapters };
  const page = {
    openapi: openapi.openapi,
    info: {
      ...info,
      title: "alphadelta",
      version,
      description: [opening(openapi), hasLibrary ? GUIDES : PACKAGED_GUIDES, introduction].join(
        "\n\n",
      ),
    },
    servers: openapi.servers,
    security,
    tags: [aboutTag, ...arrayAt(openapi, "tags"), ...sections.map(({ tag }) => tag)],
    "x-tagGroups": [
      { name: "REST", tags: [ABOUT_TAG, ...restTags] },
      ...groups.map(({ name, sections: own }) => ({
        name,
        tags: own.map(({ tag }) => textAt(tag, "name")),
      })),
      { name: SCHEMA_TAG, tags: [SCHEMA_TAG] },
    ],
    paths: Object.assign(
      {},
      restPaths(specs, hasLibrary),
      ...sections.map(({ paths }) => paths),
    ) as JsonObject,
    components: { ...components, schemas, securitySchemes },
  };
  return markSources(expandServers(page, objectAt(openapi, "x-segments")), schemas);
}

/** The base URLs, the key and a first call. */
function opening(openapi: JsonObject): string {
  const { apiHost = {} } = objectAt(arrayAt(openapi, "servers")[0], "variables");
  const origin = textAt(apiHost, "default");
  return `REST is at \`${origin}/v1/delta\`, JSON-RPC at \`${origin}/rpc/delta\`, events at \`${origin.replace("http", "ws")}/ws/delta\`;
\`alpha\`, \`alpha-testnet\` and \`delta-testnet\` are there in the same way. No key is needed. One from \`POST /v1/keys\`, in the header
\`X-API-Key\`, raises the limits.

\`\`\`ts
import { createClient } from "alphadelta";

const delta = createClient("delta", { endpoints: "${origin}" });
console.log(await delta.getChainInfo());
\`\`\`

\`\`\`sh
curl ${origin}/v1/delta/chain/info
\`\`\`

Each call below has samples in TypeScript and for curl, with _Run_ beside them.`;
}

/** Address of the guides without the other pages of the site. */
const PACKAGED_GUIDES = "The guides are in the folder `docs` of the package.";

/** The way to the other pages of the site. */
const GUIDES =
  "[Guides and library reference](library/index.html) · [List of extensions](library/documents/Extensions_of_the_interface.html)";

/** The text of the REST document before its first chapter, and the chapters with its tables. */
function splitText(openapi: JsonObject): readonly [introduction: string, chapters: string] {
  const text = textAt(openapi, "info", "description");
  const first = /^## /m.exec(text)?.index ?? text.length;
  const chapters = [
    text.slice(first).trim(),
    `## Segments\n\n${specTable(openapi, "x-segments")}`,
    `## Rate tiers\n\n${specTable(openapi, "x-rate-tiers")}`,
    `## REST error codes\n\n${specTable(openapi, "x-error-codes")}`,
    `## Limits\n\n${specTable(openapi, "x-limits")}`,
  ];
  return [text.slice(0, first).trim(), chapters.join("\n\n")];
}

/**
 * The ways to show an API key, and where they are asked for. The renderer leaves out the empty requirement, which says that
 * none is needed; so where there is one the names of the others say it.
 */
function readSecurity(openapi: JsonObject): { security: Json[]; securitySchemes: JsonObject } {
  const security = arrayAt(openapi, "security");
  const securitySchemes = objectAt(openapi, "components", "securitySchemes");
  const isOptional = security.some((item) => isObject(item) && Object.keys(item).length === 0);
  if (!isOptional) return { security, securitySchemes };
  const renamed = (object: Json): JsonObject => {
    const entries = Object.entries(isObject(object) ? object : {});
    return Object.fromEntries(entries.map(([name, value]) => [`${name} (optional)`, value]));
  };
  return { security: security.map(renamed), securitySchemes: renamed(securitySchemes) };
}

/** A tag of the page, with the paths below it in the menu. */
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
  methods: readonly Method[],
  name: string,
  displayName: string,
): Section {
  const paths = methods.map((method) => [`/#${method.name}`, methodPath(rpc, method, name)]);
  const declared = Object.values(objectsAt(rpc.value, "components", "tags"));
  const declaredTag = declared.find((tag) => tag.name === displayName);
  const description = textAt(declaredTag, "description");
  return {
    tag: { name, "x-displayName": displayName, ...(description ? { description } : {}) },
    paths: Object.fromEntries(paths) as JsonObject,
  };
}

/** The JSON-RPC methods by tag, the simplified calls among them, behind the document's own text. */
function rpcGroup(rpc: RpcDocument): Group {
  const methods = rpc.model.methods.filter(({ kind }) => kind !== "websocket");
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
    textAt(rpc.value, "info", "description"),
    `## Error codes\n\n${rpcErrorTable(Object.values(objectsAt(rpc.value, "components", "errors")))}`,
    `## Limits\n\n${specTable(rpc.value, "x-limits")}`,
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

/** The subscription calls and the topics. */
function eventGroup(rpc: RpcDocument): Group {
  const calls = rpc.model.methods.filter(({ kind }) => kind === "websocket");
  const name = "Topics";
  const { topics, chains } = rpc.model;
  const paths = topics.map((topic) => [`/#${topic.name}`, topicPath(rpc, topic, name)]);
  const text = [
    "Each topic stands here as a request: its body is the message that subscribes, its answers are the messages that " +
      "then arrive on the same WebSocket connection. No HTTP request is made.",
    specTable(rpc.value, "x-topics", chains),
    `## Close codes\n\n${specTable(rpc.value, "x-close-codes")}`,
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

/** The methods of devnet control, each marked as such. */
function devGroup(rpc: RpcDocument): Group {
  const methods = rpc.model.dev.methods.map((method) => ({
    ...method,
    value: { ...method.value, description: `Devnet only. ${method.description}` },
  }));
  const { tag, paths } = methodSection(rpc, methods, "Devnet control", "Devnet control");
  const description = `**Devnet only.** ${textAt(rpc.value, "x-dev", "description")}`;
  return { name: "Devnet only", sections: [{ tag: { ...tag, description }, paths }] };
}
