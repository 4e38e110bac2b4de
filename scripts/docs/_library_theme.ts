import { basename, dirname, posix } from "node:path";
import {
  type Application,
  DefaultTheme,
  DefaultThemeRenderContext,
  JSX,
  type PageEvent,
  type Reflection,
} from "typedoc";
import { markdownLink, siteHeader, siteIcon, type SitePart, THEME_SCRIPT } from "./_site_header.ts";

type Context = DefaultThemeRenderContext;
type Icons = Context["icons"];

/** Folder of the site that the library is in. */
export const FOLDER = "library";

/** Page of the renderer that has none in Markdown. */
const NO_MARKDOWN = "hierarchy.html";

/** Starts a link that is counted from the root of the site. */
const FROM_ROOT = "site:";

/** The renderer's pages with the header of the site, and icons within the page: one that is opened as a file may load no other file. */
class LibraryContext extends DefaultThemeRenderContext {
  #icons: Icons | undefined;

  constructor(...parts: ConstructorParameters<typeof DefaultThemeRenderContext>) {
    super(...parts);
    const { toolbar } = this;
    this.toolbar = (page) => withSiteHeader(toolbar(page), page);
  }

  override get icons(): Icons {
    this.#icons ??= Object.fromEntries(
      Object.entries(super.icons).map(([name, icon]) => [name, () => withinPage(icon(), name)]),
    ) as unknown as Icons;
    return this.#icons;
  }
}

/** Puts the header of the site in the place of the renderer's name and links, of which its script looks for the latter. */
function withSiteHeader(toolbar: JSX.Element, { url }: PageEvent<Reflection>): JSX.Element {
  const [contents] = toolbar.children as readonly JSX.Element[];
  const [, , ...others] = contents?.children ?? [];
  const html = `<div class="site-row">${siteHeader(partOf(url), upFrom(url), true)}</div><div id="tsd-toolbar-links" hidden></div>`;
  const header = JSX.createElement(JSX.Raw, { html });
  const { tag, props } = contents as JSX.Element;
  return { ...toolbar, children: [{ tag, props, children: [header, ...others] }] };
}

/** An icon that refers to the page's own copy. */
function withinPage(icon: JSX.Element, name: string): JSX.Element {
  const isReference = icon.children.length === 1 && nameOf(icon.children[0]) === "use";
  if (!isReference) return icon;
  return { ...icon, children: [JSX.createElement("use", { href: `#icon-${name}` })] };
}

function nameOf(child: JSX.Children): unknown {
  return typeof child === "object" && child !== null && "tag" in child ? child.tag : undefined;
}

function partOf(url: string): SitePart {
  return url === "index.html" || url.startsWith("documents/") ? "guides" : "reference";
}

/** From a page of the library to the root of the site. */
function upFrom(url: string): string {
  return `${posix.relative(dirname(posix.join(FOLDER, url)), ".")}/`;
}

/** The parser of Markdown, as far as the theme changes it. */
interface Parser {
  normalizeLink: (url: string) => string;
  readonly validateLink: (url: string) => boolean;
  readonly renderer: { readonly rules: Record<string, unknown> };
}

/** Gives the pages in HTML the look of the site. */
export async function useLibraryTheme(app: Application): Promise<void> {
  let page = "";
  const icon = await siteIcon();
  app.renderer.on("beginRender", () => {
    const { theme } = app.renderer;
    // Not the theme of the pages in Markdown.
    if (theme instanceof DefaultTheme) theme.ContextClass = LibraryContext;
  });
  app.renderer.hooks.on("head.end", (context) => {
    const { url } = context.page;
    const isInMarkdown = url !== NO_MARKDOWN;
    const link = isInMarkdown ? markdownLink(basename(url).replace(/html$/, "md")) : "";
    return JSX.createElement(JSX.Raw, { html: `${icon}${link}<script>${THEME_SCRIPT}</script>` });
  });
  app.renderer.on("beginPage", ({ url }: PageEvent) => void (page = url));
  app.options.setValue("markdownItLoader", (parser: Parser) => {
    const { normalizeLink } = parser;
    parser.normalizeLink = (url) =>
      url.startsWith(FROM_ROOT)
        ? upFrom(page) + url.slice(FROM_ROOT.length)
        : normalizeLink.call(parser, url);
    // Wide ones scroll, by keys too.
    parser.renderer.rules.table_open = () => '<table tabindex="0">\n';
  });
}
