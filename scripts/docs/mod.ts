/**
 * The published documentation: one page for both specs, the guides and the reference of the library, all of it as plain
 * text too, and the specs themselves, each self-contained.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LICENCES, licencesOf } from "../licences.ts";
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
import { publishOpenrpc, withKnownFormats } from "./publish.ts";
import { renderPage } from "./render_page.ts";
import { buildRun } from "./run/mod.ts";

/** Packages that parts of the pages are of. */
const PACKAGES = ["@fontsource-variable/geist", "@fontsource-variable/geist-mono", "@redocly/cli"];

/**
 * Builds the files of the site from specs that have passed `checkSpecs`: text of each, by name.
 *
 * @param hasLibrary Whether the pages of the guides and of the reference are among them. As plain text they always are.
 */
export async function buildSite(
  specs: Specs,
  hasLibrary: boolean,
): Promise<ReadonlyMap<string, string>> {
  const document = pageDocument(specs, hasLibrary);
  const [api, library, run] = await Promise.all([
    apiFiles(specs, document),
    buildLibrary(clientPages(specs)),
    buildRun(),
  ]);
  const isMarkdown = ([path]: readonly [string, string]): boolean => path.endsWith(".md");
  const files = new Map([
    ...(hasLibrary ? api : withoutIndents(api)),
    [LICENCES, await licencesOf([...PACKAGES, ...run.packages])],
    ["flows.arazzo.yaml", await publishedFlows()],
    ...(hasLibrary ? library : []),
    ...(await plainText(pageDocument(specs, true), new Map([...library].filter(isMarkdown)))),
  ]);
  return frameSite(files, document, run);
}

async function apiFiles(specs: Specs, document: JsonObject): Promise<Map<string, string>> {
  const openapi = specs.openapi.value;
  const openrpc = bundleOpenrpc(specs);
  return new Map([
    ["index.html", await renderPage(document)],
    ["asyncapi.json", asyncapiText(specs)],
    ["openapi.json", text(withKnownFormats(openapi))],
    ["openrpc.json", text(publishOpenrpc(openrpc, objectAt(openapi, "x-segments")))],
  ]);
}

/** The flows, which name the published spec in the place of its source. */
async function publishedFlows(): Promise<string> {
  const flows = await readFile(join(ROOT, "flows.arazzo.yaml"), "utf8");
  return flows.replaceAll("url: ./openapi.yaml", "url: ./openapi.json");
}

/** The service indents the specs when it names its address in them. */
function withoutIndents(files: ReadonlyMap<string, string>): Iterable<readonly [string, string]> {
  return [...files].map(([path, content]) => [
    path,
    path.endsWith(".json") ? `${JSON.stringify(JSON.parse(content))}\n` : content,
  ]);
}

function text(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
