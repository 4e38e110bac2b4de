import { readFile } from "node:fs/promises";
import { dirname, posix } from "node:path";
import type { JsonObject } from "../specs/json.ts";
import { frameHeader, frameIcon, frameStyle, type SitePart } from "./_frame.ts";
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
/** The script of the library looks for it. */
const LINKS = '<div id="tsd-toolbar-links" hidden></div>';

/** The heading of a part that folds, and the link to itself in it: a link in a control is out of reach for some readers. */
const SUMMARY = /<summary[ >].*?<\/summary>/gs;
const ANCHOR = /<a [^>]*class="tsd-anchor-icon".*?<\/a>/gs;

const OLD_SCRIPT = /<script async src="[^"]*search\.js"[^>]*><\/script>/;

/**
 * Gives the page of the API, the guides and the reference one header, one typeface and one search.
 *
 * @param files The files of the site, by path.
 * @param page The document that the page of the API is rendered from.
 * @throws {Error} If a page has no place for the header: its renderer has changed.
 */
export async function frameSite(
  files: ReadonlyMap<string, string>,
  page: JsonObject,
): Promise<ReadonlyMap<string, string>> {
  const hasLibrary = files.has(STYLE);
  const [style, icon, search, apiStyle, apiScript] = await Promise.all([
    frameStyle(),
    frameIcon(),
    readText("search.js"),
    readText("api.css"),
    readText("api.js"),
  ]);
  const script = `${writeEntries(searchIndex(page, files))}\n${search}`;
  const framed = new Map(files);
  framed.set(
    API,
    edit(API, files.get(API) ?? "", [
      ["</head>", `${icon}\n<style>\n${style}\n${apiStyle}</style>\n</head>`],
      [
        /^<body>/m,
        `<body>\n<header class="site-top"><div class="site-row">${frameHeader("api", "", hasLibrary)}</div></header>`,
      ],
      [/<\/body>(?!.*<\/body>)/s, `<script>${script}\n${apiScript}</script>\n</body>`],
    ]),
  );
  if (!hasLibrary) return framed;
  for (const [path, text] of files) {
    if (!/^library\/.*\.html$/.test(path)) continue;
    const up = `${posix.relative(dirname(path), ".")}/`;
    framed.set(
      path,
      edit(path, text, [
        [OLD_SCRIPT, `<script defer src="${up}${SEARCH}" id="tsd-search-script"></script>`],
        [OLD_HEADER, `<div class="site-row">${frameHeader(partOf(path), up, true)}</div>${LINKS}`],
        ["</head>", `${icon}</head>`],
      ]).replaceAll(SUMMARY, (summary) => summary.replaceAll(ANCHOR, "")),
    );
  }
  framed.set(STYLE, `${style}\n${files.get(STYLE)}`);
  framed.set(SEARCH, script);
  framed.delete(OLD_SEARCH);
  return framed;
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
