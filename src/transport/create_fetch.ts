import type { ErrorContext } from "../errors/mod.ts";
import type { Answer } from "./answer.ts";
import type { CallOptions } from "./call_options.ts";
import type { Caller } from "./caller.ts";
import type { PlatformFetch } from "./platform_fetch.ts";
import type { TransportCall } from "./transport_call.ts";

/** What the calls of a `fetch` function have in common. */
export interface FetchContext extends ErrorContext {
  /** Origin of the API host whose allowance the calls use. @default {the origin of each URL} */
  readonly host?: string | undefined;
}

/** Settings of a request that are handed on as they are. */
const KEPT = ["cache", "credentials", "integrity", "keepalive", "mode", "referrerPolicy"] as const;

/** Statuses that come without a body. */
const BODILESS: readonly number[] = [204, 205, 304];

/**
 * Makes a `fetch` function that sends through a transport.
 *
 * GET and HEAD are safe to repeat, no other method is. The body of an answer has come whole when the promise resolves.
 * An answer with an error status resolves, as with any `fetch`.
 *
 * @example
 * ```ts
 * import { createFetch, createTransport } from "alphadelta/transport";
 *
 * const fetch = createFetch(createTransport());
 * const answer = await fetch("http://127.0.0.1:8645/v1/delta/chain/info");
 * console.log(answer.status);
 * ```
 */
export function createFetch(
  transport: Caller,
  { host, ...context }: FetchContext = {},
): PlatformFetch {
  return async (input, init = {}) => {
    const { call, signal } = await callOf(input, init);
    const options: CallOptions = signal ? { signal } : {};
    return transport.call({ ...call, host, context }, options);
  };
}

type PlainCall = Omit<TransportCall<Response>, "context">;

interface ReadRequest {
  readonly call: PlainCall;
  readonly signal: AbortSignal | null | undefined;
}

async function callOf(
  input: Parameters<PlatformFetch>[0],
  init: RequestInit,
): Promise<ReadRequest> {
  const { signal: own, ...settings } = init;
  const given = input instanceof Request ? input.signal : undefined;
  const signal = own === undefined ? given : own;
  const isText = init.body === undefined || init.body === null || typeof init.body === "string";
  if (!(input instanceof Request) && isText) {
    const { headers, body, method = "GET", redirect: _, ...rest } = settings;
    const text = (body as string | null | undefined) ?? undefined;
    const name = method.toUpperCase();
    const call = plainCall(urlOf(input), name, new Headers(headers), rest, text);
    const isRead = call.safe && text === undefined && Object.keys(rest).length === 0;
    const key = isRead ? `${name} ${call.url} ${JSON.stringify(call.headers)}` : undefined;
    return { call: { ...call, key }, signal };
  }
  // A signal that lives long would slow each request that is made with it.
  const request = new Request(input, settings);
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const kept = Object.fromEntries(KEPT.map((name) => [name, request[name]]));
  return { call: plainCall(request.url, request.method, request.headers, kept, body), signal };
}

function urlOf(input: string | URL): string {
  return new URL(input, (globalThis as { location?: { href: string } }).location?.href).href;
}

function plainCall(
  url: string,
  method: string,
  headers: Headers,
  init: RequestInit,
  body: TransportCall<Response>["body"],
): PlainCall {
  return {
    url,
    method,
    headers: Object.fromEntries(headers),
    body,
    init,
    safe: method === "GET" || method === "HEAD",
    bytes: true,
    read: responseOf,
  };
}

function responseOf({ status, headers, bytes, text }: Answer): Response {
  const body = BODILESS.includes(status) ? null : (bytes ?? text);
  return new Response(body, { status, headers });
}
