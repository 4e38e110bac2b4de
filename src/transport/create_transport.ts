import { type ErrorContext, TransportError } from "../errors/mod.ts";
import { type ApiKey, presentKey } from "./api_key.ts";

/** Sends one request, as the runtime's own `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

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
  readonly fetch: Fetch;
}

/**
 * Makes a transport.
 *
 * It rejects with a `TransportError` where no answer of the service comes, and with the signal's reason on an abort. It
 * follows no redirect, so that a key never travels to another host.
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  async function send(request: Request, context: ErrorContext): Promise<Response> {
    request.signal.throwIfAborted();
    const response = await attempt(fetch, presentKey(request, options.apiKey), context);
    if (!isRedirect(response)) return response;
    const where = `${request.method} ${new URL(request.url).pathname}`;
    throw new TransportError("http", `Redirect refused: ${where}`, {
      ...context,
      status: response.status,
      retryable: false,
    });
  }
  return { send, fetch: (request) => send(request, {}) };
}

async function attempt(fetch: Fetch, request: Request, context: ErrorContext): Promise<Response> {
  try {
    return await fetch(new Request(request, { redirect: "manual" }));
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    const { origin } = new URL(request.url);
    throw new TransportError("network", `Cannot reach ${origin}: ${messageOf(cause)}`, {
      ...context,
      cause,
    });
  }
}

function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);
}

/** Node hides the reason one level down. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
