import { spawn } from "node:child_process";
import { text as readAll } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/mod.ts";
import { createService, listen } from "../../src/service/mod.ts";
import { type QuotaState, type QuotaStore, createTransport } from "../../src/transport/mod.ts";
import { ORIGIN } from "../_client.ts";
import { ManualClock, settle } from "../_manual_clock.ts";
import { IS_WHOLE } from "../_suites.ts";
import { connectByClock, refuse, reply, type Sent } from "./_canned.ts";

const NONCE = { nonce: 4 };
const HOUR = 3_600_000;

function outcome(call: Promise<unknown>): { settled: unknown } {
  const seen: { settled: unknown } = { settled: undefined };
  call.then(
    (value) => (seen.settled = value),
    (error: unknown) => (seen.settled = error),
  );
  return seen;
}

function answerAll(one: Sent): Response {
  const { body } = one as unknown as { body: Sent["body"] | Sent["body"][] };
  if (!Array.isArray(body)) return reply(one, NONCE);
  return Response.json(body.map(({ id }) => ({ jsonrpc: "2.0", id, result: NONCE })));
}

describe("a refusal for the limits", () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ["Retry-After in seconds", { "retry-after": "3" }, 3_000],
    [
      "Retry-After as a date, by the service's clock",
      { "retry-after": "Thu, 01 Jan 2026 05:00:04 GMT", date: "Thu, 01 Jan 2026 05:00:00 GMT" },
      4_000,
    ],
    ["Retry-After as a date alone", { "retry-after": "Thu, 01 Jan 2026 00:00:02 GMT" }, 2_000],
    ["the date as RFC 850 has it", { "retry-after": "Thursday, 01-Jan-26 00:00:02 GMT" }, 2_000],
    ["the date as asctime() has it", { "retry-after": "Thu Jan  1 00:00:02 2026" }, 2_000],
    ["the date by ISO 8601 without a zone", { "retry-after": "2026-01-01T00:00:02.5" }, 2_500],
    ["the date by ISO 8601 with one", { "retry-after": "2026-01-01T02:00:02+02:00" }, 2_000],
    [
      "the service's clock as asctime() has it",
      { "retry-after": "Thu, 01 Jan 2026 05:00:04 GMT", date: "Thu Jan  1 05:00:00 2026" },
      4_000,
    ],
    ["nothing about it", {}, 750],
  ])("holds every call back, with %s", async (_, headers, pause) => {
    vi.stubEnv("TZ", "Asia/Tokyo");
    expect(new Date(0).getTimezoneOffset()).toBe(-540);
    const { client, clock, sent } = connectByClock((one, count) =>
      count === 1 ? refuse(one, headers) : reply(one, NONCE),
    );
    const calls = [client.rpc.account_getNonce("dx1a")];
    await settle();
    for (const name of ["b", "c", "d"]) calls.push(client.rpc.account_getNonce(`dx1${name}`));
    await clock.advance(pause - 1);
    expect(sent).toHaveLength(1);
    await clock.advance(5_000);
    expect(await Promise.all(calls)).toEqual([NONCE, NONCE, NONCE, NONCE]);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(pause);
    expect(sent[1]?.body.params).toEqual(["dx1a"]);
  });

  test("counts as one where a service says it with a 200", async () => {
    const { client, clock, sent } = connectByClock((one, count) =>
      count === 1 ? refuse(one, { "retry-after": "2" }, 200) : reply(one, NONCE),
    );
    const call = client.rpc.account_getNonce("dx1a");
    await clock.advance(2_000);
    expect(await call).toEqual(NONCE);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(2_000);
  });

  test("fails a call at once that would have to wait beyond its deadline, and says when to come back", async () => {
    const { client, sent } = connectByClock((one) => refuse(one, { "retry-after": "30" }));
    const first = client.rpc.account_getNonce("dx1a", { deadline: 20_000 });
    await expect(first).rejects.toMatchObject({ code: -32_005, retryAfter: 30, attempts: 1 });
    const second = client.rpc.account_getNonce("dx1b", { deadline: 20_000 });
    await expect(second).rejects.toMatchObject({
      name: "QuotaExhaustedError",
      attempts: 0,
      retryAfter: 30,
      operation: "account_getNonce",
      resetsAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 30)),
    });
    expect(sent).toHaveLength(1);
  });

  test("tells when to come back by the client's clock where the service gives a date alone", async () => {
    const date = "Thu, 01 Jan 2026 00:00:30 GMT";
    const { client } = connectByClock((one) => refuse(one, { "retry-after": date }));
    const call = client.rpc.account_getNonce("dx1a", { retries: 0 });
    await expect(call).rejects.toMatchObject({ retryAfter: 30 });
  });

  test("fails calls without a deadline where it lasts longer than a minute", async () => {
    const { client } = connectByClock((one) => refuse(one, { "retry-after": "61" }));
    await expect(client.rpc.account_getNonce("dx1a")).rejects.toMatchObject({ retryAfter: 61 });
  });

  test.each(["99999999999999999999", "9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "fails calls for a day where Retry-After is %s",
    async (wait) => {
      const { client, sent } = connectByClock((one) => refuse(one, { "retry-after": wait }));
      await expect(client.rpc.account_getNonce("dx1a")).rejects.toMatchObject({ code: -32_005 });
      await expect(client.rpc.account_getNonce("dx1b")).rejects.toMatchObject({
        name: "QuotaExhaustedError",
        resetsAt: new Date(Date.UTC(2026, 0, 2)),
      });
      expect(sent).toHaveLength(1);
    },
  );

  test.each(["soon", "-5", "+1", "1, 2", "1e3", "5 minutes", ""])(
    "pauses as for none where Retry-After is %j",
    async (wait) => {
      const { client, clock, sent } = connectByClock((one, count) =>
        count === 1 ? refuse(one, { "retry-after": wait }) : reply(one, NONCE),
      );
      const call = client.rpc.account_getNonce("dx1a");
      await clock.advance(1_000);
      expect(await call).toEqual(NONCE);
      expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(750);
    },
  );

  test("is waited out five times at most, and not at all without retries", async () => {
    const { client, clock, sent } = connectByClock((one) => refuse(one, { "retry-after": "1" }));
    const seen = outcome(client.rpc.account_getNonce("dx1a"));
    await clock.advance(20_000);
    expect(seen.settled).toMatchObject({ code: -32_005, attempts: 6 });
    await expect(client.rpc.account_getNonce("dx1b", { retries: 0 })).rejects.toMatchObject({
      attempts: 1,
    });
    expect(sent).toHaveLength(7);
  });
});

describe("the queue", () => {
  test("lets urgent calls go first", async () => {
    const { client, clock, sent } = connectByClock((one) => reply(one, NONCE), {
      tier: { requestsPerSecond: 1, requestsPerDay: null },
    });
    const calls = [
      client.rpc.account_getNonce("dx1first"),
      client.rpc.account_getNonce("dx1backfill", { priority: "backfill" }),
      client.rpc.account_getNonce("dx1watch", { priority: "watch" }),
      client.rpc.account_getNonce("dx1interactive"),
    ];
    await clock.advance(5_000);
    await Promise.all(calls);
    const order = ["dx1first", "dx1interactive", "dx1watch", "dx1backfill"];
    expect(sent.map(({ body }) => body.params[0])).toEqual(order);
  });

  test("hurries a shared call for its most urgent caller", async () => {
    const { client, clock, sent } = connectByClock((one) => reply(one, NONCE), {
      tier: { requestsPerSecond: 1, requestsPerDay: null },
    });
    const calls = [
      client.rpc.account_getNonce("dx1first"),
      client.rpc.account_getNonce("dx1a", { priority: "backfill" }),
      client.rpc.account_getNonce("dx1b", { priority: "watch" }),
      client.rpc.account_getNonce("dx1a"),
    ];
    await clock.advance(5_000);
    await Promise.all(calls);
    expect(sent.map(({ body }) => body.params[0])).toEqual(["dx1first", "dx1a", "dx1b"]);
  });

  test("forgets a call that is aborted or overdue in it", async () => {
    const { client, clock, sent } = connectByClock((one) => reply(one, NONCE), {
      tier: { requestsPerSecond: 1, requestsPerDay: null },
    });
    const controller = new AbortController();
    const first = client.rpc.account_getNonce("dx1a");
    const aborted = outcome(client.rpc.account_getNonce("dx1b", { signal: controller.signal }));
    const overdue = outcome(client.rpc.account_getNonce("dx1c", { deadline: 500 }));
    const last = client.rpc.account_getNonce("dx1d");
    await settle();
    controller.abort(0);
    await clock.advance(1_000);
    expect(aborted.settled).toBe(0);
    expect(overdue.settled).toMatchObject({ name: "QuotaExhaustedError", attempts: 0 });
    expect(await Promise.all([first, last])).toEqual([NONCE, NONCE]);
    expect(sent.map(({ body }) => body.params[0])).toEqual(["dx1a", "dx1d"]);
    expect(clock.pending).toBe(0);
  });
});

describe("a call with a deadline before its turn", () => {
  const tier = { requestsPerSecond: 0.1, requestsPerDay: null };

  test("fails at once, and says when its turn would have been", async () => {
    const { client, clock, sent } = connectByClock((one) => reply(one, NONCE), { tier });
    await client.rpc.account_getNonce("dx1a");
    const late = outcome(client.rpc.account_getNonce("dx1b", { deadline: 9_000 }));
    const early = client.rpc.account_getNonce("dx1c", { deadline: 11_000 });
    await settle();
    const resetsAt = new Date(Date.UTC(2026, 0, 1, 0, 0, 10));
    expect(late.settled).toMatchObject({ name: "QuotaExhaustedError", resetsAt, retryAfter: 10 });
    await clock.advance(10_000);
    expect(await early).toEqual(NONCE);
    expect(sent).toHaveLength(2);
  });

  test("waits if the rate limit is only assumed", async () => {
    const { client, clock } = connectByClock(() => new Promise(() => {}));
    const names = Array.from({ length: 8 }, (_, index) => `dx1a${index}`);
    for (const name of names) outcome(client.rpc.account_getNonce(name, { retries: 0 }));
    const seen = outcome(client.rpc.account_getNonce("dx1b", { deadline: 50 }));
    await settle();
    expect(seen.settled).toBeUndefined();
    await clock.advance(50);
    expect(seen.settled).toMatchObject({ kind: "timeout", attempts: 0 });
  });
});

test("a time of day that is set back holds no call for longer", async () => {
  let back = 0;
  class SetBack extends ManualClock {
    override now(): number {
      return super.now() - back;
    }
  }
  const clock = new SetBack();
  const { client, sent } = connectByClock(
    (one, count) => (count === 9 ? refuse(one, { "retry-after": "20" }) : reply(one, NONCE)),
    { clock },
  );
  for (let index = 0; index < 8; index += 1) await client.rpc.account_getNonce("dx1a");
  back = HOUR;
  const next = outcome(client.rpc.account_getNonce("dx1b"));
  await clock.advance(1_000);
  expect(sent).toHaveLength(9);
  back = 2 * HOUR;
  await clock.advance(40_000);
  expect(next.settled).toEqual(NONCE);
});

describe("a transport whose calls are all aborted", () => {
  test("leaves no timer behind that would keep a process alive", async () => {
    const { client, clock } = connectByClock((one) => refuse(one, { "retry-after": "50" }));
    const controller = new AbortController();
    const { signal } = controller;
    const calls = ["a", "b"].map((name) => client.rpc.account_getNonce(`dx1${name}`, { signal }));
    const ends = Promise.allSettled(calls);
    await clock.advance(1_000);
    expect(clock.pending).toBe(1);
    controller.abort();
    await ends;
    expect(clock.pending).toBe(0);
  });
});

describe("requests in flight", () => {
  test.each([
    [256, {}],
    [3, { maxInFlight: 3 }],
  ])("are at most %i, and the most urgent call goes next", async (most, options) => {
    let isHeld = false;
    const held: (() => void)[] = [];
    const { client, sent } = connectByClock(
      async (one) => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        return reply(one, NONCE);
      },
      { tier: "Enterprise", timeout: Infinity, ...options },
    );
    const call = (turn: number): Promise<unknown> =>
      client.rpc.account_getNonce(`dx1${turn}`, { priority: "backfill" });
    // Before the first answers fewer are sent.
    await Promise.all(Array.from({ length: most * 2 }, (_, turn) => call(turn)));
    sent.length = 0;
    isHeld = true;
    const calls = Array.from({ length: most * 2 }, (_, turn) => call(turn));
    calls.push(client.rpc.account_getNonce("dx1urgent"));
    await settle();
    expect(sent).toHaveLength(most);
    held.shift()?.();
    await settle();
    expect(sent).toHaveLength(most + 1);
    expect(sent.at(-1)?.body.params).toEqual(["dx1urgent"]);
    isHeld = false;
    for (const end of held) end();
    expect(await Promise.all(calls)).toHaveLength(most * 2 + 1);
  });

  test.runIf(IS_WHOLE)(
    "leave 1,200 reads of blocks enough files where a process may open 1,024",
    async () => {
      const service = await createService({
        segments: ["delta"],
        history: 100,
        mode: "manual",
        traffic: false,
        keylessTier: "Enterprise",
      });
      const listener = await listen(service, { port: 0 });
      const client = new URL("../../src/mod.ts", import.meta.url).href;
      const program = `
      import { createClient } from ${JSON.stringify(client)};
      const endpoints = ${JSON.stringify(listener.origin)};
      const delta = createClient("delta", { endpoints, tier: "Enterprise", dedupe: false, retries: 0 });
      const reads = Array.from({ length: 1_200 }, (_, turn) => delta.getBlock(turn % 100));
      const read = await Promise.allSettled(reads);
      const failed = read.find(({ status }) => status === "rejected");
      console.log(failed ? String(failed.reason) : "all");`;
      const child = spawn(
        "sh",
        ["-c", 'ulimit -n 1024; exec "$0" --input-type=module -e "$1"', process.execPath, program],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      expect(await readAll(child.stdout)).toBe("all\n");
      await listener.close();
    },
  );
});

describe("the budget", () => {
  test("counts what was sent, and starts anew at midnight UTC", async () => {
    const { client, clock } = connectByClock((one) => reply(one, NONCE));
    expect(client.budget()).toEqual({
      second: { limit: 10, remaining: 10 },
      day: { limit: 10_000, remaining: 10_000, resetsAt: new Date(Date.UTC(2026, 0, 2)) },
    });
    await client.rpc.account_getNonce("dx1a");
    await client.rpc.account_getNonce("dx1b");
    expect(client.budget()).toMatchObject({ second: { remaining: 8 }, day: { remaining: 9_998 } });
    await clock.advance(24 * HOUR);
    expect(client.budget().day).toEqual({
      limit: 10_000,
      remaining: 10_000,
      resetsAt: new Date(Date.UTC(2026, 0, 3)),
    });
  });

  test("read before the first call is that of the host called first, from then on", async () => {
    const transport = createTransport({ fetch: async () => Response.json({}) });
    expect(transport.budget().day.remaining).toBe(10_000);
    await transport.fetch("http://127.0.0.1:8645/v1/delta/blocks");
    expect(transport.budget().day.remaining).toBe(9_999);
  });

  test("uses the figures that the service sends", async () => {
    const { client } = connectByClock((one) =>
      reply(one, NONCE, {
        "ratelimit-policy": '"second";q=100;w=1, "day";q=100000;w=86400',
        ratelimit: '"day";r=40;t=60',
      }),
    );
    await client.rpc.account_getNonce("dx1a");
    expect(client.budget()).toMatchObject({
      second: { limit: 100 },
      day: { limit: 100_000, remaining: 40 },
    });
  });

  test.each([
    ['"second";r=5;t=1', '"second";q=0;w=1'],
    ['"second";r=5;t=1', '"second";q=-3;w=1'],
    ['"second";r=5;t=1', '"second";q=10;w=0'],
    ['"second";r=x;t=y', '"second";q=z;w=w'],
    ['"second";r=1e309;t=1', '"second";q=1e309;w=1'],
    ['"second";r=9;t=1', '"second";q=1e308;w=1'],
    ['"day";r=x', '"day";q=nope;w=86400'],
  ])("keeps to its own where the service says RateLimit: %s and %s", async (state, policy) => {
    const headers = { ratelimit: state, "ratelimit-policy": policy };
    const { client, clock, sent } = connectByClock((one) => reply(one, NONCE, headers));
    for (let index = 0; index < 30; index += 1) void client.rpc.account_getNonce(`dx1a${index}`);
    await clock.advance(1_000);
    expect(sent.length).toBeLessThan(20);
    const { second, day } = client.budget();
    expect([second.limit, day.limit, day.remaining]).toEqual([10, 10_000, 10_000 - sent.length]);
  });

  test.each([
    ['"second";r=0;t=3600', '"second";q=10;w=1'],
    ['"second";r=0;t=99999999999', '"second";q=0.0001;w=1'],
  ])(
    "waits for no longer than two minutes where the service says RateLimit: %s and %s",
    async (state, policy) => {
      const headers = { ratelimit: state, "ratelimit-policy": policy };
      const { client, clock } = connectByClock((one) => reply(one, NONCE, headers));
      await client.rpc.account_getNonce("dx1a");
      const second = outcome(client.rpc.account_getNonce("dx1b"));
      await clock.advance(120_000);
      expect(second.settled).toEqual(NONCE);
    },
  );

  test("takes figures of one's own for a bound that the service can only lower", async () => {
    const policy = { "ratelimit-policy": '"s";q=100;w=1', ratelimit: '"s";r=99;t=1' };
    const { client } = connectByClock((one) => reply(one, NONCE, policy), {
      tier: { requestsPerSecond: 5, requestsPerDay: 50 },
    });
    await client.rpc.account_getNonce("dx1a");
    expect(client.budget()).toMatchObject({ second: { limit: 5 }, day: { limit: 50 } });
  });

  test("refuses a call unsent once a day that was named is spent", async () => {
    const tier = { requestsPerSecond: null, requestsPerDay: 2 };
    const { client, clock, sent } = connectByClock((one) => reply(one, NONCE), { tier });
    await client.rpc.account_getNonce("dx1a");
    await client.rpc.account_getNonce("dx1b");
    await expect(client.rpc.account_getNonce("dx1c")).rejects.toMatchObject({
      name: "QuotaExhaustedError",
      code: "quota_exhausted",
      attempts: 0,
      retryAfter: 86_400,
      segment: "delta",
      message:
        "Cannot call account_getNonce: the daily quota of 2 requests at http://service.test is used up, retry at 2026-01-02T00:00:00.000Z",
    });
    expect(sent).toHaveLength(2);
    await clock.advance(24 * HOUR);
    expect(await client.rpc.account_getNonce("dx1c")).toEqual(NONCE);
  });

  test("refuses a call once the service says that the day is used up", async () => {
    const spent = { ratelimit: '"day";r=0;t=86400', "retry-after": "86400" };
    const { client, sent } = connectByClock((one) => refuse(one, spent));
    const first = client.rpc.account_getNonce("dx1a");
    await expect(first).rejects.toMatchObject({ name: "RpcError", retryAfter: 86_400 });
    const second = client.rpc.account_getNonce("dx1a");
    await expect(second).rejects.toMatchObject({ name: "QuotaExhaustedError", attempts: 0 });
    expect(sent).toHaveLength(1);
  });

  test("waits for a day that the service ends soon", async () => {
    const { client, clock, sent } = connectByClock((one, count) =>
      reply(one, NONCE, count === 1 ? { ratelimit: '"day";r=0;t=2' } : {}),
    );
    await client.rpc.account_getNonce("dx1a");
    expect(client.budget().day).toMatchObject({
      remaining: 0,
      resetsAt: new Date(clock.now() + 2_000),
    });
    const next = client.rpc.account_getNonce("dx1b");
    await clock.advance(2_000);
    expect(await next).toEqual(NONCE);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(2_000);
  });

  test("waits out a refusal of a day that the service ends soon", async () => {
    const headers = { ratelimit: '"second";r=9;t=1, "day";r=0;t=2', "retry-after": "2" };
    const { client, clock, sent } = connectByClock((one, count) =>
      count === 1 ? refuse(one, headers) : reply(one, NONCE),
    );
    const call = client.rpc.account_getNonce("dx1a");
    await clock.advance(2_000);
    expect(await call).toEqual(NONCE);
    expect(sent).toHaveLength(2);
  });

  test("reads the rest of the day behind the rest of the second", async () => {
    const headers = {
      "ratelimit-policy": '"second";q=100;w=1, "day";q=100000;w=86400',
      ratelimit: '"second";r=90;t=1, "day";r=400;t=86400',
    };
    const { client } = connectByClock((one) => reply(one, NONCE, headers));
    await client.rpc.account_getNonce("dx1a");
    expect(client.budget().day).toEqual({
      limit: 100_000,
      remaining: 400,
      resetsAt: new Date(Date.UTC(2026, 0, 2)),
    });
  });

  test("refuses nothing if the limits are only assumed", async () => {
    const policy = { "ratelimit-policy": '"day";q=2;w=86400', ratelimit: '"second";r=9;t=1' };
    const { client, sent } = connectByClock((one) => reply(one, NONCE, policy));
    for (const name of ["a", "b", "c"]) await client.rpc.account_getNonce(`dx1${name}`);
    expect(client.budget().day).toMatchObject({ limit: 2, remaining: 0 });
    expect(sent).toHaveLength(3);
  });
});

/** A store as processes have it: what is in it is text, and it answers later. */
function createStore(): QuotaStore & { updates: number } {
  const texts = new Map<string, string>();
  return {
    updates: 0,
    async update(host, change) {
      this.updates += 1;
      await Promise.resolve();
      const text = texts.get(host);
      const state = change(text === undefined ? undefined : (JSON.parse(text) as QuotaState));
      texts.set(host, JSON.stringify(state));
      return state;
    },
  };
}

describe("a store", () => {
  test("shares one rate limit between transports", async () => {
    const clock = new ManualClock();
    const store = createStore();
    const tier = { requestsPerSecond: 10, requestsPerDay: 25 };
    const answer = (one: Sent): Response => reply(one, NONCE);
    const one = connectByClock(answer, { clock, store, tier });
    const other = connectByClock(answer, { clock, store, tier });
    const calls = Array.from({ length: 15 }, (_, turn) => [
      one.client.rpc.account_getNonce(`dx1${turn}`),
      other.client.rpc.account_getNonce(`dx1${turn}`),
    ]);
    const ends = Promise.allSettled(calls.flat());
    await clock.advance(500);
    expect(one.sent.length + other.sent.length).toBe(8 + 5);
    await clock.advance(5_000);
    const settled = await ends;
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(25);
    const refused = settled.filter(({ status }) => status === "rejected");
    for (const end of refused) {
      expect(end).toMatchObject({ reason: { name: "QuotaExhaustedError" } });
    }
    expect(one.sent.length).toBeGreaterThan(8);
    expect(other.sent.length).toBeGreaterThan(8);
  });

  test("counts what another transport has under way, whatever the first answer says is left", async () => {
    const clock = new ManualClock();
    const store = createStore();
    const told = { "ratelimit-policy": '"second";q=10;w=1', ratelimit: '"second";r=9;t=1' };
    const hanging = connectByClock(() => new Promise(() => {}), { clock, store });
    const one = connectByClock((sent) => reply(sent, NONCE, told), { clock, store });
    for (let turn = 0; turn < 6; turn++)
      hanging.client.rpc.account_getNonce(`dx1${turn}`).catch(() => undefined);
    await settle();
    await one.client.rpc.account_getNonce("dx1a");
    for (let turn = 0; turn < 9; turn++) void one.client.rpc.account_getNonce(`dx1${turn}`);
    await settle();
    // At the rate of ten a second eight may go out at once.
    expect(hanging.sent.length + one.sent.length).toBe(8);
    await clock.advance(5_000);
  });

  test("shares the pause that a refusal asks for", async () => {
    const clock = new ManualClock();
    const store = createStore();
    const one = connectByClock((sent) => refuse(sent, { "retry-after": "9" }), {
      clock,
      store,
      retries: 0,
    });
    const other = connectByClock((sent) => reply(sent, NONCE), { clock, store });
    await expect(one.client.rpc.account_getNonce("dx1a")).rejects.toThrow("Limit exceeded");
    const call = other.client.rpc.account_getNonce("dx1a");
    await clock.advance(8_900);
    expect(other.sent).toEqual([]);
    await clock.advance(200);
    expect(await call).toEqual(NONCE);
  });

  test("counts a batch that comes while it is asked for a single call", async () => {
    let state: QuotaState | undefined;
    const store: QuotaStore = {
      async update(_, change) {
        await new Promise((resolve) => setImmediate(resolve));
        return (state = change(state));
      },
    };
    const { client, clock, sent } = connectByClock((one) => answerAll(one), { store });
    const single = client.rpc.account_getNonce("dx1a", { priority: "backfill" });
    const batch = client.rpc.batch([
      ["account_getNonce", "dx1b"],
      ["account_getNonce", "dx1c"],
      ["account_getNonce", "dx1d"],
    ]);
    await clock.advance(5_000);
    expect(await Promise.all([single, batch])).toEqual([NONCE, [NONCE, NONCE, NONCE]]);
    expect(sent).toHaveLength(2);
    expect(state?.used).toBe(4);
  });

  test("ends a call with the error of a store that fails", async () => {
    const store = { update: () => Promise.reject(new Error("Disk full")) };
    const { client, sent } = connectByClock((one) => reply(one, NONCE), { store });
    await expect(client.rpc.account_getNonce("dx1a")).rejects.toThrow("Disk full");
    expect(sent).toEqual([]);
  });
});

describe("clients of one transport", () => {
  test("share its rate limit at one API host", async () => {
    const clock = new ManualClock();
    let count = 0;
    const transport = createTransport({
      clock,
      fetch: async (_, init) => {
        count += 1;
        return reply({ body: JSON.parse(init?.body as string) } as Sent, NONCE);
      },
    });
    const delta = createClient("delta", { endpoints: ORIGIN, transport });
    const alpha = createClient("alpha", { endpoints: ORIGIN, transport });
    const away = createClient("delta", { endpoints: "http://other.test", transport });
    const calls = Array.from({ length: 8 }, (_, turn) => [
      delta.rpc.account_getNonce(`dx1${turn}`),
      alpha.rpc.account_getNonce(`ax1${turn}`),
    ]).flat();
    await settle();
    expect(count).toBe(8);
    expect(alpha.budget().day.remaining).toBe(10_000 - 8);
    await away.rpc.account_getNonce("dx1a");
    expect(count).toBe(9);
    await clock.advance(2_000);
    await Promise.all(calls);
  });
});
