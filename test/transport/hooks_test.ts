import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/mod.ts";
import type { ApiKey, Hooks } from "../../src/transport/mod.ts";
import { connectByClock, refuse, reply } from "./_canned.ts";

const KEY = "very-secret";
const SIGNED = "0xfeedfeed";

afterEach(() => {
  vi.useRealTimers();
});

/** Hooks that write every event down. */
function record(): { hooks: Required<Hooks>; events: [name: string, event: object][] } {
  const events: [string, object][] = [];
  const write = (name: string) => (event: object) => void events.push([name, event]);
  const hooks = {
    onRequest: write("onRequest"),
    onQueue: write("onQueue"),
    onAttempt: write("onAttempt"),
    onRetry: write("onRetry"),
    onResponse: write("onResponse"),
  };
  return { hooks, events };
}

describe("hooks", () => {
  test("are called for each step of a call, from its beginning to its end", async () => {
    const { hooks, events } = record();
    const { client, clock } = connectByClock(
      (one, count) =>
        count === 1
          ? new Response("", { status: 503 })
          : reply(one, { nonce: 4 }, { "x-request-id": "r-1" }),
      { hooks },
    );
    const call = client.rpc.account_getNonce("dx1a");
    await clock.advance(1_000);
    await call;
    const about = {
      call: 1,
      segment: "delta",
      operation: "account_getNonce",
      method: "POST",
      url: "http://service.test/rpc/delta",
    };
    expect(events).toEqual([
      ["onRequest", about],
      ["onAttempt", { ...about, attempt: 1 }],
      [
        "onRetry",
        { ...about, attempt: 1, status: 503, delayMs: 125, error: expect.any(Error) as Error },
      ],
      ["onAttempt", { ...about, attempt: 2 }],
      [
        "onResponse",
        {
          ...about,
          attempts: 2,
          status: 200,
          requestId: "r-1",
          error: undefined,
          durationMs: 125,
          source: "request",
        },
      ],
    ]);
  });

  test("are called for waits, shared requests, cached answers and failures", async () => {
    const { hooks, events } = record();
    const { client, clock } = connectByClock((one) => refuse(one, { "retry-after": "90" }), {
      hooks,
      tier: { requestsPerSecond: 1, requestsPerDay: null },
    });
    const calls = ["a", "b", "b"].map((name) => client.rpc.account_getNonce(`dx1${name}`));
    const ends = Promise.allSettled(calls);
    await clock.advance(2_000);
    await ends;
    expect(events.map(([name]) => name)).toEqual([
      "onRequest",
      "onAttempt",
      "onRequest",
      "onQueue",
      "onRequest",
      "onResponse",
      "onResponse",
      "onResponse",
    ]);
    const ended = events.filter(([name]) => name === "onResponse").map(([, event]) => event);
    expect(ended).toMatchObject([
      { call: 1, status: 429, attempts: 1, source: "request", error: { code: -32_005 } },
      { call: 2, attempts: 0, source: "request", error: { name: "QuotaExhaustedError" } },
      { call: 3, attempts: 0, source: "shared" },
    ]);
  });

  test("are called for a shared request in the name of a caller that still waits", async () => {
    const { hooks, events } = record();
    const { client, clock } = connectByClock(
      async (one, count) => {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 1_000));
        return count === 1 ? new Response("", { status: 503 }) : reply(one, { nonce: 4 });
      },
      { hooks },
    );
    const controller = new AbortController();
    const first = client.rpc.account_getNonce("dx1a", { signal: controller.signal });
    const second = client.rpc.account_getNonce("dx1a");
    controller.abort("enough");
    await expect(first).rejects.toBe("enough");
    await clock.advance(4_000);
    expect(await second).toEqual({ nonce: 4 });
    expect(events.map(([name, event]) => [name, (event as { call: number }).call])).toEqual([
      ["onRequest", 1],
      ["onAttempt", 1],
      ["onRequest", 2],
      ["onResponse", 1],
      ["onRetry", 2],
      ["onAttempt", 2],
      ["onResponse", 2],
    ]);
  });

  test.each([
    ["in a header", KEY],
    ["in the query", { value: KEY, in: "query", name: "key" }],
  ] as const)("never see a key %s or what was signed", async (_, apiKey) => {
    const { hooks, events } = record();
    const { client, sent } = connectByClock(() => new Response("", { status: 400 }), {
      hooks,
      apiKey,
      endpoints: { apiHost: "http://service.test", rpcUrl: `http://rpc.test/?token=${KEY}` },
    });
    await client.rpc.tx_sendRawTransaction(SIGNED).catch(() => {});
    await client.fetch(`http://service.test/x?token=${KEY}`).catch(() => {});
    await client.getBlock(7).catch(() => {});
    expect(sent).toHaveLength(3);
    expect(events.length).toBeGreaterThan(8);
    const text = inspect(events, { depth: 9, maxStringLength: null });
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(SIGNED);
  });

  test.each([
    ["in a header", KEY],
    ["in the query", { value: KEY, in: "query", name: "key" }],
    ["by a function", (request) => new Request(`${request.url}?key=${KEY}`, request)],
    [
      "by a function in a header",
      (request) => new Request(request, { headers: { authorization: `Bearer ${KEY}` } }),
    ],
  ] as [string, ApiKey][])(
    "never see a key %s that a runtime or a service repeats, and no error holds it",
    async (_, apiKey) => {
      const { hooks, events } = record();
      const faults = [
        (sent: Request) => {
          const cause = new Error(`error sending request for url (${sent.url})`);
          throw new TypeError("fetch failed", { cause: Object.assign(cause, { path: sent.url }) });
        },
        (sent: Request) => new Response(`${sent.url} ${[...sent.headers].join()}`, { status: 502 }),
        (sent: Request) => {
          const error = {
            code: "UNAUTHORIZED",
            message: `${sent.url} ${[...sent.headers].join()}`,
          };
          return Response.json({ success: false, error }, { status: 401 });
        },
      ];
      const errors: unknown[] = [];
      for (const fault of faults) {
        const client = createClient("delta", {
          endpoints: { apiHost: "http://service.test", rpcUrl: `http://rpc.test/?token=${KEY}` },
          apiKey,
          hooks,
          retries: 0,
          fetch: async (input, init) => fault(new Request(input, init)),
        });
        for (const call of [client.getBlock(7), client.rpc.chain_getInfo()]) {
          errors.push(await call.catch((error: unknown) => error));
        }
      }
      expect(errors.every((error) => error instanceof Error)).toBe(true);
      const text = inspect([errors, events], { depth: 9, maxStringLength: null });
      expect(text).not.toContain(KEY);
    },
  );

  test("show no path of a redirect that is very long", async () => {
    const location = `https://other.test/${"x".repeat(10_000)}`;
    const { client } = connectByClock(
      () => new Response("", { status: 302, headers: { location } }),
    );
    const message = /leads to https:\/\/other\.test$/;
    await expect(client.getBlock(7)).rejects.toThrow(message);
  });

  test("never see a key in the path of a redirect, and no error holds it", async () => {
    const location = `http://other.test/login/${KEY}`;
    const { client } = connectByClock(
      () => new Response(null, { status: 302, headers: { location } }),
      { apiKey: KEY },
    );
    const error: unknown = await client.getBlock(7).catch((reason: unknown) => reason);
    expect(String(error)).toContain("http://other.test/login/…");
    expect(inspect(error)).not.toContain(KEY);
  });

  test.each(["abc%20a1b2c3d4/e", "abc+a1b2c3d4%2Fe", "abc%20a1b2c3d4%2Fe", "abc%20a1b2c3d4%2fe"])(
    "never see a part of a key with a space in the path of a redirect: %s",
    async (shown) => {
      const location = `http://other.test/login/${shown}`;
      const { client } = connectByClock(
        () => new Response(null, { status: 302, headers: { location } }),
        { apiKey: { in: "query", name: "key", value: "abc a1b2c3d4/e" } },
      );
      await expect(client.getBlock(7)).rejects.toThrow(/ leads to http:\/\/other\.test\/login\/…$/);
    },
  );

  test("change no reason that a caller aborts with", async () => {
    const reason = new Error(`No longer ${KEY}`);
    const controller = new AbortController();
    const { client } = connectByClock(
      ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
      { apiKey: KEY },
    );
    const call = client.getBlock(7, { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reason.message).toBe(`No longer ${KEY}`);
  });

  test.each(["onRequest", "onQueue", "onAttempt", "onRetry"] as const)(
    "end a call by an abort in %s, and nothing is sent then",
    async (name) => {
      const controller = new AbortController();
      const { client, clock, sent } = connectByClock(() => new Response("", { status: 503 }), {
        hooks: { [name]: () => controller.abort("enough") },
        tier: { requestsPerSecond: 1, requestsPerDay: null },
      });
      const before = name === "onQueue" ? 1 : 0;
      if (before > 0) await client.getBlock(7, { retries: 0 }).catch(() => {});
      const { signal } = controller;
      await expect(client.getBlock(8, { signal })).rejects.toBe("enough");
      await clock.advance(10_000);
      expect(sent).toHaveLength(before + (name === "onRetry" ? 1 : 0));
      expect(clock.pending).toBe(0);
    },
  );

  test("begin a fallback in onRetry, which times out even if the first call is aborted", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const controller = new AbortController();
    let fallback: Promise<unknown> | undefined;
    const client = createClient("delta", {
      endpoints: "http://service.test",
      timeout: 1_000,
      fetch: async (input) => {
        if (String(input).endsWith("/7")) return new Response("", { status: 503 });
        return new Promise(() => {});
      },
      hooks: {
        onRetry() {
          fallback ??= client.getBlock(8, { retries: 0 }).catch((error: unknown) => error);
          controller.abort("enough");
        },
      },
    });
    await expect(client.getBlock(7, { signal: controller.signal })).rejects.toBe("enough");
    let outcome: unknown = "still pending";
    void fallback?.then((error) => (outcome = error));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcome).toMatchObject({ name: "TransportError", kind: "timeout" });
  });

  test("break no call by what they throw or reject with", async () => {
    const fail = (): never => {
      throw new Error("Hook");
    };
    const hooks = {
      onRequest: fail,
      onAttempt: fail,
      onResponse: () => Promise.reject(new Error("Hook")),
    };
    const { client } = connectByClock((one) => reply(one, { nonce: 4 }), { hooks });
    expect(await client.rpc.account_getNonce("dx1a")).toEqual({ nonce: 4 });
  });
});
