/**
 * The published documentation: one page for both specs, the guides and the reference of the library, and the
 * specs themselves, each self-contained.
 *
 * @module
 */
import { LICENCES, licencesOf } from "../licences.ts";
import { bundleOpenrpc } from "../specs/bundle_openrpc.ts";
import { type JsonObject, objectAt } from "../specs/json.ts";
import type { Specs } from "../specs/specs.ts";
import { buildLibrary } from "./build_library.ts";
import { clientPages } from "./client_pages.ts";
import { frameSite } from "./frame_site.ts";
import { pageDocument } from "./page_document.ts";
import { publishOpenapi, publishOpenrpc } from "./publish.ts";
import { renderPage } from "./render_page.ts";

/** Packages that parts of the pages are of. */
const PACKAGES = ["@fontsource-variable/geist", "@fontsource-variable/geist-mono", "@redocly/cli"];

/**
 * Builds the files of the site from specs that have passed `checkSpecs`: text of each, by name.
 *
 * @param hasLibrary Whether the guides and the reference of the library are among them; the page links to them then.
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
    hasLibrary ? buildLibrary(clientPages(specs)) : [],
  ]);
  const files = new Map([
    ["index.html", page],
    ["openapi.json", text(publishOpenapi(openapi))],
    ["openrpc.json", text(publishOpenrpc(openrpc, objectAt(openapi, "x-segments")))],
    [LICENCES, await licencesOf(PACKAGES)],
    ...library,
  ]);
  return frameSite(files, document);
}

function text(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
