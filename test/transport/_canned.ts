import { type Client, type ClientOptions, createClient } from "../../src/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { ORIGIN } from "../_client.ts";

/** A request as a test sees it. */
export interface Sent {
  readonly at: number;
  readonly url: string;
  readonly method: string | undefined;
  readonly signal: AbortSignal | null | undefined;
  readonly body: { readonly id: number; readonly method: string; readonly params: unknown[] };
}

/** A client on a clock of its own whose requests are answered by `answer`, and what it sent. */
export function connectByClock(
  answer: (sent: Sent, count: number) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
): { client: Client<"delta">; clock: ManualClock; sent: Sent[] } {
  const clock = (options.clock as ManualClock | undefined) ?? new ManualClock();
  const sent: Sent[] = [];
  const client = createClient("delta", {
    endpoints: ORIGIN,
    clock,
    random: () => 0.5,
    ...options,
    async fetch(input, init) {
      const body = typeof init?.body === "string" ? JSON.parse(init.body) : {};
      const url = input instanceof Request ? input.url : String(input);
      const { method, signal } = init ?? {};
      const one = { at: clock.now(), url, method, signal, body };
      sent.push(one);
      return answer(one, sent.length);
    },
  });
  return { client, clock, sent };
}

/** Answers a JSON-RPC call with a result. */
export function reply({ body }: Sent, result: unknown, headers: HeadersInit = {}): Response {
  return Response.json({ jsonrpc: "2.0", id: body.id, result }, { headers });
}

/** Refuses a JSON-RPC call for the limits. */
export function refuse({ body }: Sent, headers: HeadersInit = {}, status = 429): Response {
  const error = { code: -32_005, message: "Limit exceeded" };
  return Response.json({ jsonrpc: "2.0", id: body.id, error }, { status, headers });
}
