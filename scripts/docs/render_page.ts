import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, textAt } from "../specs/json.ts";
import { runTool } from "../run_tool.ts";
import { inTemporaryFolder } from "../tree.ts";
import { SAMPLE_LANGUAGES } from "./_code_samples.ts";
import { THEME_SCRIPT } from "./_site_header.ts";
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

/** Place at which the page hands its document to the renderer. */
const HYDRATE = "hydrate(__redoc_definition,";

/** The script of the page as the tool writes it: renderer, document as a literal, start of the renderer. */
const WHOLE_SCRIPT =
  /<script type="module">(.*?)const __redoc_definition = (\{.*?\});\n(.*?)<\/script>/s;

/**
 * Starts the renderer, whose script the page holds as text. The browser would compile megabytes before it goes on: this
 * lets it paint the static page first.
 */
const START = `<script>requestAnimationFrame(() => setTimeout(() => {
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = document.querySelector("#api-renderer").textContent;
    document.head.append(script);
  }));</script>`;

/**
 * A policy by which the browser loads nothing from elsewhere. It may connect anywhere: the reader chooses the service that
 * samples are run against, and nothing else of the page connects.
 */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; connect-src http: https: ws: wss:" />`;

/** The policy, script and style at the start of the page. */
async function pageHead(): Promise<string> {
  const files = ["page_head.js", "page_head.css"].map((name) =>
    readFile(new URL(name, import.meta.url), "utf8"),
  );
  const [script, style] = await Promise.all(files);
  return [POLICY, `<script>${THEME_SCRIPT}\n${script}</script>`, `<style>${style}</style>`].join(
    "\n  ",
  );
}

/** Renders an OpenAPI document to one HTML page that loads nothing from elsewhere. */
export function renderPage(document: JsonObject): Promise<string> {
  return inTemporaryFolder(join(tmpdir(), "docs-"), async (folder) => {
    const input = join(folder, "page.json");
    const output = join(folder, "page.html");
    await writeFile(input, JSON.stringify(document));
    const config = join(folder, "redocly.yaml");
    await writeFile(config, JSON.stringify(CONFIG));
    const title = textAt(document, "info", "title");
    const options = ["--output", output, "--config", config, `--title=${title}`];
    const faults = await runTool("redocly", "build-docs", input, ...options, "--inlineBundle");
    if (faults !== "") throw new Error(`Cannot render the page: redocly says\n${faults.trim()}`);
    const page = await readFile(output, "utf8");
    if (!page.includes(HYDRATE) || !WHOLE_SCRIPT.test(page))
      throw new Error(`Cannot render the page: it has no ${HYDRATE}`);
    const head = await pageHead();
    return page
      .replaceAll(REMOTE_IMAGE, LOCAL_IMAGE)
      .replace(HYDRATE, HYDRATE.replace("__redoc_definition", "atThisAddress(__redoc_definition)"))
      .replace(WHOLE_SCRIPT, (_, renderer: string, definition: string, start: string) =>
        splitScript(renderer, definition, start),
      )
      .replace("<title>", () => `${head}\n  <title>`);
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
