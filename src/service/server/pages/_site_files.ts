import type { ServiceResponse } from "../../request.ts";
import { showPath } from "../../api/context/mod.ts";
import {
  type FileEdit,
  FileResponses,
  packageFolder,
  SITE,
  type StaticRequest,
} from "./_file_responses.ts";
import { answerMissing } from "./_missing_page.ts";
import { answerUnbuilt, readBuild } from "./_unbuilt_page.ts";

/** The part of the site in the package: the page of both specs, the specs, and all pages as plain text. */
const PACKED_SITE = packageFolder("packed/");

/** Published files by path. Each is served below `/docs/` too. */
const FILES: Readonly<Record<string, string | undefined>> = {
  "/docs": "index.html",
  "/docs/": "index.html",
  "/docs/library/": "library/index.html",
  "/asyncapi.json": "asyncapi.json",
  "/openapi.json": "openapi.json",
  "/openrpc.json": "openrpc.json",
  "/flows.arazzo.yaml": "flows.arazzo.yaml",
  "/llms.txt": "llms.txt",
  "/llms-full.txt": "llms-full.txt",
};

/** The path of a file below `/docs/`: no part is empty or begins with a dot. */
const PUBLISHED_PATH = /^\/docs\/(\w[\w.,-]*(?:\/\w[\w.,-]*)*)$/;

/** Pages may have inline scripts and styles, and load from this service only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = { "Cache-Control": "no-cache", "Content-Security-Policy": POLICY };

/**
 * The page of the API sends its samples to an address that the reader enters, so it may connect anywhere. The page is the
 * same for all readers, shows answers only as text, and sends a key only to the address for which it was entered.
 */
const API_PAGE = "index.html";
const API_HEADERS = {
  ...HEADERS,
  "Content-Security-Policy": POLICY.replace(
    "connect-src 'self'",
    "connect-src 'self' http: https: ws: wss:",
  ),
};

/** Functions that insert the base URL of the request into a file. The page of the API inserts it in the browser. */
const EDITS: Readonly<Record<string, ((text: string, base: string) => string) | undefined>> = {
  "asyncapi.json": specAt,
  "openapi.json": specAt,
  "openrpc.json": specAt,
  "llms.txt": listAt,
};

/** Placeholders of host and prefix, which no request can have. */
const ANY_HOST = "host-of-the-request.invalid";
const ANY_PREFIX = "/prefix-of-the-request";

/** The edit of a file. The edited file is cached with placeholders for host and prefix, which each response replaces. */
function editFor(name: string, base: string): FileEdit | undefined {
  const edit = EDITS[name];
  if (!edit || base === "") return undefined;
  const { protocol, host, pathname } = new URL(base);
  const hasPrefix = pathname !== "/";
  const marks = { [ANY_HOST]: host, ...(hasPrefix && { [ANY_PREFIX]: pathname }) };
  const anyBase = `${protocol}//${ANY_HOST}${hasPrefix ? ANY_PREFIX : ""}`;
  return { name: anyBase, make: (text) => edit(text, anyBase), marks };
}

/** Redirects of folders without a trailing slash, against which relative links would resolve wrongly. */
const REDIRECTS: Readonly<Record<string, string | undefined>> = { "/docs/library": "library/" };

/** The name of a published file in logs and metrics; undefined for other paths. */
export function sitePathName(pathname: string): string | undefined {
  if (pathname.startsWith("/docs/")) return "/docs";
  return Object.hasOwn(FILES, pathname) ? pathname : undefined;
}

/** Serves the published site. The specs name the base URL of the request as their server. */
export class SiteFiles {
  readonly #folder: URL;
  /** Has the guides and the reference of the library only as plain text. */
  readonly #packed: URL;
  readonly #responses = new FileResponses();

  /**
   * @param folder Folder of the site, with a trailing slash.
   * @param packed Folder of the files in the package, for those that `folder` lacks.
   */
  constructor(folder: URL = SITE, packed: URL = PACKED_SITE) {
    this.#folder = folder;
    this.#packed = packed;
  }

  /** Responds with the file at `pathname`, or with a refusal that says how to find the page. */
  async answer(pathname: string, page: StaticRequest): Promise<ServiceResponse> {
    const { request, base = "", segments } = page;
    const location = REDIRECTS[pathname];
    if (location !== undefined) return { status: 308, headers: { Location: location }, body: "" };
    // Without a file it is the folder itself, which cannot be read as one.
    const name = FILES[pathname] ?? PUBLISHED_PATH.exec(pathname)?.[1] ?? "";
    const edit = editFor(name, base);
    const answerFrom = (folder: URL): Promise<ServiceResponse> =>
      this.#responses.answer({
        request,
        file: new URL(name, folder),
        headers: name === API_PAGE ? API_HEADERS : HEADERS,
        edit,
      });
    try {
      return await answerFrom(this.#folder);
    } catch {
      // The site is not built, or has no such page.
    }
    try {
      const build = await readBuild(this.#folder);
      if (build === "running")
        return answerUnbuilt({ title: "Documentation", base, segments, build });
      return await answerFrom(this.#packed);
    } catch {
      const text = `No page ${showPath(pathname)} here: see the menu of /docs. Without one, "npm run docs" in the repository says why the pages cannot be built`;
      return answerMissing(page, text);
    }
  }
}

/** A server of a published spec, with a URL, or with host and protocol. */
interface SpecServer {
  url?: string;
  host?: string;
  protocol?: string;
  /** Prefix of the paths of channels. */
  pathname?: string;
  readonly variables?: { readonly apiHost?: { default: string } };
}

interface HasServers {
  readonly servers?: readonly SpecServer[] | Readonly<Record<string, SpecServer>>;
}

/** Replaces the default base URL in the servers of a spec by `base`. */
export function specAt(text: string, base: string): string {
  const spec = JSON.parse(text) as HasServers & {
    readonly paths?: Readonly<Record<string, HasServers>>;
    readonly methods?: readonly HasServers[];
  };
  const holders = [spec, ...Object.values(spec.paths ?? {}), ...(spec.methods ?? [])];
  for (const { servers = [] } of holders)
    for (const server of Object.values(servers)) setBase(server, base);
  return `${JSON.stringify(spec, undefined, 2)}\n`;
}

/** Makes the links in the list of pages absolute, since the list is also served outside `/docs`. */
function listAt(text: string, base: string): string {
  return text.replaceAll(/\]\((?!\w+:)/g, `](${base}/docs/`);
}

/** Sets the base URL of a server: in its variable, in host and protocol, or in its URL. */
function setBase(server: SpecServer, base: string): void {
  const { apiHost } = server.variables ?? {};
  if (apiHost) apiHost.default = base;
  else if (server.host !== undefined) {
    const { host, protocol, pathname } = new URL(base);
    Object.assign(server, { host, protocol: protocol === "https:" ? "wss" : "ws" });
    if (pathname !== "/") server.pathname = pathname;
  } else if (server.url !== undefined)
    server.url = server.url.replace(/^(http|ws):\/\/[^/]+/, (_, scheme: string) => {
      return base.replace(/^http/, scheme);
    });
}
