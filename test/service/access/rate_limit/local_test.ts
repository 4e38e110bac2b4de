import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createClient } from "../../../../src/mod.ts";
import {
  createService,
  listen,
  type Listener,
  type ServiceOptions,
} from "../../../../src/service/mod.ts";
import { upstreamOf } from "../../../../src/upstream/mod.ts";

const INFO = "/v1/delta/chain/info";
const DEVNET = { segments: ["delta"], history: 2, mode: "manual", traffic: false } as const;

const opened: Listener[] = [];
afterEach(async () => {
  for (const listener of opened.splice(0).toReversed()) await listener.close();
});

async function open(options: ServiceOptions = DEVNET): Promise<Listener> {
  const listener = await listen(await createService(options), { port: 0 });
  opened.push(listener);
  return listener;
}

/** The requests a second that a response says its caller has. */
function rateOf(origin: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${origin}${INFO}`, { headers }, (response) => {
      response.resume();
      const policy = String(response.headers["ratelimit-policy"]);
      resolve(Number(/"second";q=(\d+)/.exec(policy)?.[1]));
    })
      .on("error", reject)
      .end();
  });
}

test("a devnet does not limit a program of this machine, and a client learns so", async () => {
  const { origin } = await open();
  const statuses = Array.from({ length: 50 }, async () => (await fetch(origin + INFO)).status);
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  const delta = createClient("delta", { endpoints: origin });
  await delta.getChainInfo();
  expect(delta.budget().second.limit).toBe(1_000_000);
  expect(delta.budget().day.limit).toBe(1_000_000_000);
});

test("nor its WebSocket, or a page of a browser on it", async () => {
  const { origin } = await open();
  expect(await rateOf(origin, { origin: "http://localhost:5173" })).toBe(1_000_000);
  expect(await rateOf(origin, { host: "localhost:8645" })).toBe(1_000_000);
  const socket = new WebSocket(`${origin.replace("http", "ws")}/ws/delta`);
  await new Promise((resolve) => socket.once("open", resolve));
  const replies: string[] = [];
  const answered = new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer) => {
      if (replies.push(data.toString()) === 50) resolve();
    });
  });
  for (let id = 0; id < 50; id++)
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "chain_getInfo" }));
  await answered;
  socket.close();
  expect(replies.filter((reply) => reply.includes('"error"'))).toEqual([]);
});

test.each([
  ["another host", { host: "data.example" }],
  ["a forwarded address", { "x-forwarded-for": "127.0.0.1" }],
  ["a proxy's name", { via: "1.1 proxy" }],
])("a request with %s has the tier Public", async (_, headers) => {
  const { origin } = await open();
  expect(await rateOf(origin, headers)).toBe(10);
});

test.each([
  ["the tier that is named", { keylessTier: "Public" }],
  ["the tier behind proxies", { trustedProxies: ["127.0.0.1"] }],
  ["the tier behind none", { trustedProxies: [] }],
] as const)("a request of this machine has %s", async (_, options) => {
  const { origin } = await open({ ...DEVNET, ...options });
  expect(await rateOf(origin)).toBe(10);
});

test("a gateway limits this machine too: the quota of its upstream is others' as well", async () => {
  const { origin } = await open({ ...DEVNET, keylessTier: "Enterprise" });
  const upstream = upstreamOf({ endpoints: origin, tier: "Enterprise" });
  const gateway = await open({ segments: ["delta"], upstream });
  expect(await rateOf(gateway.origin)).toBe(10);
});
