import type { ServiceRequest, ServiceResponse } from "../../request.ts";
import { RestServiceError, showPath } from "../../api/context/mod.ts";
import { answerError, type Meta } from "../../api/rest/mod.ts";
import { FileResponses, packageFolder } from "./_file_responses.ts";

/** Folder that `npm run explorer` writes. */
const EXPLORER = packageFolder("explorer/dist/");

/** A file of the explorer: its name holds a hash of what is in it. */
const ASSET = /^\/(assets\/\w[\w.-]*)$/;

/** The icon that browsers ask for where a page names none. */
const ICON = "/favicon.ico";

/** The page loads and asks nothing but this service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
};
const PAGE_HEADERS = { ...HEADERS, "Cache-Control": "no-cache" };
const ASSET_HEADERS = { ...HEADERS, "Cache-Control": "public, max-age=31536000, immutable" };

/** Shown until the explorer is built; it looks again by itself. */
const UNBUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<title>alphadelta</title>
<h1>alphadelta</h1>
<p>The explorer is not built yet: <code>npm run explorer</code> does so, and <code>npm start</code> by itself. This page
looks for it every two seconds.</p>
<p><a href="/docs">Documentation</a>, <a href="/openapi.json">openapi.json</a>, <a href="/openrpc.json">openrpc.json</a>, <a href="/asyncapi.json">asyncapi.json</a></p>
</html>
`;

/** A request for a file of the explorer. */
interface ExplorerRequest {
  readonly request: Pick<ServiceRequest, "header">;
  readonly meta: Meta;
}

/** The name in logs and metrics of the explorer's file at `pathname`; undefined where there can be none. */
export function explorerPathName(pathname: string): string | undefined {
  return pathname === "/" || pathname === ICON || ASSET.test(pathname) ? "/" : undefined;
}

/** The files of the explorer, as responses. */
export class ExplorerFiles {
  readonly #folder: URL;
  readonly #responses = new FileResponses();

  /** @param folder Where the built explorer is, with a slash at the end. */
  constructor(folder: URL = EXPLORER) {
    this.#folder = folder;
  }

  /** Answers the file at `pathname`; a plain page in the place of an explorer that is not built. */
  async answer(pathname: string, { request, meta }: ExplorerRequest): Promise<ServiceResponse> {
    const [, asset] = ASSET.exec(pathname) ?? [];
    const isIcon = pathname === ICON;
    const file = new URL(isIcon ? ICON.slice(1) : (asset ?? "service.html"), this.#folder);
    const headers = asset === undefined ? PAGE_HEADERS : ASSET_HEADERS;
    try {
      return await this.#responses.answer({ request, file, headers });
    } catch {
      return asset === undefined && !isIcon ? answerUnbuilt() : refuse(pathname, meta);
    }
  }
}

function answerUnbuilt(): ServiceResponse {
  const headers = {
    ...HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
  };
  return { status: 200, headers, body: UNBUILT };
}

function refuse(pathname: string, meta: Meta): ServiceResponse {
  const text = `No file ${showPath(pathname)} of the explorer: load / anew`;
  return answerError(new RestServiceError("NOT_FOUND", text), meta);
}
