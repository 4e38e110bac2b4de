import type { ErrorContext } from "../errors/mod.ts";
import type { Answer } from "./answer.ts";
import { passedOn, type PlatformFetch } from "./attempt.ts";
import { pause } from "./pause.ts";
import type { Caller, TransportCall } from "./transport_call.ts";

/** The context of all calls of a `fetch` function. */
interface FetchContext extends ErrorContext {
  /** Origin of the API host whose rate limit the calls use. @default {the origin of each URL} */
  readonly host?: string | undefined;
  /** Origins that the key may go to; requests to others have no key and a rate limit of their own. @default {any} */
  readonly home?: readonly string[] | undefined;
}

/** Statuses that come without a body. */
const BODILESS: readonly number[] = [204, 205, 304];

/**
 * Makes a `fetch` function that sends through a transport.
 *
 * GET and HEAD are safe to repeat, no other method is. The body of an answer has come whole when the promise resolves.
 * An answer with an error status resolves, as with any `fetch`.
 */
export function createFetch(
  transport: Caller,
  { host, home, ...context }: FetchContext = {},
): PlatformFetch {
  return async (input, init = {}) => {
    const { signal = input instanceof Request ? input.signal : null, ...settings } = init;
    const call = await callOf(input, settings, signal);
    const isAway = home !== undefined && !home.some((origin) => call.url.startsWith(`${origin}/`));
    const own = isAway ? { keyless: true } : { host };
    // Awaited, so that the stack of an error shows who called.
    return await transport.call({ ...call, ...own, context }, signal ? { signal } : {});
  };
}

type PlainCall = Omit<TransportCall<Response>, "context">;

/** A signal that lives long would slow each request that is made with it: it is none of the settings. */
async function callOf(
  input: Parameters<PlatformFetch>[0],
  settings: RequestInit,
  signal: AbortSignal | null,
): Promise<PlainCall> {
  const { headers, body, method = "GET", redirect: _, ...rest } = settings;
  const verb = method.toUpperCase();
  const isSimple = isSafe(verb) ? !body : !body || typeof body === "string";
  if (!(input instanceof Request) && isSimple) {
    const text = (body as string | null | undefined) ?? undefined;
    return plainCall(urlOf(input), verb, new Headers(headers), rest, text);
  }
  const request = new Request(input, settings);
  const bytes = request.body === null ? undefined : await bytesOf(request, signal);
  return plainCall(urlOf(request.url), request.method, request.headers, passedOn(request), bytes);
}

/** A stream may end late or never: an abort does not wait for it. */
async function bytesOf(
  request: Request,
  signal: AbortSignal | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = await pause<ArrayBuffer>(signal ?? undefined, (resolve, reject) => {
    void request.arrayBuffer().then(resolve, reject);
  });
  return new Uint8Array(buffer);
}

/** The message repeats no URL, since it may hold a key. */
function urlOf(input: string | URL): string {
  const base = (globalThis as { location?: { href: string } }).location?.href;
  const url = URL.canParse(input, base) ? new URL(input, base) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username + url.password === "") return url.href;
  throw new TypeError("Cannot fetch: expected a URL http://… or https://… without credentials");
}

function plainCall(
  url: string,
  method: string,
  given: Headers,
  init: RequestInit,
  body: TransportCall<Response>["body"],
): PlainCall {
  const safe = isSafe(method);
  const headers = Object.fromEntries(given);
  const isRead = safe && body === undefined && Object.values(init).every(isPlain);
  const key = isRead ? `${method} ${url} ${JSON.stringify([headers, init])}` : undefined;
  return { url, method, headers, body, init, safe, key, bytes: true, read: responseOf };
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** An object among a runtime's own settings may tell one request from another. */
function isPlain(value: unknown): boolean {
  return typeof value !== "object" && typeof value !== "function";
}

function responseOf({ status, headers, bytes, text }: Answer): Response {
  const body = BODILESS.includes(status) ? null : (bytes ?? text);
  return new Response(body, { status, headers });
}
