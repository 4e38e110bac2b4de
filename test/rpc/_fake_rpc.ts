import type { Client, ClientOptions } from "../../src/mod.ts";
import { connectTo } from "../_client.ts";

/** A call as it was sent. */
export interface SentCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A client of delta whose batches are answered by `answer`, and the calls it sent: a list for each request. */
export function connectToRpc(
  answer: (calls: readonly SentCall[], signal: AbortSignal) => unknown,
  options: Partial<ClientOptions> = {},
): { client: Client<"delta">; sent: SentCall[][]; sizes: () => number[] } {
  const sent: SentCall[][] = [];
  async function respond(request: Request): Promise<Response> {
    const body = (await request.json()) as SentCall | SentCall[];
    sent.push([body].flat());
    if (!Array.isArray(body)) return Response.json(replyTo(body));
    const answered = await answer(body, request.signal);
    return answered instanceof Response ? answered : Response.json(answered);
  }
  const { client } = connectTo("delta", respond, { tier: "Enterprise", ...options });
  return { client, sent, sizes: () => sent.map(({ length }) => length) };
}

/** Every nonce is the number that the address ends with. */
export function replyTo({ id, params }: SentCall): object {
  const nonce = Number(String(params[0]).slice("dx1".length));
  return { jsonrpc: "2.0", id, result: { nonce } };
}

/** `count` calls, of which each one's result tells it from the others. */
export function nonceCalls(count: number): (readonly ["account_getNonce", string])[] {
  return Array.from({ length: count }, (_, index) => ["account_getNonce", `dx1${index}`] as const);
}

/** Results of {@linkcode nonceCalls}. */
export function nonces(count: number): { nonce: number }[] {
  return Array.from({ length: count }, (_, index) => ({ nonce: index }));
}
