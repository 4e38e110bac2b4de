import { afterEach, expect, test } from "vitest";
import { createClient } from "../../../../src/mod.ts";
import { createService, listen, type Service } from "../../../../src/service/mod.ts";
import { upstreamOf } from "../../../../src/upstream/mod.ts";

const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await close();
});

const QUIET = {
  segments: ["delta"],
  mode: "manual",
  traffic: false,
  // A test sends more requests in a second than the Public tier admits.
  keylessTier: "Registered",
  log: () => undefined,
} as const;

async function open(settledAfter?: number): Promise<Service> {
  const depth = settledAfter === undefined ? {} : { settledAfter };
  const service = await createService({ ...QUIET, ...depth, history: 30 });
  closes.push(() => service.close());
  return service;
}

async function get(service: Service, path: string, headers = {}): Promise<Response> {
  return service.fetch(`http://service.test/v1/delta${path}`, { headers });
}

async function controlOf(service: Service, path: string): Promise<string | null> {
  const { status, headers } = await get(service, path);
  // A refusal may not be kept either.
  expect(status, path).not.toBe(429);
  return headers.get("Cache-Control");
}

const SHARED = "public, max-age=86400";

/** The first transaction of a block that has one, from a height on. */
async function transactionFrom(service: Service, height: number): Promise<string> {
  const { data } = await (await get(service, "/transactions?limit=100")).json();
  const found = data.transactions.toReversed();
  return found.find(({ blockNumber }: { blockNumber: number }) => blockNumber >= height).hash;
}

test("what is settled below the depth may be kept by anyone, and nothing else", async () => {
  const service = await open(10);
  const { data } = await (await get(service, "/blocks/20")).json();
  const newer = await (await get(service, "/blocks/21")).json();
  expect(await controlOf(service, "/blocks/20")).toBe(SHARED);
  expect(await controlOf(service, "/blocks/21")).toBe("no-cache");
  expect(await controlOf(service, `/blocks/${data.hash}`)).toBe(`${SHARED}, immutable`);
  expect(await controlOf(service, `/blocks/${newer.data.hash}`)).toBe("no-cache");
  const old = await transactionFrom(service, 1);
  expect(await controlOf(service, `/transactions/${old}`)).toBe(SHARED);
  for (const path of ["/blocks?limit=2", "/blocks/5/transactions", "/chain/info", "/validators"])
    expect(await controlOf(service, path), path).toMatch(/^no-/);
  expect(await controlOf(service, "/blocks/99")).toBe("no-store");
  await service.produceBlock("delta");
  expect(await controlOf(service, "/blocks/21")).toBe(SHARED);
});

test("without a depth nothing may be kept", async () => {
  const service = await open();
  expect(await controlOf(service, "/blocks/0")).toBe("no-cache");
});

test("a shared answer names no caller and no moment, whether it is whole or unchanged", async () => {
  const service = await open(10);
  const whole = await get(service, "/blocks/5");
  const tag = whole.headers.get("ETag") ?? "";
  const unchanged = await get(service, "/blocks/5", { "If-None-Match": tag });
  expect([whole.status, unchanged.status]).toEqual([200, 304]);
  for (const { headers } of [whole, unchanged]) {
    expect(headers.get("Cache-Control")).toBe(SHARED);
    expect(headers.get("Vary")).toBe("Accept-Encoding");
    const names = ["RateLimit", "RateLimit-Policy", "X-Chain-Height", "Age", "Cache-Status"];
    expect(names.filter((name) => headers.has(name))).toEqual([]);
  }
  const newest = await get(service, "/blocks/30");
  expect(newest.headers.has("RateLimit")).toBe(true);
});

test("a gateway shares what is settled at its height, without its own state", async () => {
  const listener = await listen(await open(), { port: 0 });
  closes.push(() => listener.close());
  const upstream = upstreamOf({ endpoints: listener.origin, tier: "Enterprise" });
  const gateway = await createService({
    ...{ segments: ["delta"], log: () => undefined },
    ...{ upstream, settledAfter: 10 },
  });
  closes.push(() => gateway.close());
  const { headers } = await get(gateway, "/blocks/20");
  expect(headers.get("Cache-Control")).toBe(SHARED);
  expect(headers.has("X-Chain-Height") || headers.has("Cache-Status")).toBe(false);
  expect((await get(gateway, "/blocks/21")).headers.get("X-Chain-Height")).toBe("30");
});

test("a client takes shared answers, and keeps to the limits that others tell", async () => {
  const listener = await listen(await open(10), { port: 0 });
  closes.push(() => listener.close());
  const { origin } = listener;
  const client = createClient("delta", { endpoints: origin, tier: "Registered" });
  closes.push(() => client.close());
  await client.getChainInfo();
  for (let height = 0; height < 20; height++)
    expect((await client.getBlock(height)).number).toBe(height);
  await client.getBlock(30);
  const { day } = client.budget();
  expect(day.limit - day.remaining).toBe(22);
});
