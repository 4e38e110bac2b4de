import { readFile } from "node:fs/promises";
import type { ServiceRequest, ServiceResponse } from "../../request.ts";
import { RestServiceError, showPath } from "../../api/context/mod.ts";
import { answerError, type Meta } from "../../api/rest/mod.ts";
import { FileResponses, packageFolder } from "./_file_responses.ts";

/** Folder that `npm run docs` writes. */
const SITE = packageFolder("site/");

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

/** Files that name the origin they are asked at, and what puts it there. The page does so itself, in the browser. */
const EDITS: Readonly<Record<string, ((text: string, origin: string) => string) | undefined>> = {
  "asyncapi.json": specAtOrigin,
  "openapi.json": specAtOrigin,
  "openrpc.json": specAtOrigin,
  "llms.txt": listAtOrigin,
};

/** Shown while the pages are built; it looks again by itself. */
const BEING_BUILT: ServiceResponse = {
  status: 503,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": "5",
  },
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<title>Documentation</title>
<h1>The documentation is being built</h1>
<p>It takes about 20 seconds after the first start, and after a change. This page looks for it every two seconds.</p>
</html>
`,
};

/** A request for a published file. */
interface SiteRequest {
  readonly request: Pick<ServiceRequest, "header">;
  /** Origin at which the service was reached; undefined where the request does not tell. */
  readonly origin: string | undefined;
  readonly meta: Meta;
}

/** Paths of folders by the path that their links are counted from. */
const MOVED: Readonly<Record<string, string | undefined>> = { "/docs/library": "library/" };

/** The name in logs and metrics of the published file at `pathname`; undefined where there can be none. */
export function sitePathName(pathname: string): string | undefined {
  if (pathname.startsWith("/docs/")) return "/docs";
  return Object.hasOwn(FILES, pathname) ? pathname : undefined;
}

/** The files of the published site, as responses; the specs name the origin that they are asked at. */
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
  async answer(
    pathname: string,
    { request, origin = "", meta }: SiteRequest,
  ): Promise<ServiceResponse> {
    const moved = MOVED[pathname];
    if (moved !== undefined) return { status: 308, headers: { Location: moved }, body: "" };
    const name = FILES[pathname] ?? BELOW.exec(pathname)?.[1] ?? "";
    const edit = EDITS[name];
    const answerFrom = (folder: URL): Promise<ServiceResponse> =>
      this.#responses.answer({
        request,
        file: new URL(name, folder),
        headers: name === API_PAGE ? API_HEADERS : HEADERS,
        variant: edit ? origin : "",
        edit: (text) => edit?.(text, origin) ?? text,
      });
    try {
      return await answerFrom(this.#folder).catch(async () =>
        (await this.#isBeingBuilt()) ? BEING_BUILT : answerFrom(this.#packed),
      );
    } catch {
      // The package holds the guides and the library's reference as plain text alone.
      const text = `No page ${showPath(pathname)} here: "npm run docs" of the repository builds all pages, the package has /docs and all pages as Markdown`;
      return answerError(new RestServiceError("NOT_FOUND", text), meta);
    }
  }

  /** True if a process that builds the pages has left its number here, and runs. */
  async #isBeingBuilt(): Promise<boolean> {
    try {
      const builder = Number(await readFile(new URL(".building", this.#folder), "utf8"));
      return builder > 0 && process.kill(builder, 0);
    } catch {
      return false;
    }
  }
}

/** A server of a published spec: by its URL, or by host and protocol. */
interface Server {
  url?: string;
  host?: string;
  protocol?: string;
  readonly variables?: { readonly apiHost?: { default: string } };
}

interface Servers {
  readonly servers?: readonly Server[] | Readonly<Record<string, Server>>;
}

/** A published spec whose servers name `origin` in place of the default that the specs are written with. */
export function specAtOrigin(text: string, origin: string): string {
  const spec = JSON.parse(text) as Servers & {
    readonly paths?: Readonly<Record<string, Servers>>;
    readonly methods?: readonly Servers[];
  };
  const holders = [spec, ...Object.values(spec.paths ?? {}), ...(spec.methods ?? [])];
  for (const { servers = [] } of holders)
    for (const server of Object.values(servers)) nameOrigin(server, origin);
  return `${JSON.stringify(spec, undefined, 2)}\n`;
}

/** The list of pages with whole addresses: it is asked for beside `/docs` too. */
function listAtOrigin(text: string, origin: string): string {
  return text.replaceAll(/\]\((?!\w+:)/g, `](${origin}/docs/`);
}

/** A server names its host by a variable or alone, or its URL is whole. */
function nameOrigin(server: Server, origin: string): void {
  const { apiHost } = server.variables ?? {};
  if (apiHost) apiHost.default = origin;
  else if (server.host !== undefined) {
    const { host, protocol } = new URL(origin);
    Object.assign(server, { host, protocol: protocol === "https:" ? "wss" : "ws" });
  } else if (server.url !== undefined)
    server.url = server.url.replace(/^(http|ws):\/\/[^/]+/, (_, scheme: string) => {
      return origin.replace(/^http/, scheme);
    });
}
