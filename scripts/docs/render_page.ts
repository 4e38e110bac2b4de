import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { runTool } from "../run_tool.ts";
import { inTemporaryFolder } from "../tree.ts";
import { SAMPLE_LANGUAGES } from "./_code_samples.ts";
import { SCHEMA_TAG } from "./page_document.ts";

/** Options of the page. The renderer shows samples only of the languages listed here, under these labels. */
const CONFIG = {
  telemetry: "off",
  openapi: {
    hideDownloadButtons: true,
    disableTelemetry: true,
    layout: "three-panel",
    schemaDefinitionsTagName: SCHEMA_TAG,
    codeSamples: { languages: [...SAMPLE_LANGUAGES, { lang: "payload", label: "Payload" }] },
  },
};

/** The one thing the page would load from elsewhere: the name of the tool behind "API docs by". */
const REMOTE_IMAGE = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
const LOCAL_IMAGE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="14"><text y="11" font-family="sans-serif" font-size="12" fill="#667">Redocly</text></svg>',
)}`;

/**
 * Links of the menu are paths (`/blocks`), but the page navigates by fragment. This rewrites a link to `#/blocks` before it is
 * used, so that it can be copied and opened in a new tab.
 */
const WHOLE_LINKS = `for (const name of ["mouseover", "touchstart", "focusin"]) addEventListener(name, ({ target }) => {
    const link = target instanceof Element && target.closest('a[href^="/"]');
    if (link) link.setAttribute("href", "#" + link.getAttribute("href"));
  }, { capture: true, passive: true });`;

/**
 * Replaces the specs' default server by the address of the page, in servers and samples, if a service serves the page below
 * `/docs`. Opened as a file, the page shows the default.
 */
const AT_THIS_ADDRESS = `function atThisAddress(definition) {
    const [, prefix] = /^(.*?)\\/docs(?:\\/|$)/.exec(location.pathname) ?? [];
    if (!/^https?:$/.test(location.protocol) || prefix === undefined) return definition;
    const here = new Map();
    const origins = new Map();
    for (const { servers = [] } of [definition, ...Object.values(definition.paths)])
      for (const server of servers) {
        const [url, scheme] = /^(http|ws):\\/\\/[^/]+/.exec(server.url);
        const origin = location.origin.replace("http", scheme) + prefix;
        origins.set(url, origin);
        here.set(server.url, origin + server.url.slice(url.length));
        server.url = here.get(server.url);
      }
    for (const item of Object.values(definition.paths))
      for (const { "x-codeSamples": samples = [] } of Object.values(item))
        for (const sample of samples)
          for (const [url, origin] of origins) sample.source = sample.source.replaceAll(url, origin);
    for (const element of document.querySelectorAll("#redoc div"))
      if (element.childElementCount === 0 && here.has(element.textContent))
        element.textContent = here.get(element.textContent);
    return definition;
  }`;

/** Place at which the page hands its document to the renderer. */
const HYDRATE = "hydrate(__redoc_definition,";

/** The script of the page as the tool writes it: the renderer, the document as a literal, what starts the renderer. */
const WHOLE_SCRIPT =
  /<script type="module">(.*?)const __redoc_definition = (\{.*?\});\n(.*?)<\/script>/s;

/**
 * Starts the renderer, whose script the page holds as text. The browser would compile megabytes before it goes on: so it
 * first paints what stands there.
 */
const START = `<script>requestAnimationFrame(() => setTimeout(() => {
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = document.querySelector("#api-renderer").textContent;
    document.head.append(script);
  }));</script>`;

/**
 * Style and scripts of the page, and a policy by which the browser loads nothing from elsewhere. It may connect anywhere:
 * the reader chooses the service that samples are run against, and nothing else of the page connects.
 */
const HEAD = [
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; connect-src http: https: ws: wss:" />`,
  // At `/docs` without a slash, relative links would leave the folder: the slash is added.
  `<script>if (location.pathname.endsWith("/docs")) history.replaceState(null, "", location.pathname + "/" + location.search + location.hash)</script>`,
  `<script>${WHOLE_LINKS}</script>`,
  `<script>${AT_THIS_ADDRESS}</script>`,
  `<style>
    td code { white-space: nowrap !important; word-break: keep-all !important; }
    @media (max-width: 600px) {
      #redoc h1 { font-size: 24px; line-height: 32px; }
      #redoc h2 { font-size: 21px; line-height: 28px; }
    }
    .source { position: relative; display: inline-block; padding: 0 6px; border-radius: 8px; font-size: 11px; line-height: 16px;
      vertical-align: 1px; cursor: help; color: var(--text-color-secondary); border: 1px solid var(--border-color-primary); }
    .source.extension { color: #8a5a00; border-color: #d9a441; }
    .dark .source.extension { color: #e9bd6a; border-color: #8a6a2f; }
    .source:focus::after { content: attr(title); position: absolute; left: 0; top: 20px; z-index: 2; width: max-content;
      max-width: 260px; padding: 6px 8px; border-radius: 6px; white-space: normal; color: var(--text-color-primary);
      background: var(--bg-color, Canvas); border: 1px solid var(--border-color-primary); }
  </style>`,
].join("\n  ");

/**
 * Renders an OpenAPI document to one HTML page that loads nothing from elsewhere.
 *
 * @throws {Error} If the tool fails, with what it said.
 */
export function renderPage(document: JsonObject): Promise<string> {
  return inTemporaryFolder(join(tmpdir(), "docs-"), async (folder) => {
    const input = join(folder, "page.json");
    const output = join(folder, "page.html");
    await writeFile(input, JSON.stringify(document));
    const config = join(folder, "redocly.yaml");
    await writeFile(config, JSON.stringify(CONFIG));
    const title = textAt(objectAt(document, "info"), "title");
    const options = ["--output", output, "--config", config, `--title=${title}`];
    const faults = await runTool("redocly", "build-docs", input, ...options, "--inlineBundle");
    if (faults !== "") throw new Error(`Cannot render the page: redocly says\n${faults.trim()}`);
    const page = await readFile(output, "utf8");
    if (!page.includes(HYDRATE) || !WHOLE_SCRIPT.test(page))
      throw new Error(`Cannot render the page: it has no ${HYDRATE}`);
    return page
      .replaceAll(REMOTE_IMAGE, LOCAL_IMAGE)
      .replace(HYDRATE, HYDRATE.replace("__redoc_definition", "atThisAddress(__redoc_definition)"))
      .replace(WHOLE_SCRIPT, (_, renderer: string, definition: string, start: string) =>
        splitScript(renderer, definition, start),
      )
      .replace("<title>", () => `${HEAD}\n  <title>`);
  });
}

function splitScript(renderer: string, definition: string, start: string): string {
  const read = `const __redoc_definition = JSON.parse(document.querySelector("#api-definition").textContent);`;
  return [
    dataBlock("api-definition", "application/json", definition.replaceAll("<", String.raw`\u003c`)),
    dataBlock("api-renderer", "text/plain", `${renderer}${read}\n${start}`),
    START,
  ].join("\n");
}

/** A text that the page holds and no browser reads by itself. */
export function dataBlock(id: string, type: string, text: string): string {
  const safe = text.replaceAll("</script", String.raw`<\/script`);
  return `<script type="${type}" id="${id}">${safe}</script>`;
}
