import { mkdtemp } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createService,
  listen,
  type Listener,
  type ListenOptions,
  type LogEntry,
  type Service,
  type ServiceOptions,
} from "../../../src/service/mod.ts";
import { issueKey, openSqliteKeyStore } from "../../../src/service/access/keys/mod.ts";
import type { ServedChain } from "../../../src/service/api/served_chain.ts";
import { Chains } from "../../../src/service/server/data_folder/mod.ts";
import { errorEntry, logErrors } from "../../../src/service/server/logs.ts";
import { answerOperationsPage } from "../../../src/service/server/pages/mod.ts";
import type { ServiceParts } from "../../../src/service/server/parts.ts";
import { upstreamOf } from "../../../src/upstream/mod.ts";
import { DatabaseSync } from "../../../src/service/sqlite.ts";
import { SocketClient } from "./websocket/_socket_client.ts";

const listeners: Listener[] = [];
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

async function start(
  options: ServiceOptions = {},
  listening: ListenOptions = {},
): Promise<{ service: Service; listener: Listener; origin: string }> {
  const service = await createService({
    segments: ["delta"],
    history: 3,
    mode: "manual",
    traffic: false,
    log: () => undefined,
    ...options,
  });
  const listener = await listen(service, { port: 0, stopTimeout: 2_000, ...listening });
  listeners.push(listener);
  return { service, listener, origin: listener.origin };
}

function call(origin: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${origin}/rpc/delta`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** The samples of `/metrics` by name and labels. */
async function metricsOf(origin: string): Promise<Map<string, number>> {
  const response = await fetch(`${origin}/metrics`);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split("\n").filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe("/metrics", () => {
  test("counts requests by operation, calls by method, and refusals by tier", async () => {
    const { origin } = await start({ keylessTier: "Public", clock: () => Date.UTC(2026, 0, 1) });
    for (const path of ["blocks/1", "blocks/2", "blocks/999", "nope"]) {
      await fetch(`${origin}/v1/delta/${path}`);
    }
    const call1 = { jsonrpc: "2.0", id: 1, method: "chain_getInfo" };
    await call(origin, call1);
    await call(origin, [call1, { ...call1, method: "my_secret_name" }]);
    await call(origin, { method: "getBalance", params: ["no address"] });
    for (let index = 0; index < 10; index++) await fetch(`${origin}/v1/delta/blocks/1`);
    const metrics = await metricsOf(origin);
    const requests = (rest: string): number | undefined =>
      metrics.get(`alphadelta_requests_total{${rest}}`);
    expect(requests('protocol="rest",operation="getBlock",status="2xx"')).toBe(2 + 2);
    expect(requests('protocol="rest",operation="getBlock",status="4xx"')).toBe(1 + 8);
    expect(requests('protocol="rest",operation="unknown",status="4xx"')).toBe(1);
    expect(requests('protocol="rpc",operation="chain_getInfo",status="2xx"')).toBe(1);
    expect(requests('protocol="rpc",operation="batch",status="2xx"')).toBe(1);
    const calls = (method: string, code: number): number | undefined =>
      metrics.get(`alphadelta_rpc_calls_total{transport="http",method="${method}",code="${code}"}`);
    expect(calls("chain_getInfo", 0)).toBe(2);
    expect(calls("unknown", -32601)).toBe(1);
    expect(calls("getBalance", -32602)).toBe(1);
    expect(metrics.get('alphadelta_refusals_total{tier="Public",reason="rate"}')).toBe(8);
    const duration =
      'alphadelta_request_duration_seconds_bucket{protocol="rest",operation="getBlock",le="+Inf"}';
    expect(metrics.get(duration)).toBe(5 + 8);
    expect([...metrics.keys()].join("\n")).not.toContain("my_secret_name");
  });

  test("counts a request that is refused unread as a call of no method", async () => {
    const { origin } = await start({ keylessTier: "Enterprise" });
    const bodies = ["{", "[]", `"${"x".repeat(1_100_000)}"`];
    for (const body of bodies) {
      const headers = { "Content-Type": "application/json" };
      await fetch(`${origin}/rpc/delta`, { method: "POST", headers, body });
    }
    const client = await SocketClient.open(origin, "delta");
    await client.ask("{");
    const metrics = await metricsOf(origin);
    const calls = (transport: string, code: number): number | undefined =>
      metrics.get(
        `alphadelta_rpc_calls_total{transport="${transport}",method="unknown",code="${code}"}`,
      );
    expect(calls("http", -32700)).toBe(1);
    expect(calls("http", -32600)).toBe(2);
    expect(calls("websocket", -32700)).toBe(1);
  });

  test("tells heights, what waits, connections and subscriptions", async () => {
    const { origin, service } = await start({ keylessTier: "Enterprise" });
    const client = await SocketClient.open(origin, "delta");
    await client.subscribe("blocks");
    await client.subscribe("transactions");
    await service.produceBlock("delta");
    await client.take(1);
    const metrics = await metricsOf(origin);
    expect(metrics.get('alphadelta_head_height{segment="delta"}')).toBe(4);
    expect(metrics.get('alphadelta_mempool_transactions{segment="delta"}')).toBe(0);
    expect(metrics.get('alphadelta_subscriptions{segment="delta"}')).toBe(2);
    expect(metrics.get('alphadelta_connections{transport="websocket"}')).toBe(1);
    expect(metrics.get('alphadelta_connections{transport="http"}')).toBeGreaterThanOrEqual(1);
    expect(metrics.get('alphadelta_event_age_seconds{segment="delta"}')).toBeLessThan(10);
    expect(metrics.get('alphadelta_head_age_seconds{segment="delta"}')).toBeLessThan(10);
    expect(metrics.get('alphadelta_failed_blocks{segment="delta"}')).toBe(0);
    expect(metrics.get("process_resident_memory_bytes")).toBeGreaterThan(1e7);
    client.socket.close();
    await client.closed;
    await expect
      .poll(async () =>
        (await metricsOf(origin)).get('alphadelta_connections{transport="websocket"}'),
      )
      .toBe(0);
  });

  test("answers this machine alone, but neither a forwarded request nor a web page", async () => {
    const { origin, service } = await start();
    const refused: Record<string, string>[] = [
      { "X-Forwarded-For": "127.0.0.1" },
      { Forwarded: "for=127.0.0.1" },
      { Via: "1.1 proxy" },
      { Origin: "https://page.test" },
    ];
    for (const headers of refused) {
      const response = await fetch(`${origin}/metrics`, { headers });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
    }
    const request = { method: "GET", target: "/metrics", body: async () => new Uint8Array() };
    const header = (host: string) => (name: string) => (name === "host" ? host : undefined);
    const from = async (peer: string, host: string): Promise<number> =>
      (await service.handle({ ...request, peer, header: header(host), headerNames: () => [] }))
        .status;
    expect(await from("::ffff:127.0.0.1", "localhost:1")).toBe(200);
    expect(await from("::1", "[::1]:8645")).toBe(200);
    expect(await from("192.0.2.1", "localhost")).toBe(404);
    expect(await from("127.0.0.1", "page.test")).toBe(404);
  });

  test("answers at an address of its own alone where it has one, whoever asks, with readiness beside it", async () => {
    const { origin, listener } = await start({ metricsOpen: true }, { metricsPort: 0 });
    const { metricsOrigin = "" } = listener;
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    await fetch(`${origin}/v1/delta/chain/info`);
    const headers = { "X-Forwarded-For": "192.0.2.1" };
    const response = await fetch(`${metricsOrigin}/metrics`, { headers });
    expect(response.headers.get("content-type")).toContain("version=0.0.4");
    expect(await response.text()).toContain('operation="getChainInfo"');
    for (const [path, body] of [
      ["/readyz", /^ready\n/],
      ["/healthz", /^ok\n$/],
    ] as const)
      for (const address of [origin, metricsOrigin])
        expect(await (await fetch(address + path)).text()).toMatch(body);
    for (const path of ["/", "/v1/delta/chain/info"])
      expect((await fetch(metricsOrigin + path)).status).toBe(404);
    expect((await fetch(`${metricsOrigin}/metrics`, { method: "POST" })).status).toBe(404);
    await listener.close();
    await expect(fetch(`${metricsOrigin}/metrics`)).rejects.toThrow("fetch failed");
  });

  test("is refused an address of its own that is taken, and nothing else listens then", async () => {
    const { origin } = await start();
    const { port } = new URL(origin);
    const service = await createService({ segments: ["delta"], history: 1, mode: "manual" });
    const own = { port: 0, metricsPort: Number(port) };
    await expect(listen(service, own)).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port}: the port is in use; choose another`,
    );
    await service.close();
  });

  test("answers everyone where it is opened, and costs nothing", async () => {
    const { origin } = await start({ metricsOpen: true });
    for (let index = 0; index < 15; index++) {
      const headers = { "X-Forwarded-For": "192.0.2.1" };
      const response = await fetch(`${origin}/metrics`, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("version=0.0.4");
      expect(response.headers.get("ratelimit")).toBeNull();
    }
  });
});

describe("a service without a store to read", () => {
  const ofStores = /^alphadelta_(?:head_height|event_log_events|event_log_age_seconds)\{/m;

  test("has /metrics without what the store tells, and the others", async () => {
    const service = await createService({ segments: ["delta"], history: 0, mode: "manual" });
    const read = (): Promise<Response> => service.fetch(new Request("http://localhost/metrics"));
    expect(await (await read()).text()).toMatch(ofStores);
    await service.close();
    const response = await read();
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).not.toMatch(ofStores);
    expect(text).toMatch(/^alphadelta_failed_blocks\{segment="delta"\} 0$/m);
    expect(text).not.toMatch(/(?:NaN|undefined)$/m);
  });

  test("has /metrics of its upstream, and none of a mempool or of blocks that it makes", async () => {
    const { origin } = await start({ history: 2 });
    const upstream = upstreamOf({ endpoints: origin });
    const options = { segments: ["delta"], upstream, log: () => undefined } as const;
    const gateway = await createService(options);
    const response = await gateway.fetch(new Request("http://localhost/metrics"));
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/^alphadelta_head_height\{segment="delta"\} 2$/m);
    expect(text).toMatch(/^alphadelta_upstream_up\{/m);
    expect(text).not.toMatch(/^alphadelta_(?:mempool_transactions|failed_blocks|lease_term)\{/m);
    await gateway.close();
  });
});

describe("the event log", () => {
  /** A service whose log keeps events for a minute, by a clock of the test's own. */
  async function startForgetting() {
    let now = 1_800_000_000_000;
    const eventRetention = "1m";
    const started = await start({ eventRetention, history: 0, clock: () => now });
    return { ...started, advance: (seconds: number) => void (now += seconds * 1_000) };
  }

  test("forgets by age, tells the oldest cursor that it keeps, and refuses an older one with it", async () => {
    const { service, origin, advance } = await startForgetting();
    const earlier = await SocketClient.open(origin, "delta");
    const first = await earlier.call("chain_subscribe", ["blocks"]);
    const { cursor: before, oldest } = first.result as { cursor: string; oldest: string };
    expect(before).toBe(oldest);
    earlier.socket.terminate();
    await service.produceBlock("delta");
    advance(50);
    await service.produceBlock("delta");
    advance(50);
    await service.produceBlock("delta");
    const client = await SocketClient.open(origin, "delta");
    const second = await client.call("chain_subscribe", ["blocks"]);
    const kept = (second.result as { oldest: string }).oldest;
    expect(kept).not.toBe(oldest);
    const refused = await client.call("chain_subscribe", ["blocks", { after: before }]);
    expect(refused.error?.data).toBe(`The log begins at the cursor ${kept}`);
    expect(await client.subscribe("blocks", { after: kept })).toBe(kept);
    client.socket.terminate();
  });

  test("is measured: two blocks, and a validator whose fields have changed", async () => {
    const { service, origin } = await start({ history: 0 });
    await service.produceBlock("delta");
    await service.produceBlock("delta");
    const metrics = await metricsOf(origin);
    expect(metrics.get('alphadelta_event_log_events{segment="delta"}')).toBe(3);
    const age = metrics.get('alphadelta_event_log_age_seconds{segment="delta"}');
    expect(age).toBeLessThan(60);
  });
});

describe("/readyz", () => {
  test("says ready, then that the service stops while it still answers", async () => {
    const { origin, listener } = await start({}, { stopDelay: 300 });
    const ready = await fetch(`${origin}/readyz`);
    expect(ready.status).toBe(200);
    const events = /^ready\n(delta: oldest cursor (\S+)\n)$/.exec(await ready.text());
    const client = await SocketClient.open(origin, "delta");
    expect(await client.call("chain_subscribe", ["blocks", { after: events?.[2] }])).toMatchObject({
      result: { cursor: events?.[2], oldest: events?.[2] },
    });
    client.socket.terminate();
    const closed = listener.close();
    const stopping = await fetch(`${origin}/readyz`);
    expect([stopping.status, await stopping.text()]).toEqual([
      503,
      `not ready: the service is stopping\n${events?.[1]}`,
    ]);
    expect((await fetch(`${origin}/v1/delta/blocks/1`)).status).toBe(200);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    await closed;
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  });

  test("is 503 and says why while an event log cannot be read, and 200 once it can", async () => {
    const data = await mkdtemp(join(tmpdir(), "readyz-"));
    const { origin, service } = await start({ data, history: 1 });
    const answer = async (): Promise<readonly [number, string]> => {
      const response = await fetch(`${origin}/readyz`);
      return [response.status, await response.text()];
    };
    expect((await answer())[0]).toBe(200);
    const file = new DatabaseSync(join(data, "delta.sqlite"));
    file.exec("ALTER TABLE event RENAME TO lost");
    expect(await answer()).toEqual([503, "not ready: delta: no such table: event\n"]);
    expect((await fetch(`${origin}/v1/delta/blocks/1`)).status).toBe(200);
    file.exec("ALTER TABLE lost RENAME TO event");
    file.close();
    expect((await answer())[0]).toBe(200);
    await service.produceBlock("delta");
  });

  test("names the parts that are closed", async () => {
    const service = await createService({ segments: ["delta"], history: 0, mode: "manual" });
    await service.close();
    const response = await service.fetch(new Request("http://localhost/readyz"));
    expect(response.status).toBe(503);
    expect(await response.text()).toBe(
      "not ready: the service is stopping\nnot ready: delta: Cannot use the store: it is closed\n",
    );
  });
});

describe("what others say has no line of its own", () => {
  const HOSTILE = "\u001b[2J\u009b7m\nready\u202e";
  const ESCAPED = "\\u001b[2J\\u009b7m\\u000aready\\u202e";

  test("in /readyz", async () => {
    const status = async (): Promise<object> => ({ failure: HOSTILE, notes: [HOSTILE] });
    const chain = { selection: { segment: "delta" }, status } as unknown as ServedChain;
    const chains = new Chains(["delta"]);
    chains.add("delta", Promise.resolve({ chain }));
    await chains.opened;
    const parts = {
      chains,
      observability: { state: { isStopping: false } },
    };
    const { body } = await answerOperationsPage("/readyz", parts as unknown as ServiceParts);
    expect(body).toBe(`not ready: delta: ${ESCAPED}\ndelta: ${ESCAPED}\n`);
  });

  test("in the log of errors, whose lines stay the same JSON", () => {
    const lines: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
    const entry = errorEntry(new Error(HOSTILE));
    logErrors(entry);
    vi.restoreAllMocks();
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(lines[0] ?? "")).toEqual(entry);
  });
});

describe("connections", () => {
  /** Opens a connection and sends nothing on it. */
  async function open(origin: string): Promise<{ closed: Promise<unknown>; end: () => void }> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    await new Promise((resolve) => socket.once("connect", resolve));
    return { closed, end: () => void socket.destroy() };
  }

  test.each([{ maximumConnections: 2 }, { maximumConnectionsPerAddress: 2 }])(
    "above the bound %j are dropped, and the others go on",
    async (bound) => {
      const { origin } = await start({}, bound);
      const [first, second] = [await open(origin), await open(origin)];
      await (
        await open(origin)
      ).closed;
      first.end();
      const status = (): Promise<number> =>
        fetch(`${origin}/healthz`).then(
          (response) => response.status,
          () => 0,
        );
      await expect.poll(status).toBe(200);
      second.end();
    },
  );

  test("of a trusted proxy are not bounded, since they are those of many clients", async () => {
    const trusting = { trustedProxies: ["127.0.0.1"] };
    const { origin } = await start(trusting, { maximumConnectionsPerAddress: 1 });
    const idle = [await open(origin), await open(origin)];
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    for (const each of idle) each.end();
  });
});

describe("the log", () => {
  test("leaves out requests that nobody wants logged", async () => {
    const entries: LogEntry[] = [];
    const log = (entry: LogEntry): void => void entries.push(entry);
    const { origin, service } = await start({ log, logRequests: false });
    expect((await fetch(`${origin}/v1/delta/chain/info`)).status).toBe(200);
    await service.produceBlock("delta");
    expect(new Set(entries.map(({ level }) => level))).toEqual(new Set(["chain"]));
  });

  test.each([
    ["throws", () => expect.fail("The log throws")],
    ["rejects", async () => expect.fail("The log rejects")],
  ])("that %s breaks neither an answer nor a block, from the first history on", async (_, fail) => {
    const options = { log: fail as () => void, onHistory: fail as () => void };
    const { origin, service } = await start(options);
    expect((await fetch(`${origin}/v1/delta/chain/info`)).status).toBe(200);
    const info = { jsonrpc: "2.0", id: 1, method: "chain_getInfo", params: [] };
    expect((await call(origin, info)).status).toBe(200);
    const client = await SocketClient.open(origin, "delta");
    await service.produceBlock("delta");
    expect(await client.call("chain_getInfo", [])).toMatchObject({ result: { blockHeight: 4 } });
    client.socket.close();
  });

  test("tells operation, subject and tier of a request, and no secret", async () => {
    const entries: LogEntry[] = [];
    const { origin } = await start({ log: (entry) => void entries.push(entry) });
    const keyed = await fetch(`${origin}/v1/keys`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"email":"dev@example.com"}',
    });
    const { data } = (await keyed.json()) as { data: { apiKey: string } };
    const signedTx = `0x${"ab".repeat(40)}`;
    const submission = {
      jsonrpc: "2.0",
      id: 1,
      method: "tx_sendRawTransaction",
      params: [signedTx],
    };
    await call(origin, submission, { "X-API-Key": data.apiKey });
    await call(origin, `{"jsonrpc":"2.0","id":1,"params":["${signedTx}"`);
    await fetch(`${origin}/v1/delta/blocks?apiKey=${data.apiKey}`);
    await fetch(`${origin}/v1/delta/blocks`, {
      headers: { Authorization: `Bearer ${data.apiKey}` },
    });
    const client = await SocketClient.open(origin, "delta", { query: `?apiKey=${data.apiKey}` });
    await client.call("tx_sendRawTransaction", [signedTx]);
    client.socket.close();
    await client.closed;
    expect(entries[1]).toMatchObject({
      protocol: "rpc",
      operation: "tx_sendRawTransaction",
      status: 200,
      subject: expect.stringMatching(/^key:[0-9a-f]{12}$/) as unknown,
      tier: "Registered",
      bytes: expect.any(Number) as unknown,
    });
    expect(entries[3]).toMatchObject({
      protocol: "rest",
      operation: "listBlocks",
      subject: "address:127.0.0.1",
      tier: "Public",
    });
    expect(entries[5]).toMatchObject({ protocol: "websocket", operation: "connect", status: 101 });
    expect(entries[6]).toMatchObject({
      protocol: "websocket",
      method: "MESSAGE",
      operation: "tx_sendRawTransaction",
      requestId: (entries[5] as { requestId: string }).requestId,
      subject: expect.stringMatching(/^key:/) as unknown,
    });
    const text = JSON.stringify(entries);
    for (const secret of [data.apiKey, signedTx, signedTx.slice(2, 20), "example.com"]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("a revoked key on an open WebSocket", () => {
  async function open(pingInterval: number) {
    const folder = await mkdtemp(join(tmpdir(), "alphadelta-"));
    const { origin } = await start({ data: folder }, { pingInterval });
    const keys = openSqliteKeyStore(join(folder, "keys.sqlite"));
    const { apiKey, record } = await issueKey(keys, {
      email: "dev@example.com",
      tier: "Registered",
      now: 1,
    });
    const client = await SocketClient.open(origin, "delta", { headers: { "X-API-Key": apiKey } });
    expect((await client.call("chain_getInfo")).result).toBeDefined();
    await keys.revoke(record.id, 2);
    await keys.close();
    return client;
  }

  test("closes it at the next message", async () => {
    const client = await open(60_000);
    client.socket.send('{"jsonrpc":"2.0","id":9,"method":"chain_getInfo"}');
    expect(await client.closed).toEqual({ code: 1008, reason: "The API key was revoked" });
    expect(client.replies.flat().some(({ id }) => id === 9)).toBe(false);
  });

  test("closes it at the next ping, where nothing is sent", async () => {
    const client = await open(50);
    expect(await client.closed).toMatchObject({ code: 1008 });
  });
});
