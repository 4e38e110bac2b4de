import type { ServiceResponse } from "../../api/context/mod.ts";

/**
 * Gives an answer in process as `fetch` gives one that came over a network.
 *
 * @throws The reason of the request's signal, if that is aborted before.
 * @throws {TypeError} If the answer is broken off before it began.
 */
export async function answerInProcess(
  request: Request,
  answering: Promise<ServiceResponse>,
): Promise<Response> {
  const { method, signal } = request;
  const { status, headers, body, broken } = await untilAborted(answering, signal);
  const sent = status === 204 || status === 304 || method === "HEAD" ? null : body;
  if (!broken) return new Response(sent, { status, headers });
  if (sent) return new Response(brokenBody(sent, broken, signal), { status, headers });
  if (broken === "stall") return untilAborted(new Promise<never>(() => undefined), signal);
  throw new TypeError("fetch failed", { cause: new Error("The connection was closed") });
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

/** What `work` gives, or a rejection with the signal's reason once that is aborted. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
