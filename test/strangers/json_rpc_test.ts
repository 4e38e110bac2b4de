import { JSONRPCClient, type JSONRPCResponse } from "json-rpc-2.0";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Listener } from "../../src/service/mod.ts";
import { openService } from "./_service.ts";

let listener: Listener;
/** Statuses of the answers so far, of which the client itself sees the bodies alone. */
const statuses: number[] = [];

beforeAll(async () => {
  listener = await openService();
});
afterAll(() => listener.close());

/** The client of the package `json-rpc-2.0`, which knows nothing of this service. */
function strangerOn(segment: string): JSONRPCClient {
  const client = new JSONRPCClient(async (request: unknown) => {
    const response = await fetch(`${listener.origin}/rpc/${segment}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    statuses.push(response.status);
    if (response.status === 200)
      client.receive((await response.json()) as JSONRPCResponse | JSONRPCResponse[]);
    else if (response.status !== 204) throw new Error(`Answered ${response.status}`);
  });
  return client;
}

test("a call is answered with its result", async () => {
  const info: unknown = await strangerOn("delta").request("chain_getInfo", []);
  expect(info).toMatchObject({ chain: "delta", blockHeight: 30, networkId: "delta" });
});

test("calls side by side get each its own answer", async () => {
  const client = strangerOn("alpha");
  const heights = Array.from({ length: 20 }, (_, height) => height);
  const blocks = await Promise.all(
    heights.map(
      (height) =>
        client.request("chain_getBlockByNumber", [height, false]) as PromiseLike<{
          number: number;
        }>,
    ),
  );
  expect(blocks.map(({ number }) => number)).toEqual(heights);
});

test.each([
  ["nothing_there", [], -32601],
  ["delta_getStake", ["ax1"], -32601],
  ["chain_getBlockByNumber", ["x"], -32602],
  ["chain_getBlockByNumber", { blockNumber: 1 }, -32602],
  ["tx_sendRawTransaction", ["0x00"], -32000],
])("%s with %j is an error with code %i", async (method, params, code) => {
  const error: unknown = await Promise.resolve(strangerOn("alpha").request(method, params)).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code, message: expect.any(String), data: expect.any(String) });
});

test("a batch is answered call by call, with the notification left out", async () => {
  const client = strangerOn("delta");
  const replies = await client.requestAdvanced([
    { jsonrpc: "2.0", id: 1, method: "chain_getInfo", params: [] },
    { jsonrpc: "2.0", id: "two", method: "nothing_there" },
    { jsonrpc: "2.0", id: 3, method: "chain_getBlockByNumber", params: [7] },
  ]);
  expect(replies).toMatchObject([
    { id: 1, result: { chain: "delta" } },
    { id: "two", error: { code: -32601 } },
    { id: 3, result: { number: 7 } },
  ]);
});

test("a notification is answered with nothing", async () => {
  const client = strangerOn("delta");
  statuses.length = 0;
  client.notify("chain_getInfo", []);
  await expect.poll(() => statuses).toEqual([204]);
});
