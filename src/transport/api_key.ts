import { API_KEY_HEADER } from "../generated/limits.gen.ts";
import { isObject, showValue } from "../validation/mod.ts";
import { type Hide, hideTexts, redactError } from "./_redact_error.ts";

/**
 * An API key.
 *
 * The interface does not specify where it goes. A string goes into the header `X-API-Key`, an extension; name another header, or a query
 * parameter, or change the request in a function, which may return a promise: the request's timeout holds for it too.
 */
export type ApiKey =
  | string
  | { readonly value: string; readonly in: "header" | "query"; readonly name: string }
  | ((request: Request) => Request | Promise<Request>);

/** The arguments of `fetch`. */
export interface Outgoing {
  /** A URL, or a request that a function of the user's made. */
  readonly target: string | Request;
  /** Its method, headers and body. */
  readonly init: RequestInit;
}

/** Adds a key to a request on its way out; later, where a function of the user's makes a promise of it. */
export type KeyPresenter = (url: string, init: RequestInit) => Outgoing | Promise<Outgoing>;

const ALLOWED = `a string, { value, in: "header" or "query", name } or a function of the request`;

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
  if (!isObject(key)) return `got ${kindOf(key)}`;
  const { value, in: place, name } = key;
  if (typeof value !== "string" || value === "") return `got ${kindOf(value)} as value`;
  if (typeof name !== "string" || name === "") return `got ${kindOf(name)} as name`;
  if (place === "query") return undefined;
  return place === "header" ? headerFault(name, value) : `got ${kindOf(place)} as in`;
}

/** The value itself may be the key, or hold it. */
function kindOf(value: unknown): string {
  if (value === "") return "an empty string";
  if (typeof value === "string") return "another string";
  return typeof value === "number" ? "a number" : showValue(value);
}

/**
 * Makes what adds `key` to each request.
 *
 * The presenter throws a `TypeError` where the key is a function that returns no request.
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
): Outgoing | Promise<Outgoing> {
  const { signal = null, redirect = "manual", cache } = init;
  const read = (changed: unknown): Outgoing => {
    if (isRequest(changed))
      return { target: changed, init: { signal, redirect, ...(cache && { cache }) } };
    throw new TypeError(
      `Cannot use apiKey: the function must return a Request, got ${kindOf(changed)}`,
    );
  };
  return whenDone(key(new Request(url, init)), read);
}

/** Goes on with a value at once, or with that of a promise when it is there. */
export function whenDone<From, To>(
  value: From | PromiseLike<From>,
  next: (value: From) => To,
): To | Promise<To> {
  const { then } = (value ?? {}) as Partial<PromiseLike<From>>;
  if (typeof then !== "function") return next(value as From);
  return Promise.resolve(value).then(next);
}

/** By its shape: a package that brings its own `fetch` brings its own class of requests. */
function isRequest(value: unknown): value is Request {
  const { url, headers } = (value ?? {}) as Partial<Request>;
  return typeof url === "string" && typeof headers?.get === "function";
}

function withQuery(text: string, name: string, value: string): string {
  const url = new URL(text);
  url.searchParams.set(name, value);
  return url.href;
}

/** Makes the presenter that sets a header to the key, which was checked before. */
export function presentHeader(
  name: string,
  value: string,
): (url: string, init: RequestInit) => Outgoing {
  const lower = name.toLowerCase();
  return (target, init) => ({
    target,
    init: { ...init, headers: { ...(init.headers as Record<string, string>), [lower]: value } },
  });
}

/** Why a key cannot be sent in a header; undefined where it can. No part of the key is repeated. */
export function headerFault(name: string, value: string): string | undefined {
  if (value === "") return "got an empty string";
  try {
    new Headers().set(name, value);
    return undefined;
  } catch {
    return "got a value that cannot be sent in a header";
  }
}

/**
 * Takes keys out of an error's strings: a runtime may show the URL there, and a service the request.
 *
 * @param plain The request without its key.
 */
export function hideKey(error: unknown, plain: Outgoing, sent: Outgoing): void {
  redactError(error, keyHider(plain, sent));
}

/**
 * Hides the key of a request in any string. The query of an endpoint that is posted to can hold nothing but a key; that of
 * others is hidden as a whole.
 */
export function keyHider(plain: Outgoing, sent: Outgoing): Hide {
  const [own, all] = [partsOf(plain), partsOf(sent)];
  const { method = "GET" } = plain.init;
  const known = method === "GET" ? [...own.headers, ...own.query] : own.headers;
  const added = [...all.headers, ...all.query].filter((value) => !known.includes(value));
  const hide = hideTexts(added.flatMap(formsOf));
  const searches = [all.search, own.search].filter((search) => search !== "");
  return (text) => hide(searches.reduce((rest, search) => rest.replaceAll(search, "…"), text));
}

/** The query of a request, and the values in it and in the headers. */
function partsOf({
  target,
  init,
}: Outgoing): Readonly<Record<"headers" | "query", readonly string[]>> & { search: string } {
  const isText = typeof target === "string";
  const { search, searchParams } = new URL(isText ? target : target.url);
  const headers = new Headers(isText ? init.headers : target.headers);
  return { search, headers: [...headers.values()], query: [...searchParams.values()] };
}

/** As a header, a form, a path or a message may show it; of "Bearer …" the key alone too. */
function formsOf(value: string): string[] {
  const form = new URLSearchParams([["", value]]).toString().slice(1);
  const escaped = [encodeURI(value), encodeURIComponent(value), form];
  const inLowerCase = escaped.map((each) => each.replace(/%../g, (code) => code.toLowerCase()));
  return [value, ...value.split(" "), ...escaped, ...inLowerCase];
}
