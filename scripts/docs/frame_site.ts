import { readFile } from "node:fs/promises";
import type { JsonObject } from "../specs/json.ts";
import type { RunFiles } from "./run/mod.ts";
import { markdownLink, siteHeader, siteIcon } from "./_site_header.ts";
import { highlightStyle, rendererColours } from "./_palette.ts";
import { dataBlock } from "./render_page.ts";
import { apiEntries, ENTRIES, type SearchEntry, writeEntries } from "./_search_index.ts";

/** The page of the API. */
const API = "index.html";

/** Files of the renderer of the library: its style, which the frame adds to, that of its code, and its search, in whose place that of the site stands. */
const STYLE = "library/assets/custom.css";
const HIGHLIGHT = "library/assets/highlight.css";
const SEARCH = "library/assets/search.js";

/** The files that every page loads. */
interface Frame {
  readonly style: string;
  readonly icon: string;
  /** Script of the search, with its entries. */
  readonly script: string;
  readonly hasLibrary: boolean;
  /** Runs the samples of the page of the API. */
  readonly run: RunFiles;
}

/**
 * Gives the page of the API, the guides and the reference one header, one typeface and one search.
 *
 * @param files The files of the site, by path.
 * @param page The document that the page of the API is rendered from.
 * @param run Runs the samples of that page.
 * @throws {Error} If a page has no place for the header: its renderer has changed.
 */
export async function frameSite(
  files: ReadonlyMap<string, string>,
  page: JsonObject,
  run: RunFiles,
): Promise<ReadonlyMap<string, string>> {
  const [style, icon, search, header] = await Promise.all([
    frameStyle(),
    siteIcon(),
    readText("search.js"),
    readText("header.js"),
  ]);
  const library = JSON.parse(files.get(ENTRIES) ?? "[]") as SearchEntry[];
  const script = `${writeEntries([...apiEntries(page), ...library])}\n${search}\n${header}`;
  const frame = { style, icon, script, hasLibrary: files.has(STYLE), run };
  const api = await frameApi(files.get(API) ?? "", frame);
  const pages = frame.hasLibrary ? await frameLibrary(files, frame) : [];
  const framed = new Map([...files, [API, api], ...pages]);
  framed.delete(ENTRIES);
  return framed;
}

async function frameApi(text: string, frame: Frame): Promise<string> {
  const { icon, script, hasLibrary, run } = frame;
  const [style, own] = await Promise.all([readText("api.css"), readText("api.js")]);
  const header = siteHeader("api", "", hasLibrary);
  // As text: the browser reads it when the first sample is run.
  const source = dataBlock("run-source", "text/plain", run.script);
  return edit(API, text, [
    [
      "</head>",
      `${icon}\n${markdownLink("index.md")}\n<style>\n${frame.style}\n${rendererColours()}\n${style}\n${run.style}</style>\n</head>`,
    ],
    [/^<body>/m, `<body>\n<header class="site-top"><div class="site-row">${header}</div></header>`],
    [/<\/body>(?!.*<\/body>)/s, `${source}<script>${script}\n${own}</script>\n</body>`],
  ]);
}

/** Runs a part of a script that its page loads while it is read, or after that. */
const ONCE_PARSED =
  '(start) => document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", start) : start()';

/** Style and search of the library; its pages have the header from the theme they are rendered by. */
async function frameLibrary(
  files: ReadonlyMap<string, string>,
  { style, script }: Frame,
): Promise<readonly (readonly [path: string, text: string])[]> {
  const own = `${script}\n${await readText("library.js")}`;
  return [
    [STYLE, `${style}\n${files.get(STYLE)}`],
    [HIGHLIGHT, highlightStyle(files.get(HIGHLIGHT) ?? "")],
    [SEARCH, `(${ONCE_PARSED})(() => {\n${own}\n});`],
  ];
}

function edit(
  path: string,
  text: string,
  changes: readonly (readonly [place: string | RegExp, text: string])[],
): string {
  return changes.reduce((before, [place, change]) => {
    const after = before.replace(place, () => change);
    if (after === before) throw new Error(`Cannot frame ${path}: it has no ${String(place)}`);
    return after;
  }, text);
}

function readText(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}

/** File of the explorer that the pages take their look from. */
const TOKENS = new URL("../../explorer/styles/tokens.css", import.meta.url);

/** Names of the typefaces, and the packages that hold them. */
const FACES = { Geist: "geist", "Geist Mono": "geist-mono" };

/** The look of every page of the site: design tokens, typefaces and the header, as one style sheet. */
async function frameStyle(): Promise<string> {
  const faces = Object.entries(FACES).map(async ([name, folder]) => {
    const path = `../../node_modules/@fontsource-variable/${folder}/files/${folder}-latin-wght-normal.woff2`;
    const font = await readFile(new URL(path, import.meta.url), "base64");
    return `@font-face { font-family: "${name}"; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) format("woff2"); }`;
  });
  const style = readFile(new URL("frame.css", import.meta.url), "utf8");
  return [await readFile(TOKENS, "utf8"), ...(await Promise.all(faces)), await style].join("\n");
}
