import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createService,
  listen,
  type Listener,
  type LogEntry,
} from "../../../../src/service/mod.ts";

let listener: Listener;
const entries: LogEntry[] = [];
beforeAll(async () => {
  const service = await createService({
    segments: ["delta"],
    history: 3,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
    log: (entry) => entries.push(entry),
  });
  listener = await listen(service, {
    port: 0,
    headersTimeout: 300,
    requestTimeout: 600,
    idleTimeout: 200,
  });
});
afterAll(() => listener.close());

describe("the service over HTTP", () => {
  test.each([
    ["NONSENSE\r\n\r\n", "The request is not HTTP, or its method is unknown"],
    ["FOO / HTTP/1.1\r\n\r\n", "The request is not HTTP, or its method is unknown"],
    ["GET / HTTX/1.1\r\n\r\n", "The request is not well-formed HTTP"],
  ])("answers %j in the envelope", async (bytes, message) => {
    const { head, body } = await speak(bytes);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      error: { code: "INVALID_PARAM", message },
    });
  });

  test.each([
    "/",
    "/v1/delta/",
    "/v1/alpha/governance/proposals/",
    "/docs/",
    "/rpc/delta/",
    "/rpc/",
  ])("tells the beginning of a long path below %s alone", async (folder) => {
    const path = folder + "x".repeat(5_000);
    const response = await fetch(listener.origin + path);
    expect(response.status).toBe(404);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toContain(`${path.slice(0, 200)}… (${path.length} characters)`);
    expect(error.message.length).toBeLessThan(700);
  });

  test("logs and counts bytes that are no HTTP request, and a request without a Host", async () => {
    for (const bytes of [
      "NONSENSE\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n",
    ]) {
      const { body } = await speak(bytes);
      const { meta } = JSON.parse(body) as { meta: { requestId: string } };
      expect(entries.at(-1)).toMatchObject({
        requestId: meta.requestId,
        status: 400,
        operation: "unknown",
        peer: "127.0.0.1",
      });
    }
  });

  test("answers a whole request before it refuses what follows it on the connection", async () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"chain_getInfo"}';
    const first = `POST /rpc/delta HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`;
    const second = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    const socket = await open(listener.origin);
    socket.write(`${first}${second}NONSENSE\r\n\r\n`);
    const text = await everything(socket);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
    expect(text).toMatch(/"id":1,"result"[^]*ok\n[^]*The request is not HTTP/);
  });

  test("refuses a tunnel in the envelope", async () => {
    const { head, body } = await speak("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
    expect(JSON.parse(body)).toMatchObject({ error: { code: "NOT_FOUND" } });
  });

  test("answers once where a body goes on as nonsense after it was refused", async () => {
    const chunk = `${(1_100_000).toString(16)}\r\n${"x".repeat(1_100_000)}\r\n`;
    const { head, body } = await speak(
      "POST /rpc/delta HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" +
        `Transfer-Encoding: chunked\r\n\r\n${chunk}`,
      "nonsense\r\n",
    );
    expect(head).toMatch(/^HTTP\/1\.1 413 /);
    expect(JSON.parse(body)).toMatchObject({ error: { code: -32600 } });
  });

  test("answers a request without a Host in the envelope", async () => {
    const { head, body } = await speak("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({
      error: { code: "INVALID_PARAM", message: "The request has no Host header" },
    });
    const old = await speak("GET /healthz HTTP/1.0\r\n\r\n");
    expect(old.body).toBe("ok\n");
  });

  test("answers headers above the bound in the envelope, with the bound", async () => {
    const { body } = await speak(`GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(JSON.parse(body)).toMatchObject({
      error: { message: "The request's headers must be at most 16384 bytes" },
    });
  });

  test("answers as ever where a client expects what it does not know", async () => {
    const { head } = await speak(
      "GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n",
    );
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("answers a request for a WebSocket that is none in the envelope", async () => {
    const { head, body } = await speak(
      "GET /ws/delta HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ error: { code: "INVALID_PARAM" } });
  });

  test.concurrent("gives up on a client that never ends its headers", async () => {
    const started = performance.now();
    const { body } = await speak("GET /v1/delta/chain/info HTTP/1.1\r\nHost: a\r\n");
    expect(JSON.parse(body)).toMatchObject({
      error: { message: "The request took too long to arrive" },
    });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test.concurrent("closes a connection that sent nothing without an answer, which would be that of a later request", async () => {
    expect(await everything(await open(listener.origin))).toBe("");
  });

  test.concurrent("gives up on a client that never ends its body", async () => {
    const head =
      "POST /rpc/delta HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99";
    const { head: answer } = await speak(`${head}\r\n\r\n{"jsonrpc"`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fetch(`${listener.origin}/healthz`)).status).toBe(200);
  });

  test("takes a whole URL as the target, as proxies send it", async () => {
    const { head, body } = await speak(
      `GET ${listener.origin}/v1/delta/blocks/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(JSON.parse(body)).toMatchObject({ data: { number: 1 } });
    const bare = `GET ${listener.origin}?a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    expect((await speak(bare)).head).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ["http://localhost", "a", /^HTTP\/1\.1 200 /],
    ["http://a", "localhost", /^HTTP\/1\.1 404 /],
  ])("takes the host of a whole URL %s, not the Host header %s", async (origin, host, status) => {
    const request = `GET ${origin}/metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect((await speak(request)).head).toMatch(status);
  });

  test("opens a WebSocket at a whole URL", async () => {
    const upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13";
    const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    const socket = await open(listener.origin);
    socket.write(
      `GET ${listener.origin}/ws/delta HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n${key}\r\n\r\n`,
    );
    const [bytes] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 101 /);
  });

  test.each([
    ["/rpc/delta", { code: -32600 }, "data"],
    ["/v1/keys", { code: "INVALID_PARAM" }, "message"],
  ])("names the encoding of a compressed body of %s", async (path, error, member) => {
    const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
    const body = gzipSync('{"jsonrpc":"2.0","id":1,"method":"chain_getInfo","params":[]}');
    const response = await fetch(listener.origin + path, { method: "POST", headers, body });
    const text = 'Content-Encoding must be left out, got "gzip": send the body uncompressed';
    expect(((await response.json()) as { error: object }).error).toMatchObject({
      ...error,
      [member]: text,
    });
  });

  test("answers a POST without a body, and the next request on its connection", async () => {
    const post = "POST /rpc/delta HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\r\n";
    const get = "GET /v1/delta/blocks/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const { head, body } = await speak(post, get);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(body).toMatch(
      /^\{"jsonrpc":"2\.0","id":null,"error":\{"code":-32700,.*HTTP\/1\.1 200 /s,
    );
  });

  test("refuses a request with two hosts, which a proxy may have read otherwise", async () => {
    const { head, body } = await speak(
      "GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n",
    );
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({
      error: { message: "The request has more than one Host header" },
    });
  });

  test("takes a slash at the end of a JSON-RPC URL, as one copied from the docs has", async () => {
    const response = await fetch(`${listener.origin}/rpc/delta/#chain_getInfo`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"chain_getInfo","params":[]}',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 1, result: {} });
  });

  test("tells that a REST path has a slash too many", async () => {
    const response = await fetch(`${listener.origin}/v1/delta/chain/info/`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: {
        message: "No operation GET /v1/delta/chain/info/: remove the trailing slash",
      },
    });
  });

  test.each(["/v1", "/v1/", "/v1//blocks"])(
    "names no operation of %s, which is below no segment",
    async (path) => {
      const response = await fetch(listener.origin + path);
      const { error } = (await response.json()) as { error: { message: string } };
      expect(error.message).toMatch(new RegExp(`^No GET ${path}: there are /v1/\\{segment\\}, `));
    },
  );

  test.each([
    ["is nested too deep", "[".repeat(400_000), "JSON must be at most 64 levels deep"],
    [
      "has too many items",
      `[${"1,".repeat(25_000)}`,
      "JSON must have at most 25000 items in its lists together",
    ],
    [
      "has too many members",
      `[{${'"a":1,'.repeat(5_000)}"a":1}]`,
      "JSON must have at most 5000 members in its objects together",
    ],
    ["has too long a number", "1".repeat(1_001), "JSON must have at most 1000 digits in a number"],
  ])("refuses a key request that %s", async (_, email, message) => {
    const response = await fetch(`${listener.origin}/v1/keys`, {
      method: "POST",
      body: `{"email":${email}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message } });
  });

  test("takes a number as long as numbers may be, and any digits in a string", async () => {
    const response = await fetch(`${listener.origin}/v1/keys`, {
      method: "POST",
      body: `{"email":[${"1".repeat(1_000)},"${"1".repeat(5_000)}"]}`,
    });
    expect(await response.json()).toMatchObject({ error: { code: "INVALID_PARAM" } });
    expect(entries.at(-1)).toMatchObject({ status: 400 });
  });

  test("logs no bytes of a body that HEAD leaves out", async () => {
    const response = await fetch(`${listener.origin}/healthz`, { method: "HEAD" });
    expect(response.headers.get("content-length")).toBe("3");
    expect(entries.at(-1)).toMatchObject({ method: "HEAD", bytes: 0 });
  });

  test("answers whoever expects the unknown as if nothing were expected", async () => {
    const { head, body } = await speak(
      "GET /v1/delta/blocks/1 HTTP/1.1\r\nHost: a\r\nExpect: a wonder\r\nConnection: close\r\n\r\n",
    );
    expect(head).toContain("HTTP/1.1 200");
    expect(JSON.parse(body)).toMatchObject({ success: true });
  });

  test("refuses a request without a host in the envelope", async () => {
    const { head, body } = await speak("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect(head).toContain("HTTP/1.1 400");
    expect(JSON.parse(body)).toMatchObject({
      error: { message: "The request has no Host header" },
    });
  });

  test("lets a browser of another origin read answers and rate headers", async () => {
    const response = await fetch(`${listener.origin}/v1/delta/chain/info`, {
      headers: { Origin: "https://a.test" },
    });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-expose-headers")).toContain("RateLimit");
  });

  test("repeats no host that is not text", async () => {
    const { body } = await speak('GET / HTTP/1.1\r\nHost: "><img>\r\nConnection: close\r\n\r\n');
    expect(body).not.toContain("<img>");
  });

  test("logs a request as one entry, without its query or its key", async () => {
    entries.length = 0;
    const headers = { "X-API-Key": "ad_secret" };
    const response = await fetch(`${listener.origin}/v1/delta/blocks?apiKey=ad_secret`, {
      headers,
    });
    const { meta } = (await response.json()) as { meta: { requestId: string } };
    expect(entries).toMatchObject([
      {
        level: "info",
        method: "GET",
        path: "/v1/delta/blocks",
        status: 400,
        requestId: meta.requestId,
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  test.each([
    ["GET", "/v1/delta/nothing", "rest"],
    ["GET", "/v1/alpha", "rest"],
    ["GET", "/v1/keys", "rest"],
    ["GET", "/rpc/delta", "rpc"],
    ["POST", "/rpc/alpha/", "rpc"],
    ["POST", "/rpc/nothing", "other"],
    ["GET", "/v1/nothing/blocks", "other"],
    ["GET", "/v1/", "other"],
    ["GET", "/ws/delta", "other"],
    ["OPTIONS", "/v1/delta/blocks", "other"],
    ["GET", "/docs", "other"],
  ])("logs %s %s under the protocol %s", async (method, path, protocol) => {
    entries.length = 0;
    await fetch(listener.origin + path, { method });
    expect(entries).toMatchObject([{ method, path, protocol }]);
  });

  test("names every answer by the request id of its entry", async () => {
    const call = { jsonrpc: "2.0", id: 1, method: "chain_getInfo" };
    const init = { method: "POST", headers: { "Content-Type": "application/json" } };
    const ask = (path: string, rest?: RequestInit): Promise<Response> =>
      fetch(listener.origin + path, rest);
    entries.length = 0;
    const answers = [
      await ask("/rpc/delta", { ...init, body: JSON.stringify(call) }),
      await ask("/rpc/delta", { ...init, body: "nonsense" }),
      await ask("/v1/delta/chain/info"),
      await ask("/v1/delta/chain/info", { headers: { "If-None-Match": "*" } }),
      await ask("/healthz"),
    ];
    const named = answers.map(({ headers }) => headers.get("X-Request-Id"));
    expect(named).toEqual(
      entries.flatMap((entry) => (entry.level === "chain" ? [] : [entry.requestId])),
    );
    expect(new Set(named).size).toBe(answers.length);
    expect(answers[0]?.headers.get("Access-Control-Expose-Headers")).toContain("X-Request-Id");
  });
});

describe("a client that does not read", () => {
  test("is given up", async () => {
    const service = await createService({
      segments: ["delta"],
      history: 100,
      mode: "manual",
      keylessTier: "Enterprise",
      log: () => undefined,
    });
    const own = await listen(service, { port: 0, silenceTimeout: 300 });
    const deaf = await open(own.origin);
    deaf.pause();
    const closed = new Promise<void>((resolve) => deaf.once("close", () => resolve()));
    deaf.on("error", () => undefined);
    const request = "GET /v1/delta/transactions?limit=100 HTTP/1.1\r\nHost: a\r\n\r\n";
    deaf.write(request.repeat(500));
    await expect.poll(() => connectionsOf(own.origin)).toBe(1);
    deaf.resume();
    await closed;
    await own.close();
  });

  /** Open connections, the one that asks among them. */
  async function connectionsOf(origin: string): Promise<number> {
    const response = await fetch(`${origin}/metrics`, { headers: { Connection: "close" } });
    const [, count] =
      /alphadelta_connections\{transport="http"\} (\d+)/.exec(await response.text()) ?? [];
    return Number(count);
  }
});

describe("a service that stops", () => {
  test("waits for no connection on which nothing was sent", async () => {
    const service = await createService({ segments: ["delta"], history: 0, mode: "manual" });
    const own = await listen(service, {
      port: 0,
      headersTimeout: 600_000,
      requestTimeout: 600_000,
      stopTimeout: 600_000,
    });
    const silent = await open(own.origin);
    const gone = new Promise<void>((resolve) => silent.once("close", () => resolve()));
    await fetch(`${own.origin}/healthz`);
    await own.close();
    await gone;
  });

  test("finishes the requests under way, refuses new ones, and closes", async () => {
    const service = await createService({ segments: ["delta"], history: 0, mode: "manual" });
    const own = await listen(service, { port: 0 });
    const slow = await open(own.origin);
    slow.write(
      "POST /rpc/delta HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 49\r\n\r\n",
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = own.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(fetch(`${own.origin}/healthz`)).rejects.toThrow();
    slow.write('{"jsonrpc":"2.0","id":1,"method":"chain_getInfo"}');
    expect((await everything(slow)).split("\r\n\r\n")[1]).toContain('"networkId":"delta"');
    await closed;
  });

  test("answers connections made before, though it had not read them yet", async () => {
    const service = await createService({ segments: ["delta"], history: 0, mode: "manual" });
    const own = await listen(service, { port: 0 });
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(own.origin)));
    const texts = sockets.map(everything);
    for (const socket of sockets) socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await own.close();
    const answers = await Promise.all(texts);
    expect(answers.map((text) => text.slice(0, 15))).toEqual(Array(20).fill("HTTP/1.1 200 OK"));
  });

  test("answers what was on its way on an open connection, as its last", async () => {
    const service = await createService({ segments: ["delta"], history: 0, mode: "manual" });
    const own = await listen(service, { port: 0 });
    const socket = await open(own.origin);
    const text = everything(socket);
    const request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    socket.write(request);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.write(request);
    await own.close();
    const [, first = "", last = ""] = (await text).split("HTTP/1.1 200 OK");
    expect(first).toContain("Connection: keep-alive");
    expect(last).toContain("Connection: close");
  });
});

/** Sends bytes and gives what comes back; `then` is sent once something has. */
async function speak(text: string, then = ""): Promise<{ head: string; body: string }> {
  const socket = await open(listener.origin);
  socket.write(text);
  if (then !== "") socket.once("data", () => socket.write(then));
  const [head = "", body = ""] = (await everything(socket)).split("\r\n\r\n");
  return { head, body };
}

function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once("error", reject);
  });
}

function everything(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
}
