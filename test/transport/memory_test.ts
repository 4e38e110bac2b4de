import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createClient } from "../../src/mod.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;

const CALLS = 200;
/** Characters of an answer. */
const LENGTH = 20_000;

/** Megabytes in use after a collection of what is young, which is what runs while a program works. */
function megabytes(): number {
  collect({ type: "minor" });
  return process.memoryUsage().heapUsed / 1e6;
}

/** Enough for calls of one to become old, through which V8 would keep those of all that follow. */
const BATCHES = 40;

const ERROR = { code: -32_601, message: "no such method" };

const INFO = {
  chain: "delta",
  network: "mainnet",
  version: "1.0.0",
  blockHeight: 7,
  blockTime: 2,
  totalTransactions: 7,
  activeValidators: 5,
  more: "x".repeat(LENGTH),
};

it("the data of a call goes with the next collection of young objects, not only with a full one", async () => {
  const body = JSON.stringify({ success: true, data: INFO, meta: {} });
  const client = createClient("delta", {
    endpoints: "https://service.test",
    tier: { requestsPerSecond: 1e6, requestsPerDay: 1e9 },
    fetch: async () => new Response(body, { headers: { "content-type": "application/json" } }),
  });
  const read = async (): Promise<void> => {
    for (let call = 0; call < CALLS; call++) await client.getChainInfo();
  };
  await read();
  collect();
  const before = megabytes();
  await read();
  expect(megabytes() - before).toBeLessThan((CALLS * LENGTH) / 1e6 / 4);
});

it("the calls of a batch go so too, many of which were deduplicated at a time", async () => {
  const client = createClient("delta", {
    endpoints: "https://service.test",
    tier: { requestsPerSecond: 1e6, requestsPerDay: 1e9 },
    fetch: async (_, init) => {
      const calls: readonly { readonly id: number }[] = JSON.parse(String(init?.body));
      return Response.json(calls.map(({ id }) => ({ jsonrpc: "2.0", id, error: ERROR })));
    },
  });
  const read = async (): Promise<void> => {
    for (let batch = 0; batch < BATCHES; batch++) {
      const entries = Array.from({ length: 100 }, (_, height) => [
        "chain_getBlockByNumber",
        height,
      ]);
      await client.rpc.batch(entries as never, { settle: true });
      collect({ type: "minor" });
    }
  };
  await read();
  collect();
  const before = megabytes();
  await read();
  expect(megabytes() - before).toBeLessThan(4);
});
