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
import { apiText, plainText } from "./plain_text.ts";
import { publishOpenapi, publishOpenrpc } from "./publish.ts";
import {
  CHANGES_GUIDE,
  changesGuide,
  type Release,
  releasePage,
  stepsOf,
  withChanges,
} from "./releases.ts";
import { renderPage } from "./render_page.ts";
import { buildRun } from "./run/mod.ts";

/** Packages that parts of the pages are of. */
const PACKAGES = ["@fontsource-variable/geist", "@fontsource-variable/geist-mono", "@redocly/cli"];

/** What a site holds beside the page of the API. */
export interface SiteOptions {
  /** Whether the pages of the guides and of the reference are among them. As plain text they always are. */
  readonly hasLibrary: boolean;
  /** The releases that have a page each, the oldest first. */
  readonly releases: readonly Release[];
}

/** Builds the files of the site from specs that have passed `checkSpecs`: text of each, by name. */
export async function buildSite(
  specs: Specs,
  { hasLibrary, releases }: SiteOptions,
): Promise<ReadonlyMap<string, string>> {
  const steps = stepsOf(releases, specs);
  const document = (isWhole: boolean): JsonObject =>
    withChanges(pageDocument(specs, isWhole), releases, steps);
  const guides =
    releases.length === 0 ? [] : [[CHANGES_GUIDE, changesGuide(releases, steps)] as const];
  const [api, library, run] = await Promise.all([
    apiFiles(specs, document(hasLibrary)),
    buildLibrary(clientPages(specs), new Map(guides)),
    buildRun(),
  ]);
  const isMarkdown = ([path]: readonly [string, string]): boolean => path.endsWith(".md");
  const files = new Map([
    ...(hasLibrary ? api : withoutIndents(api)),
    [LICENCES, await licencesOf([...PACKAGES, ...run.packages])],
    ["flows.arazzo.yaml", await publishedFlows()],
    ...(hasLibrary ? library : []),
    ...(await plainText(document(true), new Map([...library].filter(isMarkdown)))),
  ]);
  const framed = await frameSite(files, document(hasLibrary), run);
  return new Map([...framed, ...(await releaseFiles(releases))]);
}

/** The page of the API and the specs. */
async function apiFiles(specs: Specs, document: JsonObject): Promise<Map<string, string>> {
  const openapi = specs.openapi.value;
  const openrpc = bundleOpenrpc(specs);
  return new Map([
    ["index.html", await renderPage(document)],
    ["asyncapi.json", asyncapiText(specs)],
    ["openapi.json", text(publishOpenapi(openapi))],
    ["openrpc.json", text(publishOpenrpc(openrpc, objectAt(openapi, "x-segments")))],
  ]);
}

/** The page of each release and its specs, in a folder of its own. */
async function releaseFiles(releases: readonly Release[]): Promise<readonly [string, string][]> {
  const files: [string, string][] = [];
  // One after the other: the renderer takes a processor for seconds.
  for (const release of releases) {
    const document = releasePage(pageDocument(release.specs, false), release);
    const own = await frameSite(await apiFiles(release.specs, document), document);
    for (const [path, content] of [...own, ["index.md", apiText(document)] as const])
      files.push([`releases/${release.tag}/${path}`, content]);
  }
  return files;
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
