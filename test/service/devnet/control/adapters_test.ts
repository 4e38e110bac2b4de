import { connect } from "node:net";
import { afterEach, beforeAll, afterAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { signTransaction, devAccounts } from "../../../../src/devnet/mod.ts";
import { SocketClient } from "../../server/websocket/_socket_client.ts";
import { type DevService, openDevService } from "./_dev_service.ts";

const INFO = "/v1/delta/chain/info";
const CALL = { jsonrpc: "2.0", id: "a", method: "chain_getInfo" };
const BATCH = ["a", "b", "c", "d"].map((id) => ({ ...CALL, id }));

let opened: DevService;
beforeAll(async () => {
  opened = await openDevService();
});
afterEach(() => opened.dev("delta", "dev_setFaults", []));
afterAll(() => opened.listener.close());

/** Sets one rule that hits everything below a path. */
function hit(path: string, kind: string, more: Record<string, number> = {}): Promise<unknown> {
  return opened.dev("alpha", "dev_setFaults", [{ path, kind, probability: 1, ...more }]);
}

/** End of a request: with a whole response, before it began, or in its midst. */
async function endOf(answering: Promise<Response>): Promise<string> {
  try {
    const response = await answering;
    return await response.text().then(
      () => "whole",
      (error: unknown) => `midway: ${String(error)}`,
    );
  } catch (error) {
    return `before: ${String(error)}`;
  }
}

describe.each(["over HTTP", "in process"])("faults %s", (adapter) => {
  function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(`${opened.origin}${path}`, init);
    return adapter === "in process" ? opened.service.fetch(request) : fetch(request);
  }

  function post(body: unknown, init: RequestInit = {}): Promise<Response> {
    const headers = { "Content-Type": "application/json" };
    return ask("/rpc/delta", { ...init, method: "POST", headers, body: JSON.stringify(body) });
  }

  test.each([
    [503, "INTERNAL_ERROR"],
    [500, "INTERNAL_ERROR"],
    [429, "RATE_LIMITED"],
    [404, "NOT_FOUND"],
    [418, "INVALID_PARAM"],
  ])("answer the status %i in REST's envelope", async (status, code) => {
    await hit("/v1/delta", "status", { status });
    const response = await ask(INFO);
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe(status === 429 ? "1" : null);
    expect(await response.json()).toMatchObject({
      success: false,
      error: { code },
      meta: { requestId: expect.any(String) },
    });
    expect((await ask("/v1/alpha/chain/info")).status).toBe(200);
  });

  test("answer 503 where a rule names no status", async () => {
    await hit("/v1", "status");
    expect((await ask(INFO)).status).toBe(503);
  });

  test("answer JSON-RPC with a page as proxies send it", async () => {
    await hit("/rpc/delta", "status", { status: 502 });
    const response = await post(CALL);
    expect(response.status).toBe(502);
    expect(response.headers.get("content-type")).toBe("text/html");
    expect(await response.text()).toContain("<h1>502 Bad Gateway</h1>");
  });

  test("answer JSON-RPC over the limit by the ids", async () => {
    await hit("/rpc/delta", "status", { status: 429 });
    const response = await post(BATCH.slice(0, 2));
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await response.json()).toMatchObject([
      { id: "a", error: { code: -32005 } },
      { id: "b", error: { code: -32005 } },
    ]);
  });

  test("delay an answer, whatever else they do", async () => {
    for (const kind of ["delay", "status"]) {
      await hit("/", kind, { delayMs: 120, status: 500 });
      const started = performance.now();
      expect((await ask(INFO)).status).toBe(kind === "delay" ? 200 : 500);
      expect(performance.now() - started).toBeGreaterThanOrEqual(115);
    }
  });

  test("stall after the headers and a part of the body, until the client leaves", async () => {
    await hit("/v1", "stall");
    const leaving = new AbortController();
    const response = await ask(INFO, { signal: leaving.signal });
    expect(response.status).toBe(200);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toMatch(/^\{"success":true/);
    const next = reader.read();
    const first = await Promise.race([
      next.then(() => "more"),
      new Promise((resolve) => setTimeout(resolve, 100, "nothing")),
    ]);
    expect(first).toBe("nothing");
    const reason = new Error("I have waited enough");
    leaving.abort(reason);
    await expect(next).rejects.toBe(reason);
  });

  test("stall an answer that has no body before it begins", async () => {
    await hit("/rpc", "stall");
    const { id: _, ...notification } = CALL;
    const signal = AbortSignal.timeout(100);
    await expect(post(notification, { signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("drop a connection before the answer or in its midst, the same ones each time", async () => {
    const ends: string[][] = [];
    while (ends.length < 2) {
      await hit("/v1", "drop");
      const own = [];
      while (own.length < 12) own.push(await endOf(ask(INFO)));
      ends.push(own);
    }
    expect(new Set(ends[0])).toEqual(
      new Set(["before: TypeError: fetch failed", "midway: TypeError: terminated"]),
    );
    expect(ends[1]).toEqual(ends[0]);
  });

  test("repeat a reply of a batch, or change the order", async () => {
    await hit("/rpc/delta", "duplicate");
    const repeated = (await (await post(BATCH)).json()) as { id: string }[];
    expect(repeated.length).toBe(5);
    expect(new Set(repeated.map(({ id }) => id))).toEqual(new Set(["a", "b", "c", "d"]));
    await hit("/rpc/delta", "shuffle");
    const shuffled = (await (await post(BATCH)).json()) as { id: string }[];
    const ids = shuffled.map(({ id }) => id);
    expect(ids).not.toEqual(["a", "b", "c", "d"]);
    expect(ids.toSorted()).toEqual(["a", "b", "c", "d"]);
    expect(await (await post(CALL)).json()).toMatchObject({ id: "a", result: { chain: "delta" } });
  });

  test("never hit devnet control itself", async () => {
    await hit("", "drop");
    expect(await opened.dev("delta", "dev_mine")).toMatchObject({ number: expect.any(Number) });
    expect(await endOf(post(CALL))).not.toBe("whole");
    await opened.dev("delta", "dev_setFaults", []);
    expect(await endOf(post(CALL))).toBe("whole");
  });
});

test("The replies to a long batch, which are bytes, are repeated or change their order too", async () => {
  const [sender] = (await devAccounts("delta", { count: 9 })).slice(-1);
  if (!sender) throw new Error("No such account");
  for (let nonce = 0; nonce < 8; nonce++) {
    const payment = { type: "transfer", to: sender.address, value: 1n, nonce } as const;
    const { signedTx } = await signTransaction(sender, payment);
    await opened.dev("delta", "tx_sendRawTransaction", signedTx);
  }
  const { number } = (await opened.dev("delta", "dev_mine")) as { number: number };
  const read = { ...CALL, method: "chain_getBlockByNumber", params: [number, true] };
  const sent = Array.from({ length: 100 }, (_, id) => id);
  const readIds = async (): Promise<number[]> => {
    const response = await opened.post(
      "delta",
      sent.map((id) => ({ ...read, id })),
    );
    const text = await response.text();
    expect(text.length).toBeGreaterThan(256 * 1_024);
    return (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
  };
  await hit("/rpc/delta", "duplicate");
  const repeated = await readIds();
  expect([repeated.length, new Set(repeated)]).toEqual([101, new Set(sent)]);
  await hit("/rpc/delta", "shuffle");
  const shuffled = await readIds();
  expect(shuffled).not.toEqual(sent);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(sent);
});

test("In process an aborted request rejects with the signal's reason, while it is delayed too", async () => {
  await hit("/v1", "delay", { delayMs: 60_000 });
  const request = new Request(`${opened.origin}${INFO}`, { signal: AbortSignal.timeout(50) });
  await expect(opened.service.fetch(request)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("A submission whose answer is lost in its midst was taken, one dropped before was not", async () => {
  await hit("/rpc/delta", "drop");
  const sent: { end: string; txHash: string }[] = [];
  for (const sender of await devAccounts("delta", { count: 8 })) {
    const payment = { type: "transfer", to: sender.address, value: 1n, nonce: 0 } as const;
    const { signedTx, txHash } = await signTransaction(sender, payment);
    const body = JSON.stringify({ ...CALL, method: "tx_sendRawTransaction", params: [signedTx] });
    const headers = { "Content-Type": "application/json" };
    const [end = ""] = (
      await endOf(fetch(`${opened.origin}/rpc/delta`, { method: "POST", headers, body }))
    ).split(":");
    sent.push({ end, txHash });
  }
  await opened.dev("delta", "dev_setFaults", []);
  for (const { end, txHash } of sent) {
    const isTaken = (await opened.dev("delta", "tx_getTransaction", txHash)) !== null;
    expect(isTaken).toBe(end === "midway");
  }
  expect(new Set(sent.map(({ end }) => end))).toEqual(new Set(["before", "midway"]));
});

test("A GET of a JSON-RPC URL gets the status in the form of a proxy too", async () => {
  await hit("/rpc/delta", "status", { status: 502 });
  const response = await fetch(`${opened.origin}/rpc/delta`);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([502, "text/html"]);
});

describe("faults on a WebSocket", () => {
  function handshake(): Promise<number | string> {
    const socket = new WebSocket(`${opened.origin.replace("http", "ws")}/ws/delta`);
    return new Promise((resolve) => {
      socket.on("unexpected-response", (_, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
      socket.on("open", () => {
        resolve("open");
        socket.close();
      });
      socket.on("error", (error) => resolve(error.message));
    });
  }

  test("answer the opening request with a status, drop it or delay it", async () => {
    await hit("/ws", "status", { status: 502 });
    expect(await handshake()).toBe(502);
    await hit("/ws", "drop");
    expect(await handshake()).toBe("socket hang up");
    await hit("/ws", "delay", { delayMs: 100 });
    const started = performance.now();
    expect(await handshake()).toBe("open");
    expect(performance.now() - started).toBeGreaterThanOrEqual(95);
  });

  test("leave the opening request unanswered until the client leaves", async () => {
    await hit("/ws", "stall");
    const { hostname, port } = new URL(opened.origin);
    const socket = connect(Number(port), hostname);
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13";
    const key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    socket.write(`GET /ws/delta HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n${key}\r\n\r\n`);
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(text).toBe("");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.end();
    await closed;
  });

  test("leave what an open connection sends as it is", async () => {
    const client = await SocketClient.open(opened.origin, "delta");
    await client.subscribe("blocks");
    await hit("/ws/delta", "drop");
    await opened.dev("delta", "dev_mine");
    expect((await client.take(1)).length).toBe(1);
    client.socket.close();
    await client.closed;
  });
});

test("A stopping service does not wait for stalled answers", async () => {
  const own = await openDevService({ segments: ["delta"] });
  await own.dev("delta", "dev_setFaults", [{ path: "/v1", kind: "stall", probability: 1 }]);
  const stalled = endOf(fetch(`${own.origin}${INFO}`));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const started = performance.now();
  await own.listener.close();
  expect(performance.now() - started).toBeLessThan(1_500);
  expect(await stalled).toBe("midway: TypeError: terminated");
});

test("The log says what failed on purpose", async () => {
  opened.entries.length = 0;
  await hit("/v1", "status", { status: 500 });
  await fetch(`${opened.origin}${INFO}`);
  expect(opened.entries.at(-1)).toMatchObject({ path: INFO, status: 500, fault: "status" });
  expect(opened.entries[0]).not.toHaveProperty("fault");
});

test("The log names a WebSocket that a fault ends by the status that its request asked for", async () => {
  await hit("/ws", "drop");
  const socket = new WebSocket(`${opened.origin.replace("http", "ws")}/ws/delta`);
  await new Promise((resolve) => socket.once("error", resolve));
  const [entry] = opened.entries.slice(-1);
  expect(entry).toMatchObject({ operation: "connect", status: 101, fault: "drop" });
});

test("A fault spoils the answer too where the handling itself fails", async () => {
  opened.entries.length = 0;
  await hit("/v1", "stall");
  const answer = await opened.service.handle({
    method: "GET",
    peer: "127.0.0.1",
    target: INFO,
    header() {
      throw new Error("No headers");
    },
    headerNames: () => [],
    body: async () => new Uint8Array(),
  });
  expect(answer).toMatchObject({ status: 500, broken: "stall" });
  expect(opened.entries).toContainEqual(
    expect.objectContaining({ level: "error", message: "No headers" }),
  );
});
