import { type ErrorContext, TransportError } from "../errors/mod.ts";
import { type ApiKey, checkKey, presentKey } from "./api_key.ts";
import { raceAbort } from "./race_abort.ts";
import { showValue } from "./show_value.ts";

/** Sends one request, as the runtime's own `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

/** What takes all that the runtime's own `fetch` takes. */
export type PlatformFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

/** Options of {@linkcode createTransport}. */
export interface TransportOptions {
  /** What sends requests. @default {globalThis.fetch} */
  readonly fetch?: Fetch;
  /** Presented with each request. */
  readonly apiKey?: ApiKey;
}

/** The one place that sends requests: each REST operation and each JSON-RPC call passes here. */
export interface Transport {
  /** Sends `request`; `context` says in errors which call it was for. */
  send(request: Request, context: ErrorContext): Promise<Response>;
  /** The same as a `fetch` function, for other clients. */
  readonly fetch: PlatformFetch;
}

/**
 * Makes a transport.
 *
 * It rejects with a `TransportError` where no answer of the service comes, and with the signal's reason on an abort. It
 * follows no redirect, so that a key never travels to another host.
 *
 * @throws {TypeError} If `fetch` is no function, or `apiKey` no key.
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const { fetch = (request: Request) => globalThis.fetch(request), apiKey } = options;
  if (typeof fetch !== "function") {
    throw new TypeError(`Cannot use fetch: expected a function, got ${showValue(fetch)}`);
  }
  checkKey(apiKey);
  async function send(request: Request, context: ErrorContext): Promise<Response> {
    request.signal.throwIfAborted();
    const response = await attempt(fetch, presentKey(request, apiKey), request.signal, context);
    if (!isRedirect(response)) return response;
    const where = `${request.method} ${new URL(request.url).pathname}`;
    throw new TransportError("http", `Redirect refused: ${where}`, {
      ...context,
      status: response.status,
    });
  }
  return { send, fetch: async (input, init) => send(new Request(input, init), {}) };
}

async function attempt(
  fetch: Fetch,
  request: Request,
  signal: AbortSignal,
  context: ErrorContext,
): Promise<Response> {
  let answer: unknown;
  try {
    answer = await raceAbort(fetch(new Request(request, { redirect: "manual" })), signal);
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    const { origin } = new URL(request.url);
    throw new TransportError("network", `Cannot reach ${origin}: ${messageOf(cause)}`, {
      ...context,
      cause,
    });
  }
  if (isResponse(answer)) return answer;
  throw new TypeError(`Cannot use fetch: it must resolve to a Response, got ${showValue(answer)}`);
}

/** By its shape, since a `fetch` may bring a class of its own. */
function isResponse(value: unknown): value is Response {
  const { status, text } = (value ?? {}) as Partial<Response>;
  return typeof status === "number" && typeof text === "function";
}

function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);
}

/** Node hides the reason one level down. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
