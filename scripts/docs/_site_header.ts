import { readFile } from "node:fs/promises";

const ICON = new URL("../../explorer/icon.svg", import.meta.url);

/** Part of the site that a page belongs to. */
export type SitePart = "api" | "guides" | "reference";

/** The icon of the site, as an element of the head. */
export async function siteIcon(): Promise<string> {
  const icon = await readFile(ICON, "utf8");
  return `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(icon)}" />`;
}

/** Says of a page where it stands as Markdown. */
export function markdownLink(name: string): string {
  return `<link rel="alternate" type="text/markdown" href="${name}" />`;
}

/**
 * The header of a page: name, links and search.
 *
 * @param up From the page to the root of the site: empty, or with a slash at the end.
 * @param hasLibrary Whether guides and reference are parts of the site.
 */
export function siteHeader(part: SitePart, up: string, hasLibrary: boolean): string {
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
