import { API_KEY_HEADER, API_KEY_PARAMETER } from "../generated/limits.gen.ts";
import { type ApiKey, presentKey } from "../transport/mod.ts";

const BEARER = /^Bearer\s+(\S+)$/i;

/**
 * The URL to open a WebSocket at, with the key in its query: browsers can set no header there.
 *
 * A key for a query parameter of its own stays there. A key as a function is asked with a request for the same URL over
 * HTTP; what it adds to the query is kept, and a key that it puts into a header goes into the query.
 */
export function socketUrl(endpoint: string, key: ApiKey | undefined): string {
  if (key === undefined) return endpoint;
  if (typeof key === "string") return withQuery(endpoint, API_KEY_PARAMETER, key);
  if (typeof key === "object") {
    const name = key.in === "query" ? key.name : API_KEY_PARAMETER;
    return withQuery(endpoint, name, key.value);
  }
  const { url, headers } = presentKey(new Request(endpoint.replace(/^ws/, "http")), key);
  const shown = headers.get(API_KEY_HEADER) ?? BEARER.exec(headers.get("Authorization") ?? "")?.[1];
  const asked = url.replace(/^http/, "ws");
  return shown === undefined ? asked : withQuery(asked, API_KEY_PARAMETER, shown);
}

function withQuery(url: string, name: string, value: string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
}
