import { bundleOpenrpc } from "../documents/bundle_openrpc.ts";
import type { Documents } from "../documents/documents.ts";
import type { JsonObject } from "../documents/json.ts";
import { pageDocument } from "./page_document.ts";
import { renderPage } from "./render_page.ts";

/** Builds the files of the site from documents that have passed `checkDocuments`: text of each, by name. */
export async function buildSite(documents: Documents): Promise<ReadonlyMap<string, string>> {
  const openapi = documents.openapi.value;
  const openrpc = bundleOpenrpc(documents);
  return new Map([
    ["index.html", await renderPage(pageDocument(openapi, openrpc))],
    ["openapi.json", text(openapi)],
    ["openrpc.json", text(openrpc)],
  ]);
}

function text(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
