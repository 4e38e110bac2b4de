import { bundleOpenrpc } from "../documents/bundle_openrpc.ts";
import type { Documents } from "../documents/documents.ts";
import type { JsonObject } from "../documents/json.ts";
import { buildLibrary } from "./build_library.ts";
import { decisionList } from "./decision_list.ts";
import { pageDocument } from "./page_document.ts";
import { renderPage } from "./render_page.ts";

/** Builds the files of the site from documents that have passed `checkDocuments`: text of each, by name. */
export async function buildSite(documents: Documents): Promise<ReadonlyMap<string, string>> {
  const openapi = documents.openapi.value;
  const openrpc = bundleOpenrpc(documents);
  const [page, library] = await Promise.all([
    renderPage(pageDocument(openapi, openrpc)),
    buildLibrary(decisionList(documents)),
  ]);
  return new Map([
    ["index.html", page],
    ["openapi.json", text(openapi)],
    ["openrpc.json", text(openrpc)],
    ...library,
  ]);
}

function text(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
