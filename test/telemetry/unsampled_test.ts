import { AlwaysOffSampler, ParentBasedSampler } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "../../src/mod.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { type Gateway, openGateway } from "../upstream/_served.ts";
import { Recorder } from "./_recorder.ts";

const SAMPLED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const UNSAMPLED = SAMPLED.replace(/1$/, "0");

/** What the gateway sends to the service behind it. */
const carried: (string | null)[] = [];
const baggage: (string | null)[] = [];
let recorder: Recorder;
let gateway: Gateway;
let client: Client<"delta">;

beforeAll(async () => {
  // It records what is recorded before it, and begins no trace.
  recorder = new Recorder(new ParentBasedSampler({ root: new AlwaysOffSampler() }));
  gateway = await openGateway({
    clock: SYSTEM_CLOCK,
    upstream: {
      fetch(input, init) {
        const headers = new Headers(init?.headers);
        carried.push(headers.get("traceparent"));
        baggage.push(headers.get("baggage"));
        return fetch(input, init);
      },
    },
    gateway: { trustedProxies: ["127.0.0.1"] },
    behind: { trustedProxies: ["127.0.0.1"] },
  });
  const { origin } = await gateway.listen();
  client = createClient("delta", { endpoints: origin, tier: "Enterprise" });
  await gateway.caughtUp();
});
afterAll(async () => {
  await client.close();
  await gateway.close();
  await recorder.close();
});

test("what the sampler leaves out makes no span anywhere", async () => {
  await client.getBlock(1);
  await client.rpc.batch([["chain_getInfo"], ["chain_getBlockByNumber", 1, false]]);
  const stream = client.events.subscribe("blocks");
  await stream.ready;
  await stream.return();
  await gateway.upstream.produceBlock("delta");
  expect(recorder.spans).toEqual([]);
});

test("the decision goes on through the gateway, whichever it was", async () => {
  const read = async (traceparent: string, height: number): Promise<void> => {
    const answer = await gateway.read(`/v1/delta/blocks/${height}`, { headers: { traceparent } });
    expect(answer.status).toBe(200);
  };
  carried.length = 0;
  await read(UNSAMPLED, 4);
  expect(carried.map((text) => text?.slice(3, 35))).toEqual([UNSAMPLED.slice(3, 35)]);
  expect(carried[0]).toMatch(/-00$/);
  expect(recorder.spans).toEqual([]);
  await read(SAMPLED, 5);
  expect(carried[1]).toMatch(/-01$/);
  expect(recorder.spans.map(({ name }) => name)).toContain("GET /v1/{segment}/blocks/{identifier}");
});

test("a malformed header begins a trace of its own", async () => {
  const headers = { traceparent: "00-zzz" };
  expect((await gateway.read("/v1/delta/blocks/8", { headers })).status).toBe(200);
  expect(carried.at(-1)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});

test("baggage goes no further", async () => {
  baggage.length = 0;
  const headers = { traceparent: SAMPLED, baggage: "who=me" };
  await gateway.read("/v1/delta/transactions?limit=7", { headers });
  expect(baggage).toEqual([null]);
});

test("a stranger forces no span to be recorded, and the upstream is told no trace of a stranger", async () => {
  const strict = await openGateway({
    clock: SYSTEM_CLOCK,
    upstream: {
      fetch(input, init) {
        carried.push(new Headers(init?.headers).get("traceparent"));
        return fetch(input, init);
      },
    },
  });
  carried.length = 0;
  recorder.clear();
  await strict.read("/v1/delta/transactions?limit=7", { headers: { traceparent: SAMPLED } });
  expect(carried.length).toBeGreaterThan(0);
  expect(carried.join()).not.toContain(SAMPLED.slice(3, 35));
  expect(recorder.spans).toEqual([]);
  await strict.close();
});
