import { readFile } from "node:fs/promises";
import { basename, dirname, posix } from "node:path";
import type { JsonObject } from "../specs/json.ts";
import type { RunFiles } from "./run/mod.ts";
import { dataBlock } from "./render_page.ts";
import { searchIndex, writeEntries } from "./_search_index.ts";

/** The page of the API. */
const API = "index.html";

/** Files of the renderer of the library: its style, which the frame adds to, and its search, which that of the header replaces. */
const STYLE = "library/assets/custom.css";
const OLD_SEARCH = "library/assets/search.js";
const SEARCH = "library/assets/site_search.js";

/** The renderer's name and links in the header of the library. */
const OLD_HEADER =
  /<a href="[^"]*" class="title">.*?<\/a>\s*<div id="tsd-toolbar-links">.*?<\/div>/s;
/** The renderer's own script looks for it. */
const LINKS = '<div id="tsd-toolbar-links" hidden></div>';

/** The heading of a part that folds, and the link to itself in it: a link in a control is out of reach for some readers. */
const SUMMARY = /<summary[ >].*?<\/summary>/gs;
const ANCHOR = /<a [^>]*class="tsd-anchor-icon".*?<\/a>/gs;

const OLD_SCRIPT = /<script async src="[^"]*search\.js"[^>]*><\/script>/;

/** What every page takes. */
interface Frame {
  readonly style: string;
  readonly icon: string;
  /** Of the search, with its entries. */
  readonly script: string;
  readonly hasLibrary: boolean;
  /** Runs the samples of the page of the API; a page without it only shows them. */
  readonly run: RunFiles | undefined;
}

/**
 * Gives the page of the API, the guides and the reference one header, one typeface and one search.
 *
 * @param files The files of the site, by path.
 * @param page The document that the page of the API is rendered from.
 * @param run Runs the samples of that page; left out, it only shows them.
 * @throws {Error} If a page has no place for the header: its renderer has changed.
 */
export async function frameSite(
  files: ReadonlyMap<string, string>,
  page: JsonObject,
  run?: RunFiles,
): Promise<ReadonlyMap<string, string>> {
  const [style, icon, search] = await Promise.all([
    frameStyle(),
    frameIcon(),
    readText("search.js"),
  ]);
  const script = `${writeEntries(searchIndex(page, files))}\n${search}`;
  const frame = { style, icon, script, hasLibrary: files.has(STYLE), run };
  const api = await frameApi(files.get(API) ?? "", frame);
  const library = frame.hasLibrary ? await frameLibrary(files, frame) : [];
  const framed = new Map([...files, [API, api], ...library]);
  framed.delete(OLD_SEARCH);
  return framed;
}

async function frameApi(text: string, frame: Frame): Promise<string> {
  const { icon, script, hasLibrary, run } = frame;
  const [style, own] = await Promise.all([readText("api.css"), readText("api.js")]);
  const header = frameHeader("api", "", hasLibrary);
  return edit(API, text, [
    [
      "</head>",
      `${icon}\n${markdownLink("index.md")}\n<style>\n${frame.style}\n${style}\n${run?.style ?? ""}</style>\n</head>`,
    ],
    [/^<body>/m, `<body>\n<header class="site-top"><div class="site-row">${header}</div></header>`],
    [/<\/body>(?!.*<\/body>)/s, `${runSource(run)}<script>${script}\n${own}</script>\n</body>`],
  ]);
}

/** The script that runs samples, as text: the browser reads it when the first sample is run. */
function runSource(run: RunFiles | undefined): string {
  return run ? dataBlock("run-source", "text/plain", run.script) : "";
}

async function frameLibrary(
  files: ReadonlyMap<string, string>,
  { style, icon, script }: Frame,
): Promise<readonly (readonly [path: string, text: string])[]> {
  const pages = [...files].filter(([path]) => /^library\/.*\.html$/.test(path));
  return [
    ...pages.map(([path, text]) => [path, frameLibraryPage(path, text, icon)] as const),
    [STYLE, `${style}\n${files.get(STYLE)}`],
    [SEARCH, `${script}\n${await readText("library.js")}`],
  ];
}

function frameLibraryPage(path: string, text: string, icon: string): string {
  const up = `${posix.relative(dirname(path), ".")}/`;
  const header = frameHeader(partOf(path), up, true);
  const framed = edit(path, text, [
    [OLD_SCRIPT, `<script defer src="${up}${SEARCH}" id="tsd-search-script"></script>`],
    [OLD_HEADER, `<div class="site-row">${header}</div>${LINKS}`],
    ["</head>", `${icon}${markdownLink(basename(path, "html") + "md")}</head>`],
  ]);
  return framed
    .replaceAll(SUMMARY, (summary) => summary.replaceAll(ANCHOR, ""))
    .replaceAll("<table>", '<table tabindex="0">');
}

/** Says of a page where it stands as Markdown. */
function markdownLink(name: string): string {
  return `<link rel="alternate" type="text/markdown" href="${name}" />`;
}

function partOf(path: string): SitePart {
  return path === "library/index.html" || path.startsWith("library/documents/")
    ? "guides"
    : "reference";
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

/** Files of the explorer that the pages take their look from. */
const TOKENS = new URL("../../explorer/styles/tokens.css", import.meta.url);
const ICON = new URL("../../explorer/icon.svg", import.meta.url);

/** Names of the typefaces, and the packages that hold them. */
const FACES = { Geist: "geist", "Geist Mono": "geist-mono" };

/** Part of the site that a page belongs to. */
type SitePart = "api" | "guides" | "reference";

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

/** The icon of the site, as an element of the head. */
async function frameIcon(): Promise<string> {
  const icon = await readFile(ICON, "utf8");
  return `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(icon)}" />`;
}

/**
 * What stands in the header of a page.
 *
 * @param up From the page to the root of the site: empty, or with a slash at the end.
 * @param hasLibrary Whether guides and reference are parts of the site.
 */
function frameHeader(part: SitePart, up: string, hasLibrary: boolean): string {
  const link = (own: SitePart, path: string, name: string): string =>
    `<a href="${up}${path}"${own === part ? ' aria-current="true"' : ""}>${name}</a>`;
  const links = [
    link("api", "index.html", "API"),
    ...(hasLibrary
      ? [
          link("guides", "library/index.html", "Guides"),
          link("reference", "library/modules.html", "Reference"),
        ]
      : []),
    `<a class="site-explorer" hidden>Explorer</a>`,
  ];
  return `<a class="site-brand" href="${up}${hasLibrary ? "library/index.html" : "index.html"}">alphadelta</a>
<nav class="site-links" aria-label="Documentation">${links.join("")}</nav>
<div class="site-search" role="search">
<input type="search" role="combobox" aria-label="Search" aria-expanded="false" aria-autocomplete="list" aria-controls="site-found" placeholder="Search (/)" autocomplete="off" spellcheck="false" data-up="${up}"${part === "api" ? ' data-is-api="true"' : ""} />
<ul id="site-found" role="listbox" aria-label="Found" hidden></ul>
</div>`;
}
