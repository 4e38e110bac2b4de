import {
  BodyTooLarge,
  type HttpHandler,
  type ServiceRequest,
  type ServiceResponse,
} from "../../request.ts";

/**
 * Answers a web-standard request in process, as `fetch` would over a network. It counts as sent from this machine.
 *
 * @throws The reason of the request's signal, if that is aborted first.
 * @throws {TypeError} If an injected fault drops the connection before the body.
 */
export async function answerInProcess(
  request: Request,
  { handle }: Pick<HttpHandler, "handle">,
): Promise<Response> {
  const { method, signal } = request;
  const answering: Promise<ServiceResponse> = handle(requestOf(request));
  const { status, headers, body, broken } = await untilAborted(answering, signal);
  const sent = status === 204 || status === 304 || method === "HEAD" ? null : body;
  if (!broken) return new Response(sent, { status, headers });
  if (sent) return new Response(brokenBody(sent, broken, signal), { status, headers });
  if (broken === "stall") return untilAborted(new Promise<never>(() => undefined), signal);
  throw new TypeError("fetch failed", { cause: new Error("The connection was closed") });
}

function requestOf(request: Request): ServiceRequest {
  const { pathname, search, host } = new URL(request.url);
  const { headers } = request;
  return {
    method: request.method,
    peer: "127.0.0.1",
    target: pathname + search,
    header: (name) => headers.get(name) ?? (name === "host" ? host : undefined),
    headerNames: () => ["host", ...headers.keys()],
    async body(maximum) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > maximum) throw new BodyTooLarge(maximum);
      return bytes;
    },
  };
}

/** The first half of a body, then an error or nothing more. */
function brokenBody(
  body: string | Uint8Array<ArrayBuffer>,
  broken: "stall" | "drop",
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  let isBegun = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true;
          return controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
        }
        if (broken === "drop") throw new TypeError("terminated");
        await untilAborted(new Promise<never>(() => undefined), signal);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Settles as `work` does, or rejects with the signal's reason once that is aborted. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
