import { LEAST_HEIGHT } from "../chains/internal.ts";
import type { CacheMode } from "./_cache_mode.ts";
import type { KnownHeights } from "./_known_heights.ts";
import type { PendingCall } from "./pending_call.ts";
import type { TransportCall } from "./transport_call.ts";

/**
 * Merges the headers of a request: those of the caller, and over them those of the client and its span. The least height
 * is added unless the caller sets one. Each request has an object of its own, since a `fetch` may modify the headers.
 */
export function headersOf(
  { call, options: { headers: own }, spanHeaders }: PendingCall,
  heights: KnownHeights | undefined,
): Record<string, string> {
  const headers: Record<string, string> = own ? Object.fromEntries(new Headers(own)) : {};
  const least = heights?.leastOf(call);
  if (least !== undefined) headers[LEAST_HEIGHT] ??= String(least);
  return Object.assign(headers, call.headers, spanHeaders);
}

/** The settings that `fetch` gets; those of the caller cannot change method, headers, body, redirect or signal. */
export function initOf(
  { method, body, init }: TransportCall,
  headers: Record<string, string>,
  signal: AbortSignal,
  cacheMode: CacheMode | undefined,
): RequestInit {
  const own: RequestInit = { method, headers, redirect: "manual", signal };
  if (cacheMode) own.cache = init?.cache ?? cacheMode;
  if (body !== undefined) own.body = body;
  return init === undefined ? own : { ...init, ...own };
}

const OPTIONAL_SETTINGS = [
  "cache",
  "credentials",
  "integrity",
  "keepalive",
  "mode",
  "referrerPolicy",
] as const;

/** The optional settings of a request that its runtime has; a value of `default` counts as not set. */
export function optionalSettings(request: Request): RequestInit {
  const entries = OPTIONAL_SETTINGS.map((name) => [name, request[name]] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== "default"),
  );
}

/** Converts a request to settings: the `fetch` of a package does not accept the runtime's `Request`. */
export async function initOfRequest(request: Request): Promise<RequestInit> {
  const { method, headers, body } = request;
  const settings = { ...optionalSettings(request), method, headers: Object.fromEntries(headers) };
  // Some runtimes have no `body`, so an undefined one may still have bytes.
  const bytes = body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  return bytes?.length ? { ...settings, body: bytes } : settings;
}
