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
</div>
<button type="button" class="site-theme" title="Light or dark colours" aria-label="Light or dark colours"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11Z"/></svg></button>`;
}

/**
 * Script that gives a page the colours that the reader chose in the explorer or here, before it is painted. Each renderer
 * has a choice of its own: that of the library follows, and that of the API page is fixed, since its colours are tokens.
 */
export const THEME_SCRIPT = `try {
  const theme = localStorage.getItem("alphadelta.theme") ?? "system";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("tsd-theme", theme === "system" ? "os" : theme);
  localStorage.setItem("redoc.colorMode", "light");
} catch {}`;
