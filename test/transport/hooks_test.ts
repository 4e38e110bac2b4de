import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/mod.ts";
import type { ApiKey, Hooks } from "../../src/transport/mod.ts";
import { ORIGIN } from "../_client.ts";
import { connectByClock, refuse, reply } from "./_canned.ts";

const KEY = "very-secret";
const SIGNED = "0xfeedfeed";

const BLOCK = {
  number: 7,
  hash: "0x07",
  timestamp: 1,
  txCount: 0,
  validator: "dx1a",
  parentHash: "0x06",
  stateRoot: "0x01",
  transactionsRoot: "0x02",
  receiptsRoot: "0x03",
  gasUsed: "0",
  gasLimit: "1",
};
const LONG_KEY = "ak-4711-0815-of-mine";
const KEY_OF_ENDPOINT = "token-for-this-endpoint";
const SIGNED_BYTES = `0x${"0123456789abcdef".repeat(8)}`;

/** Where a service repeats what it was sent. */
interface Repeated {
  readonly id?: string;
  readonly code?: string;
  readonly message?: string;
  readonly data?: string;
  readonly text?: string;
  readonly location?: string;
}

/** An answer that repeats what was sent. */
async function repeating(
  { id = "r-1", code = "NO", message = "no", data = "d", text, location }: Repeated,
  isRefused: boolean,
  request: Request,
): Promise<Response> {
  const headers = { "x-request-id": id, ...(location === undefined ? {} : { location }) };
  if (location !== undefined) return new Response("", { status: 302, headers });
  if (text !== undefined) return new Response(text, { headers });
  const isRpc = request.url.startsWith("http://rpc.test");
  if (!isRpc) {
    const part = isRefused ? { error: { code, message } } : { data: BLOCK };
    const meta = { timestamp: 1, requestId: id };
    return Response.json({ success: !isRefused, ...part, meta }, { headers });
  }
  const body = (await request.json()) as { id: number } | { id: number }[];
  const result = { nonce: 4, txHash: "0x01", status: "pending" };
  const error = { code: -32_602, message: `${code}: ${message}`, data };
  const replies = [body].flat().map((call) => ({
    jsonrpc: "2.0",
    id: call.id,
    ...(isRefused ? { error } : { result }),
  }));
  return Response.json(Array.isArray(body) ? replies : replies[0], { headers });
}

/** Without what `rest.GET` and `withResponse()` hand on as it came: the headers, and the answer itself. */
function withoutAnswers(shown: unknown): unknown {
  const { response, data } = (shown ?? {}) as { response?: unknown; data?: unknown };
  if (response instanceof Response) return undefined;
  if (response === undefined) return shown;
  return { data, id: (response as { requestId?: string }).requestId };
}

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

  test.each([
    ["as its request id", (told: string) => ({ id: told })],
    ["as a code", (told: string) => ({ code: told })],
    ["in a message", (told: string) => ({ message: told })],
    ["where the code is truncated", (told: string) => ({ code: "c".repeat(90) + told })],
    ["where the message is truncated", (told: string) => ({ message: "m".repeat(990) + told })],
    ["where the id is truncated", (told: string) => ({ id: "i".repeat(190) + told })],
    ["without JSON", (told: string) => ({ text: "t".repeat(70) + told })],
    [
      "with a number too large",
      (told: string) => ({ text: `{"id":9007199254740993,"a":"${told}"}` }),
    ],
    ["in the place of a field", (told: string) => ({ data: told })],
    ["in the path of a redirect", (told: string) => ({ location: `http://a.test/${told}` })],
  ] as [string, (told: string) => Repeated][])(
    "never see a key or signed bytes that a service repeats %s, and no error holds them",
    async (_, repeat) => {
      const { hooks, events } = record();
      const shown: unknown[] = [events];
      for (const secret of [KEY_OF_ENDPOINT, LONG_KEY, SIGNED_BYTES]) {
        for (const isRefused of [true, false]) {
          const client = createClient("delta", {
            endpoints: { apiHost: ORIGIN, rpcUrl: `http://rpc.test/?token=${KEY_OF_ENDPOINT}` },
            apiKey: LONG_KEY,
            hooks,
            retries: 0,
            fetch: async (input, init) =>
              repeating(repeat(secret), isRefused, new Request(input, init)),
          });
          const { rpc } = client;
          const calls = [
            ...(secret === LONG_KEY ? [client.getBlock(7).withResponse()] : []),
            ...(secret === LONG_KEY ? [client.rest.GET("/chain/info", {})] : []),
            ...(secret === SIGNED_BYTES
              ? [
                  rpc.tx_sendRawTransaction(SIGNED_BYTES).withResponse(),
                  client.sendRawTransaction(SIGNED_BYTES),
                ]
              : [
                  rpc.account_getNonce("dx1a").withResponse(),
                  rpc.batch([
                    ["account_getNonce", "dx1a"],
                    ["account_getNonce", "dx1b"],
                  ]),
                ]),
          ];
          for (const call of calls) shown.push(await call.catch((error: unknown) => error));
        }
      }
      expect(events.length).toBeGreaterThan(30);
      const text = inspect(shown.map(withoutAnswers), { depth: 12, maxStringLength: null });
      for (const secret of [KEY_OF_ENDPOINT, LONG_KEY, SIGNED_BYTES]) {
        expect(text).not.toContain(secret.slice(0, 9));
      }
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
