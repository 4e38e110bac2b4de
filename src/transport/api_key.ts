import { API_KEY_HEADER } from "../generated/limits.gen.ts";

/**
 * An API key, and how it is presented.
 *
 * The interface leaves the way open. A text goes into the header `X-API-Key` (decided); name another header, or a query
 * parameter, or change the request in a function.
 */
export type ApiKey =
  | string
  | { readonly value: string; readonly in: "header" | "query"; readonly name: string }
  | ((request: Request) => Request);

/** A copy of `request` that presents `key`; `request` itself without a key. */
export function presentKey(request: Request, key: ApiKey | undefined): Request {
  if (key === undefined) return request;
  if (typeof key === "function") return key(request);
  if (typeof key === "string") return withHeader(request, API_KEY_HEADER, key);
  return key.in === "header"
    ? withHeader(request, key.name, key.value)
    : withQuery(request, key.name, key.value);
}

function withHeader(request: Request, name: string, value: string): Request {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  return new Request(request, { headers });
}

function withQuery(request: Request, name: string, value: string): Request {
  const url = new URL(request.url);
  url.searchParams.set(name, value);
  return new Request(url, request);
}
