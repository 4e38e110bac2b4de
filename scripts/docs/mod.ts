/**
 * The published documentation: one page for both specs, the guides and the reference of the library, all of it as plain
 * text too, and the specs themselves, each self-contained.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../run_tool.ts";
import { bundleOpenrpc } from "../specs/bundle_openrpc.ts";
import { type JsonObject, objectAt } from "../specs/json.ts";
import type { Specs } from "../specs/specs.ts";
import { asyncapiText } from "./asyncapi.ts";
import { buildLibrary } from "./build_library.ts";
import { clientPages } from "./client_pages.ts";
import { frameSite } from "./frame_site.ts";
import { pageDocument } from "./page_document.ts";
import { plainText } from "./plain_text.ts";
import { publishOpenapi, publishOpenrpc } from "./publish.ts";
import { renderPage } from "./render_page.ts";

/**
 * Builds the files of the site from specs that have passed `checkSpecs`: text of each, by name.
 *
 * @param hasLibrary Whether the pages of the guides and of the reference are among them; the page links to them then.
 *   As plain text they always are.
 */
export async function buildSite(
  specs: Specs,
  hasLibrary: boolean,
): Promise<ReadonlyMap<string, string>> {
  const openapi = specs.openapi.value;
  const openrpc = bundleOpenrpc(specs);
  const document = pageDocument(specs, hasLibrary);
  const [page, library] = await Promise.all([
    renderPage(document),
    buildLibrary(clientPages(specs)),
  ]);
  const isMarkdown = ([path]: readonly [string, string]): boolean => path.endsWith(".md");
  const markdown = new Map([...library].filter(isMarkdown));
  const files = new Map([
    ["index.html", page],
    ["asyncapi.json", asyncapiText(specs)],
    ["flows.arazzo.yaml", await publishedFlows()],
    ["openapi.json", text(publishOpenapi(openapi))],
    ["openrpc.json", text(publishOpenrpc(openrpc, objectAt(openapi, "x-segments")))],
    ...(hasLibrary ? library : []),
    ...(await plainText(pageDocument(specs, true), markdown)),
  ]);
  return frameSite(files, document);
}

/** The flows, which name the published spec in the place of its source. */
async function publishedFlows(): Promise<string> {
  const flows = await readFile(join(ROOT, "flows.arazzo.yaml"), "utf8");
  return flows.replaceAll("url: ./openapi.yaml", "url: ./openapi.json");
}

function text(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
