import { readFile } from "node:fs/promises";

/** Files of the explorer that the pages take their look from. */
const TOKENS = new URL("../../explorer/styles/tokens.css", import.meta.url);
const ICON = new URL("../../explorer/icon.svg", import.meta.url);

/** Names of the typefaces, and the packages that hold them. */
const FACES = { Geist: "geist", "Geist Mono": "geist-mono" };

/** Part of the site that a page belongs to. */
export type SitePart = "api" | "guides" | "reference";

/** The look of every page of the site: design tokens, typefaces and the header, as one style sheet. */
export async function frameStyle(): Promise<string> {
  const faces = Object.entries(FACES).map(async ([name, folder]) => {
    const path = `../../node_modules/@fontsource-variable/${folder}/files/${folder}-latin-wght-normal.woff2`;
    const font = await readFile(new URL(path, import.meta.url), "base64");
    return `@font-face { font-family: "${name}"; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) format("woff2"); }`;
  });
  const style = readFile(new URL("frame.css", import.meta.url), "utf8");
  return [await readFile(TOKENS, "utf8"), ...(await Promise.all(faces)), await style].join("\n");
}

/** The icon of the site, as an element of the head. */
export async function frameIcon(): Promise<string> {
  const icon = await readFile(ICON, "utf8");
  return `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(icon)}" />`;
}

/**
 * What stands in the header of a page.
 *
 * @param up From the page to the root of the site: empty, or with a slash at the end.
 * @param hasLibrary Whether guides and reference are parts of the site.
 */
export function frameHeader(part: SitePart, up: string, hasLibrary: boolean): string {
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
