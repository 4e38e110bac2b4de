import { abortable } from "./clock.ts";
import type { ErrorContext } from "../errors/mod.ts";
import type { Answer } from "./answer.ts";
import type { PlatformFetch } from "./attempt.ts";
import { optionalSettings } from "./_request_init.ts";
import type { Caller, TransportCall } from "./transport_call.ts";

/** The requests of a `fetch` function, and how errors and hooks name them. */
interface FetchScope {
  /** Segment and operation, of requests that have them. */
  readonly context?: ErrorContext;
  /** Origin of the API host whose rate limit the calls use. @default {the origin of each URL} */
  readonly host?: string | undefined;
  /** Origins that the key may go to; requests to others have no key and a rate limit of their own. @default {any} */
  readonly home?: readonly string[] | undefined;
  /** Throws where no request may go to a URL. */
  readonly check?: (url: string) => void;
  /** Makes what the promise resolves to, as `read` of a {@linkcode TransportCall}. @default {a response with a body for itself} */
  readonly read?: (answer: Answer, isShared: boolean) => Response;
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
  { context = {}, host, home, check, read = responseOf }: FetchScope = {},
): PlatformFetch {
  return async (input, init = {}) => {
    // A signal that lives long would slow each request that is made with it: it is none of the settings.
    const { signal = input instanceof Request ? input.signal : null, ...settings } = init;
    const parts = plainParts(input, settings) ?? (await requestParts(input, settings, signal));
    const { url } = parts;
    check?.(url);
    const isHome = !home || home.some((origin) => url.startsWith(`${origin}/`));
    const call = { ...callOf(parts), read, context, host: isHome ? host : undefined };
    // Awaited, so that the stack of an error shows who called.
    return await transport.call(
      isHome ? call : { ...call, keyless: true },
      signal ? { signal } : undefined,
    );
  };
}

/** A request, taken apart. */
interface FetchedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: TransportCall["body"];
  /** Further settings of the runtime's `fetch`. */
  readonly init: RequestInit;
}

/** Most requests are a URL and settings, which the runtime need make no `Request` of. */
function plainParts(
  input: Parameters<PlatformFetch>[0],
  settings: RequestInit,
): FetchedRequest | undefined {
  const { headers, body, method = "GET", redirect: _, ...init } = settings;
  const verb = method.toUpperCase();
  const isSimple = isSafe(verb) ? !body : !body || typeof body === "string";
  if (input instanceof Request || !isSimple) return undefined;
  return {
    url: urlOf(input),
    method: verb,
    headers: headers instanceof Headers ? headers : new Headers(headers),
    body: (body as string | null | undefined) ?? undefined,
    init,
  };
}

async function requestParts(
  input: Parameters<PlatformFetch>[0],
  settings: RequestInit,
  signal: AbortSignal | null,
): Promise<FetchedRequest> {
  const isWhole = input instanceof Request && Object.keys(settings).length === 0;
  const request = isWhole ? input : new Request(input, settings);
  const { method, headers } = request;
  // Firefox has no `body`: a request without one is then read as one of no bytes.
  const bytes = request.body === null ? undefined : await bytesOf(request, signal);
  const body = bytes?.length ? bytes : undefined;
  return { url: urlOf(request.url), method, headers, body, init: optionalSettings(request) };
}

/** A stream may end late or never: an abort does not wait for it. */
async function bytesOf(
  request: Request,
  signal: AbortSignal | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = await abortable<ArrayBuffer>(signal ?? undefined, (resolve, reject) => {
    void request.arrayBuffer().then(resolve, reject);
  });
  return new Uint8Array(buffer);
}

/** The message repeats no URL, since it may hold a key. */
function urlOf(input: string | URL): string {
  const base = (globalThis as { location?: { href: string } }).location?.href;
  try {
    const { href, protocol, username, password } = new URL(input, base);
    if (/^https?:$/.test(protocol) && username + password === "") return href;
  } catch {
    // It is no URL, as the error says.
  }
  throw new TypeError("Cannot fetch: expected a URL http://… or https://… without credentials");
}

function callOf({
  url,
  method,
  headers: sentHeaders,
  body,
  init,
}: FetchedRequest): Omit<TransportCall, "context" | "read"> {
  const safe = isSafe(method);
  const headers = Object.fromEntries(sentHeaders);
  const isRead = safe && body === undefined && Object.values(init).every(isPlain);
  const key = isRead ? `${method} ${url} ${JSON.stringify([headers, init])}` : undefined;
  return { url, method, headers, body, init, safe, key, bytes: true };
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** False for an object among the runtime's own settings, which the key of a request cannot show. */
function isPlain(value: unknown): boolean {
  return typeof value !== "object" && typeof value !== "function";
}

/** Makes a response of the runtime, with its own headers and body. */
export function responseOf({ status, headers, bytes, text }: Answer): Response {
  const body = BODILESS.includes(status) ? null : (bytes ?? text);
  return new Response(body, { status, headers });
}
