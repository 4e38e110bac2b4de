import type { CallLog } from "./call_log.ts";

/**
 * Sends as the browser does, and tells every log in `logs` what went out and what came.
 *
 * @param observe Is shown each response.
 */
export function recordingFetch(
  logs: ReadonlySet<CallLog>,
  observe: (response: Response) => void,
): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    observe(response);
    const copy = response.clone();
    const text = await copy.text().catch(() => "");
    const exchange = {
      url: input instanceof Request ? input.url : String(input),
      method: init?.method ?? (input instanceof Request ? input.method : "GET"),
      body: typeof init?.body === "string" ? init.body : undefined,
      status: response.status,
      requestId: response.headers.get("X-Request-Id") ?? undefined,
      text,
    };
    for (const log of logs) log.addExchange(exchange);
    return response;
  };
}
