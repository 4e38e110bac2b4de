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

/** The part of the site that the package holds: the page of both specs, the specs, and all pages as plain text. */
const PACKED_SITE = packageFolder("packed/");

/** The published files by the path each is served at; all of them are served below `/docs/` as well. */
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

/** A path of a published file: no part of it is empty or begins with a dot. */
const BELOW = /^\/docs\/(\w[\w.,-]*(?:\/\w[\w.,-]*)*)$/;

/** The pages have scripts and styles in them, and load others from this service alone. */
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
 * The page of the API runs its samples against an address that the reader enters, so it may connect to any. It is the same
 * file for all, shows answers as text alone, and keeps a key by the address that it is for.
 */
const API_PAGE = "index.html";
const API_HEADERS = {
  ...HEADERS,
  "Content-Security-Policy": POLICY.replace(
    "connect-src 'self'",
    "connect-src 'self' http: https: ws: wss:",
  ),
};

/** Files that name the address they are asked at, and what puts it there. The page does so itself, in the browser. */
const EDITS: Readonly<Record<string, ((text: string, base: string) => string) | undefined>> = {
  "asyncapi.json": specAt,
  "openapi.json": specAt,
  "openrpc.json": specAt,
  "llms.txt": listAt,
};

/** A host and a prefix that no request has. */
const ANY_HOST = "host-of-the-request.invalid";
const ANY_PREFIX = "/prefix-of-the-request";

/** The edit of a file for the address that it is asked at: what it makes follows from the scheme, and from whether there is a prefix. */
function editFor(name: string, base: string): FileEdit | undefined {
  const edit = EDITS[name];
  if (!edit || base === "") return undefined;
  const { protocol, host, pathname } = new URL(base);
  const marks = { [ANY_HOST]: host, ...(pathname !== "/" && { [ANY_PREFIX]: pathname }) };
  const any = `${protocol}//${Object.keys(marks).join("")}`;
  return { name: any, make: (text) => edit(text, any), marks };
}

/** Paths of folders by the path that their links are counted from. */
const MOVED: Readonly<Record<string, string | undefined>> = { "/docs/library": "library/" };

/** The name in logs and metrics of the published file at `pathname`; undefined where there can be none. */
export function sitePathName(pathname: string): string | undefined {
  if (pathname.startsWith("/docs/")) return "/docs";
  return Object.hasOwn(FILES, pathname) ? pathname : undefined;
}

/** The files of the published site, as responses; the specs name the address that they are asked at. */
export class SiteFiles {
  readonly #folder: URL;
  readonly #packed: URL;
  /** By file: a page has several paths. */
  readonly #responses = new FileResponses();

  /**
   * @param folder Where the site is, with a slash at the end.
   * @param packed Where to look for what it lacks.
   */
  constructor(folder: URL = SITE, packed: URL = PACKED_SITE) {
    this.#folder = folder;
    this.#packed = packed;
  }

  /** Answers the file at `pathname`; where there is none, a refusal that says where to find it. */
  async answer(pathname: string, asked: StaticRequest): Promise<ServiceResponse> {
    const { request, base = "", segments } = asked;
    const moved = MOVED[pathname];
    if (moved !== undefined) return { status: 308, headers: { Location: moved }, body: "" };
    const name = FILES[pathname] ?? BELOW.exec(pathname)?.[1] ?? "";
    const edit = editFor(name, base);
    const answerFrom = (folder: URL): Promise<ServiceResponse> =>
      this.#responses.answer({
        request,
        file: new URL(name, folder),
        headers: name === API_PAGE ? API_HEADERS : HEADERS,
        edit,
      });
    try {
      return await answerFrom(this.#folder).catch(async () => {
        const page = { title: "Documentation", base, segments, build: "running" } as const;
        const isBeingBuilt = (await readBuild(this.#folder)) === "running";
        return isBeingBuilt ? answerUnbuilt(page) : answerFrom(this.#packed);
      });
    } catch {
      // The package holds the guides and the library's reference as plain text alone.
      const text = `No page ${showPath(pathname)} here: see the menu of /docs. Without one, "npm run docs" in the repository says why the pages cannot be built`;
      return answerMissing(asked, text);
    }
  }
}

/** A server of a published spec: by its URL, or by host and protocol. */
interface Server {
  url?: string;
  host?: string;
  protocol?: string;
  /** Path in front of that of a channel. */
  pathname?: string;
  readonly variables?: { readonly apiHost?: { default: string } };
}

interface Servers {
  readonly servers?: readonly Server[] | Readonly<Record<string, Server>>;
}

/** A published spec whose servers name `base` in place of the default that the specs are written with. */
export function specAt(text: string, base: string): string {
  const spec = JSON.parse(text) as Servers & {
    readonly paths?: Readonly<Record<string, Servers>>;
    readonly methods?: readonly Servers[];
  };
  const holders = [spec, ...Object.values(spec.paths ?? {}), ...(spec.methods ?? [])];
  for (const { servers = [] } of holders)
    for (const server of Object.values(servers)) nameBase(server, base);
  return `${JSON.stringify(spec, undefined, 2)}\n`;
}

/** The list of pages with whole addresses: it is asked for beside `/docs` too. */
function listAt(text: string, base: string): string {
  return text.replaceAll(/\]\((?!\w+:)/g, `](${base}/docs/`);
}

/** A server names its host by a variable or alone, or its URL is whole. */
function nameBase(server: Server, base: string): void {
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
