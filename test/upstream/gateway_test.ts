import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { CHAIN_HEIGHT, LEAST_HEIGHT } from "../../src/chains/internal.ts";
import type { WebSocketConstructor } from "../../src/events/mod.ts";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { type Gateway, openGateway, type Read } from "./_served.ts";

const clock = new ManualClock(Date.now());
let gateway: Gateway;
afterEach(() => gateway.close());

const RPC = "/rpc/delta";

function call(method: string, params: unknown[], id: unknown = 7): RequestInit {
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return { method: "POST", headers: { "Content-Type": "application/json" }, body };
}

function status({ headers }: Read): string | null {
  return headers.get("Cache-Status");
}

describe("a gateway answers", () => {
  test("with the data of its upstream, from then on without a request", async () => {
    gateway = await openGateway();
    const [own, upstream] = await gateway.both("/v1/delta/blocks/5");
    expect(own.data).toBe(upstream.data);
    expect(status(own)).toBe("alphadelta; fwd=miss");
    await gateway.upstream.produceBlock("delta");
    await gateway.caughtUp();
    gateway.asked.length = 0;
    const again = await gateway.read("/v1/delta/blocks/5");
    expect(again.data).toBe(upstream.data);
    expect(status(again)).toBe("alphadelta; hit");
    expect(again.headers.get("Age")).toMatch(/^\d+$/);
    expect(again.headers.get(CHAIN_HEIGHT)).toBe("13");
    expect(gateway.asked).toEqual([]);
  });

  test("what the next block can change once for all clients, until that block", async () => {
    gateway = await openGateway();
    const paths = Array.from({ length: 20 }, () => "/v1/delta/chain/info");
    gateway.asked.length = 0;
    const answers = await Promise.all(paths.map((path) => gateway.read(path)));
    expect(new Set(answers.map(({ data }) => data)).size).toBe(1);
    expect(gateway.asked.filter((path) => path === paths[0])).toHaveLength(1);
    expect(new Set(answers.map(status))).toEqual(
      new Set(["alphadelta; fwd=miss", "alphadelta; fwd=miss; collapsed"]),
    );
    expect(status(await gateway.read("/v1/delta/chain/info"))).toBe("alphadelta; hit");
    await gateway.upstream.produceBlock("delta");
    await gateway.caughtUp();
    const [own, upstream] = await gateway.both("/v1/delta/chain/info");
    expect(own.data).toBe(upstream.data);
  });

  test("JSON-RPC calls, batches and simplified calls, each by its id", async () => {
    gateway = await openGateway();
    const one = call("chain_getBlockByNumber", [3, false], "a");
    const [own, upstream] = await gateway.both(RPC, one);
    expect(own.text).toBe(upstream.text);
    expect(status(await gateway.read(RPC, one))).toBe("alphadelta; hit");
    const batch = `[${String(one.body)},${String(call("chain_getInfo", []).body)}]`;
    const [ownBatch, upstreamBatch] = await gateway.both(RPC, { ...one, body: batch });
    expect(ownBatch.text).toBe(upstreamBatch.text);
    expect(status(ownBatch)).toBe("alphadelta; fwd=miss");
    const address = (await devAccounts("delta"))[0]?.address;
    const body = JSON.stringify({ method: "getBalance", params: [address] });
    const [ownPlain, upstreamPlain] = await gateway.both(RPC, { ...one, body });
    expect(ownPlain.text).toBe(upstreamPlain.text);
    expect(JSON.parse(ownPlain.text).result).toMatch(/^\d+$/);
  });

  test("bad requests by itself, and what is not found in the words of the service", async () => {
    gateway = await openGateway();
    gateway.asked.length = 0;
    const [wrong, upstreamWrong] = await gateway.both("/v1/delta/blocks?limit=1000");
    expect(JSON.parse(wrong.text).error).toEqual(JSON.parse(upstreamWrong.text).error);
    expect(gateway.asked).not.toContain("/v1/delta/blocks");
    const [missing, upstreamMissing] = await gateway.both("/v1/delta/blocks/13");
    expect(missing.status).toBe(404);
    expect(JSON.parse(missing.text).error).toEqual(JSON.parse(upstreamMissing.text).error);
    expect(status(await gateway.read("/v1/delta/blocks/13"))).toBe("alphadelta; hit");
    await gateway.upstream.produceBlock("delta");
    await gateway.caughtUp();
    expect((await gateway.read("/v1/delta/blocks/13")).status).toBe(200);
  });

  test("a conditional request with 304 while the data is the same", async () => {
    gateway = await openGateway();
    const { headers } = await gateway.read("/v1/delta/blocks?limit=2");
    const known = { headers: { "If-None-Match": headers.get("ETag") ?? "" } };
    expect((await gateway.read("/v1/delta/blocks?limit=2", known)).status).toBe(304);
    await gateway.upstream.produceBlock("delta");
    await gateway.caughtUp();
    expect((await gateway.read("/v1/delta/blocks?limit=2", known)).status).toBe(200);
  });

  test("key requests with keys of its own", async () => {
    gateway = await openGateway();
    const key = { email: "someone@example.org" };
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(key) };
    const { data } = await gateway.read("/v1/keys", init);
    const { apiKey } = JSON.parse(data);
    const own = await gateway.read("/v1/delta/chain/info", { headers: { "X-API-Key": apiKey } });
    expect(own.status).toBe(200);
    const at = await gateway.upstream.fetch("http://u.test/v1/delta/chain/info", {
      headers: { "X-API-Key": apiKey },
    });
    expect(at.status).toBe(400);
    expect(gateway.asked).not.toContain("/v1/keys");
  });

  test("a request that names a height that is not there soon with the newest", async () => {
    gateway = await openGateway();
    const headers = { [LEAST_HEIGHT]: "1000000" };
    const own = await gateway.read("/v1/delta/chain/info", { headers });
    expect(own.status).toBe(200);
    expect(own.headers.get(CHAIN_HEIGHT)).toBe("12");
  });
});

describe("after a reorganisation", () => {
  test("nothing is answered from a block that is gone", async () => {
    gateway = await openGateway();
    const paths = ["/v1/delta/blocks/12", "/v1/delta/blocks/11", "/v1/delta/blocks/10"];
    const before = await Promise.all(paths.map((path) => gateway.read(path)));
    const hash = JSON.parse(before[0]?.data ?? "").hash;
    await gateway.read(`/v1/delta/blocks/${hash}`);
    await gateway.upstream.reorganise("delta", 2);
    await gateway.caughtUp();
    for (const path of [...paths, `/v1/delta/blocks/${hash}`]) {
      const [own, upstream] = await gateway.both(path);
      expect([own.status, own.data]).toEqual([upstream.status, upstream.data]);
    }
    expect(status(await gateway.read("/v1/delta/blocks/10"))).toBe("alphadelta; hit");
  });
});

/** A WebSocket that can be kept from connecting, and whose events can be late. */
function lateSockets(): {
  readonly webSocket: WebSocketConstructor;
  cut(): void;
  isAway: boolean;
  isLate: boolean;
} {
  const opened: WebSocket[] = [];
  const state = {
    isAway: false,
    isLate: false,
    cut: (): void => opened.splice(0).forEach((socket) => socket.close()),
    webSocket: class {
      readonly #socket: WebSocket;

      constructor(url: string) {
        this.#socket = new WebSocket(state.isAway ? "ws://127.0.0.1:1" : url);
        opened.push(this.#socket);
      }

      send(data: string): void {
        this.#socket.send(data);
      }

      close(): void {
        this.#socket.close();
      }

      addEventListener(type: string, listener: (event: never) => void): void {
        this.#socket.addEventListener(type, (event) => {
          const isEvent = event instanceof MessageEvent && String(event.data).includes('"method"');
          if (isEvent && state.isLate) clock.setTimeout(() => listener(event as never), 300);
          else listener(event as never);
        });
      }
    },
  };
  return state;
}

test("a block that was replaced while events were away is not served once they are back", async () => {
  const sockets = lateSockets();
  gateway = await openGateway({ clock, upstream: { webSocket: sockets.webSocket } });
  const path = "/v1/delta/blocks/12";
  const before = await gateway.read(path);
  expect(status(await gateway.read(path))).toBe("alphadelta; hit");
  sockets.isAway = true;
  sockets.cut();
  while (status(await gateway.read(path)) === "alphadelta; hit") await setImmediate();
  await gateway.upstream.reorganise("delta", 2);
  const after = await gateway.upstream.fetch(`http://service.test${path}`);
  expect(await after.text()).not.toContain(before.data);
  sockets.isLate = true;
  sockets.isAway = false;
  do {
    const read = await gateway.read(path);
    expect(read.data).not.toBe(before.data);
    await setImmediate();
  } while (status(await gateway.read(path)) !== "alphadelta; hit");
});

describe("an answer of an older head than events have told of", () => {
  const path = "/v1/delta/chain/info";

  test("is refused where the upstream has no newer one", async () => {
    let isOld = false;
    gateway = await openGateway({
      upstream: {
        async fetch(input, init) {
          const response = await fetch(input, init);
          if (!isOld || !String(input).endsWith("/chain/info")) return response;
          const text = (await response.text()).replace('"blockHeight":12', '"blockHeight":5');
          return new Response(text, { headers: response.headers });
        },
      },
    });
    await gateway.caughtUp();
    isOld = true;
    const old = await gateway.read(path);
    expect([old.status, old.headers.get("Retry-After")]).toEqual([503, "1"]);
    isOld = false;
    expect(JSON.parse((await gateway.read(path)).data).blockHeight).toBe(12);
  });
});

describe("a submission", () => {
  async function transfer(nonce: number): Promise<string> {
    const [from, to] = await devAccounts("delta");
    if (!from || !to) throw new Error("The devnet has no accounts");
    const payment = { type: "transfer", to: to.address, value: 1n, nonce } as const;
    return (await signTransaction(from, payment)).signedTx;
  }

  test("is passed on once, and the next nonce counts it at once", async () => {
    gateway = await openGateway();
    const address = (await devAccounts("delta"))[0]?.address;
    const nonceOf = async (): Promise<number> =>
      JSON.parse((await gateway.read(RPC, call("account_getNonce", [address]))).text).result.nonce;
    const nonce = await nonceOf();
    const own = await gateway.read(RPC, call("tx_sendRawTransaction", [await transfer(nonce)]));
    const { txHash } = JSON.parse(own.text).result;
    expect(status(own)).toBe("alphadelta; fwd=method");
    expect(await nonceOf()).toBe(nonce + 1);
    const [pending, upstreamPending] = await gateway.both(RPC, call("tx_getTransaction", [txHash]));
    expect(pending.text).toBe(upstreamPending.text);
    await gateway.upstream.produceBlock("delta");
    await gateway.caughtUp();
    const [found, upstreamFound] = await gateway.both(RPC, call("tx_getTransaction", [txHash]));
    expect(found.text).toBe(upstreamFound.text);
    expect(JSON.parse(found.text).result.blockNumber).toBe(13);
  });

  test("is refused in the words of the service", async () => {
    gateway = await openGateway();
    const [own, upstream] = await gateway.both(
      RPC,
      call("tx_sendRawTransaction", [await transfer(99)]),
    );
    expect(own.text).toBe(upstream.text);
  });

  test("whose answer is lost is reported as unknown, and not sent again", async () => {
    let sent = 0;
    gateway = await openGateway({
      upstream: {
        async fetch(input, init) {
          const response = await fetch(input, init);
          if (!String(init?.body).includes("tx_sendRawTransaction")) return response;
          sent++;
          throw new TypeError("connection lost");
        },
      },
    });
    const signed = await transfer(0);
    const { error } = JSON.parse(
      (await gateway.read(RPC, call("tx_sendRawTransaction", [signed]))).text,
    );
    expect(error.code).toBe(-32603);
    expect(error.data).toMatch(/^It is unknown whether the transaction was sent/);
    expect(error.data).not.toContain(signed.slice(2, 40));
    expect(sent).toBe(1);
  });
});

describe("while no upstream answers", () => {
  async function cut(serveStale: boolean): Promise<void> {
    let isCut = false;
    gateway = await openGateway({
      upstream: {
        serveStale,
        fetch: (input, init) =>
          isCut ? Promise.reject(new TypeError("fetch failed")) : fetch(input, init),
      },
    });
    await gateway.read("/v1/delta/blocks/5");
    await gateway.read("/v1/delta/chain/info");
    isCut = true;
    await gateway.listener.close();
    while ((await gateway.read("/v1/delta/blocks/6")).status === 200);
  }

  test("requests are refused with 503 or -32603 and a time to retry", async () => {
    await cut(false);
    for (const path of ["/v1/delta/blocks/5", "/v1/delta/chain/info", "/v1/delta/chain/stats"]) {
      const { status: code, text, headers } = await gateway.read(path);
      expect([path, code, JSON.parse(text).error.code]).toEqual([path, 503, "INTERNAL_ERROR"]);
      expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    const own = await gateway.read(RPC, call("chain_getInfo", []));
    expect(JSON.parse(own.text).error).toMatchObject({ code: -32603 });
    expect(Number(own.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("nothing is a hit once its events have been silent too", async () => {
    let isStalled = false;
    gateway = await openGateway({
      upstream: {
        fetch: (input, init) =>
          isStalled ? Promise.reject(new TypeError("fetch failed")) : fetch(input, init),
      },
    });
    await gateway.read("/v1/delta/blocks/5");
    isStalled = true;
    await gateway.read("/v1/delta/blocks/6");
    while ((await gateway.read("/v1/delta/blocks/5")).status === 200);
    isStalled = false;
    while (status(await gateway.read("/v1/delta/blocks/5")) !== "alphadelta; hit");
  });

  test("cached answers are served as stale where that is allowed", async () => {
    await cut(true);
    for (const path of ["/v1/delta/blocks/5", "/v1/delta/chain/info"]) {
      const own = await gateway.read(path);
      expect([path, own.status, status(own)]).toEqual([path, 200, "alphadelta; fwd=stale"]);
    }
    const seen = { headers: { [LEAST_HEIGHT]: "13" } };
    expect((await gateway.read("/v1/delta/chain/info", seen)).status).toBe(503);
    expect((await gateway.read("/v1/delta/chain/stats")).status).toBe(503);
  });
});

test("the key of the upstream goes to the upstream alone", async () => {
  const entries: unknown[] = [];
  const shown: (string | null)[] = [];
  const apiKey = "key-of-the-gateway-0123456789";
  gateway = await openGateway({
    gateway: { log: (entry) => entries.push(entry) },
    upstream: {
      apiKey,
      fetch(input, init) {
        const headers = new Headers(init?.headers);
        shown.push(headers.get("X-API-Key"));
        headers.delete("X-API-Key");
        return fetch(input, { ...init, headers });
      },
    },
  });
  const headers = { Host: "localhost" };
  for (const path of ["/v1/delta/blocks/1", "/readyz", "/metrics"])
    entries.push((await gateway.read(path, { headers })).text);
  const json = { headers: { Accept: "application/json" } };
  entries.push((await gateway.read("/readyz", json)).text);
  expect(new Set(shown)).toEqual(new Set([apiKey]));
  expect(JSON.stringify(entries)).not.toContain(apiKey);
});

test("/readyz and /metrics tell of each upstream, its lag and its quota, and where answers came from", async () => {
  gateway = await openGateway({ upstream: { tier: "Registered" } });
  await gateway.caughtUp();
  await gateway.read("/v1/delta/blocks/5");
  await gateway.read("/v1/delta/blocks/5");
  const { origin } = gateway.listener;
  const ready = await gateway.read("/readyz");
  expect(ready.text).toMatch(/^delta: oldest cursor \S+$/m);
  expect(ready.text).toMatch(
    new RegExp(
      `^delta: upstream ${origin}: in use, 0 blocks behind, 99\\d+ requests left today$`,
      "m",
    ),
  );
  const { text } = await gateway.read("/metrics", { headers: { Host: "localhost" } });
  const upstream = `{segment="delta",upstream="${origin}"}`;
  expect(text).toContain(`alphadelta_upstream_used${upstream} 1\n`);
  expect(text).toContain(`alphadelta_upstream_lag_blocks${upstream} 0\n`);
  expect(text).toMatch(/^alphadelta_upstream_quota_remaining\{.*\} 99\d+$/m);
  expect(text).toContain('alphadelta_answers_total{segment="delta",source="hit"} 1\n');
  expect(text).toContain('alphadelta_upstream_polled{segment="delta"} 0\n');
});

test("/readyz tells programs of each upstream by its origin alone", async () => {
  gateway = await openGateway();
  await gateway.caughtUp();
  const json = { headers: { Accept: "application/json" } };
  const own = await gateway.read("/readyz", json);
  expect(own.headers.get("Content-Type")).toBe("application/json");
  const { origin } = gateway.listener;
  expect(JSON.parse(own.text)).toEqual({
    isReady: true,
    reasons: [],
    segments: {
      delta: {
        isReady: true,
        gateway: {
          ...{ height: 12, events: "live", headAge: expect.any(Number) as number },
          upstreams: [{ url: origin, isUsed: true, isWorking: true, height: 12 }],
        },
      },
    },
  });
  await gateway.listener.close();
  while ((await gateway.read("/readyz", json)).status === 200) await setImmediate();
  const away = await gateway.read("/readyz", json);
  expect(JSON.parse(away.text)).toMatchObject({
    ...{ isReady: false, reasons: ["delta: no upstream answers"] },
    segments: {
      delta: {
        isReady: false,
        gateway: { events: "interrupted", upstreams: [{ url: origin, isWorking: false }] },
      },
    },
  });
});

test("/readyz tells programs of a devnet that it is ready", async () => {
  gateway = await openGateway();
  const headers = { Accept: "application/json" };
  const answer = await gateway.upstream.fetch("http://u.test/readyz", { headers });
  expect(await answer.json()).toEqual({
    ...{ isReady: true, reasons: [], segments: { delta: { isReady: true } } },
  });
});
