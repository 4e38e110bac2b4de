import { API_KEY_HEADER } from "../generated/limits.gen.ts";
import { showValue } from "../validation/mod.ts";
import { headerFault, type KeyPresenter, type Outgoing, presentHeader } from "./_present_header.ts";

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
  if (typeof value !== "string" || value === "") return `got ${kindOf(value)} as value`;
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

/**
 * Makes what adds `key` to each request.
 *
 * What it makes throws a `TypeError` where the key is a function that returns no request.
 */
export function keyPresenter(key: ApiKey | undefined): KeyPresenter | undefined {
  if (key === undefined) return undefined;
  if (typeof key === "function") return (url, init) => fromFunction(key, url, init);
  if (typeof key === "string") return presentHeader(API_KEY_HEADER, key);
  const { name, value } = key;
  return key.in === "header"
    ? presentHeader(name, value)
    : (url, init) => ({ target: withQuery(url, name, value), init });
}

function fromFunction(
  key: (request: Request) => unknown,
  url: string,
  init: RequestInit,
): Outgoing {
  const changed = key(new Request(url, init));
  const { signal = null, redirect = "manual" } = init;
  if (changed instanceof Request) return { target: changed, init: { signal, redirect } };
  throw new TypeError(
    `Cannot use apiKey: the function must return a Request, got ${kindOf(changed)}`,
  );
}

function withQuery(text: string, name: string, value: string): string {
  const url = new URL(text);
  url.searchParams.set(name, value);
  return url.href;
}
