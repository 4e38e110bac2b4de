import { API_KEY_HEADER } from "../generated/limits.gen.ts";
import { showValue } from "./show_value.ts";

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

const ALLOWED = `a text, { value, in: "header" or "query", name } or a function of the request`;

/**
 * Checks a key before anything is sent. No message repeats any part of it.
 *
 * @throws {TypeError} If it is none, or cannot stand in a header.
 */
export function checkKey(key: unknown): void {
  if (key === undefined || typeof key === "function") return;
  const fault = typeof key === "string" ? headerFault(API_KEY_HEADER, key) : objectFault(key);
  if (fault) throw new TypeError(`Cannot use apiKey: expected ${ALLOWED}, ${fault}`);
}

function objectFault(key: unknown): string | undefined {
  if (typeof key !== "object" || key === null || Array.isArray(key)) return `got ${kindOf(key)}`;
  const { value, in: place, name } = key as Readonly<Record<string, unknown>>;
  if (typeof value !== "string") return `got ${kindOf(value)} as value`;
  if (typeof name !== "string" || name === "") return `got ${kindOf(name)} as name`;
  if (place === "query") return undefined;
  return place === "header" ? headerFault(name, value) : `got ${kindOf(place)} as in`;
}

/** The value itself may be the key, or hold it. */
function kindOf(value: unknown): string {
  if (value === "") return "an empty text";
  if (typeof value === "string") return "another text";
  return typeof value === "number" ? "a number" : showValue(value);
}

function headerFault(name: string, value: string): string | undefined {
  try {
    new Headers().set(name, value);
    return undefined;
  } catch {
    return "got what cannot stand in a header";
  }
}

/**
 * A copy of `request` that presents `key`; `request` itself without a key.
 *
 * @throws {TypeError} If the key is a function that returns no request.
 */
export function presentKey(request: Request, key: ApiKey | undefined): Request {
  if (key === undefined) return request;
  if (typeof key === "function") return fromFunction(key, request);
  if (typeof key === "string") return withHeader(request, API_KEY_HEADER, key);
  return key.in === "header"
    ? withHeader(request, key.name, key.value)
    : withQuery(request, key.name, key.value);
}

function fromFunction(key: (request: Request) => unknown, request: Request): Request {
  const changed = key(request);
  if (changed instanceof Request) return changed;
  throw new TypeError(
    `Cannot use apiKey: the function must return a Request, got ${kindOf(changed)}`,
  );
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
