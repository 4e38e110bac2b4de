import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { readModel } from "../specs/model/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { devGroup, eventGroup, rpcGroup } from "./_groups.ts";
import { RpcDocument } from "./_rpc_document.ts";
import { restPaths } from "./_rest_paths.ts";
import { expandServers } from "./_servers.ts";
import { markSources } from "./_source_mark.ts";
import { limitTable, restErrorTable, segmentTable, tierTable } from "./_tables.ts";

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
  const components = objectAt(openapi, "components");
  const schemas = { ...objectAt(components, "schemas"), ...rpc.schemas };
  const { security, securitySchemes } = readSecurity(openapi);
  const groups = [rpcGroup(rpc), eventGroup(rpc, readModel(specs).chains), devGroup(rpc)];
  const sections = groups.flatMap((group) => group.sections);
  const restTags = arrayAt(openapi, "tags").map((tag) => textAt(tag, "name"));
  const [introduction, chapters] = splitText(openapi);
  const about = { name: ABOUT_TAG, description: chapters };
  const page = {
    openapi: openapi.openapi,
    info: {
      ...info,
      title: commonTitle(openapi, rpc.value),
      description: [hasLibrary ? GUIDES : PACKAGED_GUIDES, introduction].join("\n\n"),
    },
    servers: openapi.servers,
    security,
    tags: [about, ...arrayAt(openapi, "tags"), ...sections.map(({ tag }) => tag)],
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

/** Address of the guides without the other pages of the site. */
const PACKAGED_GUIDES = "The guides are in the folder `docs` of the package.";

/** The way to the other pages of the site. */
const GUIDES =
  "[Guides and library reference](library/index.html) · [List of extensions](library/documents/Extensions_of_the_interface.html)";

/** What the REST document says before its first chapter, and the chapters with its tables. */
function splitText(openapi: JsonObject): readonly [introduction: string, chapters: string] {
  const text = textAt(objectAt(openapi, "info"), "description");
  const first = /^## /m.exec(text)?.index ?? text.length;
  const chapters = [
    text.slice(first).trim(),
    `## Segments\n\n${segmentTable(openapi)}`,
    `## Rate tiers\n\n${tierTable(openapi)}`,
    `## REST error codes\n\n${restErrorTable(openapi)}`,
    `## Limits\n\n${limitTable(openapi)}`,
  ];
  return [text.slice(0, first).trim(), chapters.join("\n\n")];
}

/** Common part of the titles of both specs, up to the comma. */
function commonTitle(...specs: readonly JsonObject[]): string {
  const titles = specs.map((document) => textAt(objectAt(document, "info"), "title"));
  return [...new Set(titles.map((title) => title.split(",")[0]))].join(" and ");
}

/**
 * The ways to show an API key, and where they are asked for. The renderer leaves out the empty requirement, which says that
 * none is needed; so where there is one the names of the others say it.
 */
function readSecurity(openapi: JsonObject): { security: Json[]; securitySchemes: JsonObject } {
  const security = arrayAt(openapi, "security");
  const securitySchemes = objectAt(objectAt(openapi, "components"), "securitySchemes");
  const isOptional = security.some((item) => isObject(item) && Object.keys(item).length === 0);
  if (!isOptional) return { security, securitySchemes };
  const renamed = (object: Json): JsonObject => {
    const entries = Object.entries(isObject(object) ? object : {});
    return Object.fromEntries(entries.map(([name, value]) => [`${name} (optional)`, value]));
  };
  return { security: security.map(renamed), securitySchemes: renamed(securitySchemes) };
}
