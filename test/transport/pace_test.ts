import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import { createService, type Service } from "../../src/service/mod.ts";
import { ORIGIN } from "../_client.ts";
import { ManualClock } from "../_manual_clock.ts";
import type { TransportOptions } from "../../src/transport/mod.ts";

const LATENCY = 20;

/** A service with its real limiter and a client, both on one clock, with a network in between. */
async function open(
  service: Service,
  clock: ManualClock,
  options: TransportOptions,
  hide: readonly string[] = [],
) {
  const statuses: number[] = [];
  const client = createClient("delta", {
    endpoints: ORIGIN,
    clock,
    random: () => 0.5,
    dedupe: false,
    ...options,
    async fetch(input, init) {
      await pass(clock, LATENCY / 2);
      const response = await service.fetch(input, init);
      statuses.push(response.status);
      await pass(clock, LATENCY / 2);
      const headers = new Headers(response.headers);
      for (const name of hide) headers.delete(name);
      return new Response(await response.text(), { status: response.status, headers });
    },
  });
  return { client, statuses };
}

function pass(clock: ManualClock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => clock.setTimeout(resolve, milliseconds));
}

/** Milliseconds until all of `count` reads at once were answered. */
async function storm(
  clock: ManualClock,
  client: { getChainInfo(): Promise<unknown> },
  count: number,
): Promise<number> {
  const start = clock.now();
  const ends: number[] = [];
  const calls = Array.from({ length: count }, async () => {
    await client.getChainInfo();
    ends.push(clock.now());
  });
  await clock.until(Promise.all(calls));
  return Math.max(...ends) - start;
}

const HIDDEN = ["ratelimit", "ratelimit-policy"];

describe("a storm of 60 reads at once on a service that takes ten a second", () => {
  let clock: ManualClock;
  let service: Service;
  beforeAll(async () => {
    clock = new ManualClock();
    service = await createService({
      segments: ["delta"],
      history: 3,
      mode: "manual",
      traffic: false,
      clock: () => clock.now(),
    });
  });
  afterAll(() => service.close());

  test.each([
    ["the right tier", {}, [], 62],
    ["the right tier, from a service that names no limits", { tier: "Public" }, HIDDEN, 62],
    ["a higher tier", { tier: "Registered" }, [], 62],
    ["a higher tier, from a service that names no limits", { tier: "Registered" }, HIDDEN, 90],
    ["no limits", { tier: "Enterprise" }, [], 62],
    ["no limits, from a service that names none", { tier: "Enterprise" }, HIDDEN, 90],
    [
      "no limits, from a service that says nothing",
      { tier: "Enterprise" },
      [...HIDDEN, "retry-after"],
      90,
    ],
  ] as const)("is answered with %s", async (_, options, hidden, most) => {
    await clock.advance(10_000);
    const { client, statuses } = await open(service, clock, options, hidden);
    const took = await storm(clock, client, 60);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.length).toBeLessThanOrEqual(most);
    expect(took).toBeLessThanOrEqual(6_000);
  });

  test("starts at the budget that another client has left", async () => {
    await clock.advance(10_000);
    const first = await open(service, clock, {});
    const second = await open(service, clock, {});
    await storm(clock, first.client, 8);
    await storm(clock, second.client, 20);
    expect(second.statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(6);
  });
});

describe("a batch that is larger than what may go out at once", () => {
  let clock: ManualClock;
  let service: Service;
  beforeAll(async () => {
    clock = new ManualClock();
    service = await createService({
      segments: ["delta"],
      history: 3,
      mode: "manual",
      traffic: false,
      clock: () => clock.now(),
    });
  });
  afterAll(() => service.close());

  test.each([
    ["the first call of all", 0, {}, []],
    ["a call among others", 3, {}, []],
    ["the first call with a tier that is too high", 0, { tier: "Registered" }, []],
    ["the first call on a service that names no limits", 0, {}, HIDDEN],
  ] as const)(
    "leaves a debt that the next call waits out: %s",
    async (_, before, options, hide) => {
      await clock.advance(20_000);
      const { client, statuses } = await open(service, clock, options, hide);
      if (before > 0) await storm(clock, client, before);
      const heights = Array.from({ length: 40 }, (_each, height) => height + 10);
      const batch = client.rpc.batch(
        heights.map((height) => ["chain_getBlockByNumber", height] as const),
      );
      const sent = clock.now();
      expect(await clock.until(batch)).toHaveLength(40);
      await storm(clock, client, 5);
      expect(statuses.filter((status) => status === 429)).toEqual([]);
      // What is owed is 40 at ten a second, less what may go out at once.
      expect(clock.now() - sent).toBeGreaterThan(2_500);
      expect(clock.now() - sent).toBeLessThan(4_500);
    },
  );
});
