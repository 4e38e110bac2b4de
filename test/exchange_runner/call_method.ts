import { ExchangeError } from "./exchange_error.ts";
import type { Place } from "./place.ts";

/**
 * Calls methods in one batch, for what a case needs besides what it asks itself.
 *
 * @throws {ExchangeError} If one of them is answered with an error.
 */
export async function callMethods(
  { target, servers }: Place,
  calls: readonly (readonly [method: string, ...params: unknown[]])[],
): Promise<unknown[]> {
  if (calls.length === 0) return [];
  const batch = calls.map(([method, ...params], id) => ({ jsonrpc: "2.0", id, method, params }));
  const response = await target.fetch(
    new Request(servers["rpc"] ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(batch),
    }),
  );
  const replies: unknown = await response.json();
  if (!Array.isArray(replies)) throw new ExchangeError(`A batch was answered with no array`);
  return calls.map(([method], id) => {
    const reply = replies.find((one: { id: unknown }) => one.id === id) as
      | { readonly result?: unknown }
      | undefined;
    if (reply && "result" in reply) return reply.result;
    throw new ExchangeError(`${method} was answered with ${JSON.stringify(reply)}`);
  });
}

/** Calls one method; see {@linkcode callMethods}. */
export async function callMethod<Result>(
  place: Place,
  method: string,
  ...params: unknown[]
): Promise<Result> {
  const [result] = await callMethods(place, [[method, ...params]]);
  return result as Result;
}
