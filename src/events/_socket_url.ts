import { API_KEY_HEADER, API_KEY_PARAMETER } from "../generated/limits.gen.ts";
import { type ApiKey, showValue } from "../transport/mod.ts";

const BEARER = /^Bearer\s+(\S+)$/i;

/**
 * The URL to open a WebSocket at, with the key in its query: browsers can set no header there.
 *
 * A key for a query parameter of its own stays there. A key as a function is asked with a request for the same URL over
 * HTTP; what it adds to the query is kept, and a key that it puts into a header goes into the query.
 *
 * @throws {TypeError} If the key is a function that returns no request.
 */
export function socketUrl(endpoint: string, key: ApiKey | undefined): string {
  if (key === undefined) return endpoint;
  if (typeof key === "string") return withQuery(endpoint, API_KEY_PARAMETER, key);
  if (typeof key === "object") {
    const name = key.in === "query" ? key.name : API_KEY_PARAMETER;
    return withQuery(endpoint, name, key.value);
  }
  const { url, headers } = askKey(key, new Request(endpoint.replace(/^ws/, "http")));
  const shown = headers.get(API_KEY_HEADER) ?? BEARER.exec(headers.get("Authorization") ?? "")?.[1];
  const asked = url.replace(/^http/, "ws");
  return shown === undefined ? asked : withQuery(asked, API_KEY_PARAMETER, shown);
}

function askKey(key: (request: Request) => unknown, request: Request): Request {
  const changed = key(request);
  if (changed instanceof Request) return changed;
  const got = showValue(changed);
  throw new TypeError(`Cannot use apiKey: the function must return a Request, got ${got}`);
}

function withQuery(url: string, name: string, value: string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
}
