import { describe, expect, test } from "vitest";
import type { AlphadeltaError } from "../../src/errors/mod.ts";
import type { Client } from "../../src/mod.ts";
import { connectTo } from "../_client.ts";

const SIGNED = `0x${"ab".repeat(120)}`;

const CALLS: readonly (readonly [string, (client: Client<"delta">) => Promise<unknown>])[] = [
  ["rpc.tx_sendRawTransaction", ({ rpc }) => rpc.tx_sendRawTransaction(SIGNED)],
  ["rpc.call", ({ rpc }) => rpc.call("tx_sendRawTransaction", [SIGNED])],
  ["requestKey", (client) => client.requestKey({ email: "a@example.org" })],
];

async function rejectionOf(
  call: (client: Client<"delta">) => Promise<unknown>,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<AlphadeltaError> {
  const { client } = connectTo("delta", answer, { timeout: 50 });
  return call(client).then(
    () => expect.unreachable("It must reject"),
    (error: AlphadeltaError) => error,
  );
}

describe.each(CALLS)("%s, which must not be sent twice,", (_, call) => {
  test("is not retryable once its answer is lost", async () => {
    const error = await rejectionOf(call, () => Promise.reject(new TypeError("fetch failed")));
    expect(error).toMatchObject({ name: "TransportError", kind: "network", retryable: false });
  });

  test("is not retryable after a timeout", async () => {
    const error = await rejectionOf(call, () => new Promise<never>(() => {}));
    expect(error).toMatchObject({ name: "TransportError", kind: "timeout", retryable: false });
  });

  test("is not retryable after a status of a gateway", async () => {
    const error = await rejectionOf(call, () => new Response("bad gateway", { status: 502 }));
    expect(error).toMatchObject({ name: "TransportError", status: 502, retryable: false });
  });

  test("is retryable after a rate limit refused it", async () => {
    const error = await rejectionOf(call, () => new Response("slow down", { status: 429 }));
    expect(error).toMatchObject({ status: 429, retryable: true });
  });
});

test("a read stays retryable when its answer is lost", async () => {
  const error = await rejectionOf(
    ({ rpc }) => rpc.chain_getInfo(),
    () => Promise.reject(new TypeError("fetch failed")),
  );
  expect(error).toMatchObject({ kind: "network", retryable: true });
});

test("a submission refused with an internal error is not retryable, as it may have been taken", async () => {
  const error = await rejectionOf(
    ({ rpc }) => rpc.tx_sendRawTransaction(SIGNED),
    async (request) => {
      const { id } = (await request.json()) as { id: number };
      return Response.json({
        jsonrpc: "2.0",
        id,
        error: { code: -32603, message: "Internal error" },
      });
    },
  );
  expect(error).toMatchObject({ name: "RpcError", code: -32603, retryable: false });
});
