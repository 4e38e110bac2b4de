import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import { issueKey, openSqliteKeyStore } from "../../../../src/service/access/keys/mod.ts";
import { createService, listen, type Service } from "../../../../src/service/mod.ts";
import { CLOSE_CODES } from "../../../../src/generated/topics.gen.ts";
import { LIMITS } from "../../../../src/generated/limits.gen.ts";
import { type EventService, openEventService } from "./_event_service.ts";
import { type Reply, SocketClient } from "./_socket_client.ts";

const opened: EventService[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ listener }) => listener.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function start(...[options, listening]: Parameters<typeof openEventService>) {
  const service = await openEventService({ segments: ["delta"], ...options }, listening);
  opened.push(service);
  return service;
}

/** The HTTP answer to a request for a WebSocket that is refused. */
function refusal(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, {
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ...headers,
      },
    });
    asked.on("upgrade", () => reject(new Error("It was upgraded")));
    asked.on("error", reject);
    asked.on("response", (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      );
    });
    asked.end();
  });
}

describe("JSON-RPC on a WebSocket", () => {
  test("serves every method, batches and notifications as HTTP does", async () => {
    const { origin } = await start();
    const client = await SocketClient.open(origin, "delta");
    expect((await client.call("chain_getInfo")).result).toMatchObject({ networkId: "delta" });
    expect((await client.call("alpha_getRecord", ["0x"])).error).toMatchObject({
      code: -32601,
      data: "alpha_getRecord exists on alpha, this is delta",
    });
    const call = { jsonrpc: "2.0", method: "chain_getInfo" };
    const batch = [{ ...call, id: 1 }, call, { ...call, id: 2, method: "chain_getinfo" }, 7];
    const replies = (await client.ask(JSON.stringify(batch))) as Reply[];
    expect(replies.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [2, -32601],
      [null, -32600],
    ]);
    client.socket.send(JSON.stringify(call));
    client.socket.send(JSON.stringify([call, call]));
    await client.call("chain_getInfo");
    expect(client.replies).toHaveLength(4);
  });

  test.each([
    ["{", -32700],
    ["[]", -32600],
    [`${"[".repeat(65)}${"]".repeat(65)}`, -32700],
    ['{"method":"getBalance","params":["dx1"]}', -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"chain_getInfo"}', -32600],
    [JSON.stringify(Array.from({ length: 101 }, () => 1)), -32600],
  ])("answers %s with an error as HTTP does", async (text, code) => {
    const { origin } = await start();
    const client = await SocketClient.open(origin, "delta");
    expect(await client.ask(text)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
  });

  test("answers messages in their order", async () => {
    const { origin } = await start();
    const client = await SocketClient.open(origin, "delta");
    for (let id = 0; id < 200; id++) {
      const method = id % 3 === 0 ? "chain_getBlockByNumber" : "chain_getInfo";
      const params = id % 3 === 0 ? [1, true] : [];
      client.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    }
    await client.until(() => client.replies.length === 200);
    const ids = client.replies.flat().map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 200 }, (_, id) => id));
  });

  test("keeps no more answers than a reader takes", async () => {
    const { origin } = await start();
    const client = await SocketClient.open(origin, "delta");
    client.socket.pause();
    const call = (id: number): object => ({
      jsonrpc: "2.0",
      id,
      method: "chain_getBlockByNumber",
      params: [1, true],
    });
    const calls = JSON.stringify(Array.from({ length: 100 }, (_, id) => call(id)));
    const batch = calls.padEnd(300_000);
    let taken = 0;
    const sending = (async () => {
      for (; taken < 100; taken++) await new Promise((sent) => client.socket.send(batch, sent));
    })();
    // What the service does not read stays with the sender.
    let before = -1;
    while (before !== taken) {
      before = taken;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(taken).toBeLessThan(100);
    client.socket.resume();
    await client.until(() => client.replies.length === 100);
    await sending;
  });

  test("ends a subscription once, and tells nothing of it afterwards", async () => {
    const { origin, service } = await start();
    const client = await SocketClient.open(origin, "delta");
    await client.subscribe("blocks");
    await client.subscribe("blocks");
    expect((await client.call("chain_unsubscribe", ["s1"])).result).toBe(true);
    expect((await client.call("chain_unsubscribe", ["s1"])).result).toBe(false);
    expect((await client.call("chain_unsubscribe", [1])).error?.code).toBe(-32602);
    await service.produceBlock("delta");
    await client.take(1);
    await client.call("chain_getInfo");
    expect(client.events.map(({ subscription }) => subscription)).toEqual(["s2"]);
  });

  test("refuses subscriptions over HTTP", async () => {
    const { origin } = await start();
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "chain_subscribe",
      params: ["blocks"],
    });
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${origin}/rpc/delta`, { method: "POST", headers, body });
    expect(await response.json()).toMatchObject({ error: { code: -32601 } });
  });
});

describe("bounds of a WebSocket", () => {
  test("are 100 subscriptions, ended ones not counted", async () => {
    const { origin } = await start();
    const client = await SocketClient.open(origin, "delta");
    for (let i = 0; i < 100; i++) await client.subscribe("blocks");
    expect((await client.call("chain_subscribe", ["blocks"])).error).toEqual({
      code: -32005,
      message: "Limit exceeded",
      data: "A connection has at most 100 subscriptions, this one has 100: end one first",
    });
    await client.call("chain_unsubscribe", ["s7"]);
    await client.subscribe("blocks");
  });

  test("are connections of a subject, closed ones not counted", async () => {
    const { origin } = await start({ connectionsPerSubject: 2 });
    const first = await SocketClient.open(origin, "delta");
    await SocketClient.open(origin, "delta");
    const { status, body, headers } = await refusal(origin, "/ws/delta");
    expect(status).toBe(429);
    expect(headers["retry-after"]).toBe("1");
    expect(JSON.parse(body)).toMatchObject({
      error: {
        code: "RATE_LIMITED",
        message: "At most 2 WebSocket connections at a time, close one first",
      },
    });
    first.socket.close();
    await first.closed;
    await expect
      .poll(() =>
        SocketClient.open(origin, "delta").then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  test("count for their key, even if someone else requested a key in its holder's name", async () => {
    const { origin } = await start({ connectionsPerSubject: 1 });
    const connect = async (): Promise<SocketClient> => {
      const response = await fetch(`${origin}/v1/keys`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: "reader@example.org" }),
      });
      const { data } = (await response.json()) as { data: { apiKey: string } };
      const query = `?apiKey=${data.apiKey}`;
      const client = await SocketClient.open(origin, "delta", { query });
      expect((await refusal(origin, `/ws/delta${query}`)).status).toBe(429);
      return client;
    };
    const other = await connect();
    const own = await connect();
    expect((await own.call("chain_getInfo")).error).toBeUndefined();
    expect((await other.call("chain_getInfo")).error).toBeUndefined();
  });

  test("count for the holder of keys that an operator issued", async () => {
    const data = mkdtempSync(join(tmpdir(), "issued-"));
    folders.push(data);
    const { origin } = await start({ connectionsPerSubject: 1, data });
    const keys = openSqliteKeyStore(join(data, "keys.sqlite"));
    const order = { email: "reader@example.org", tier: "Registered", now: 1 } as const;
    const [one, two] = [await issueKey(keys, order), await issueKey(keys, order)];
    await keys.close();
    await SocketClient.open(origin, "delta", { query: `?apiKey=${one.apiKey}` });
    expect((await refusal(origin, `/ws/delta?apiKey=${two.apiKey}`)).status).toBe(429);
  });

  test("are bytes of a message", async () => {
    const { origin } = await start();
    const client = await SocketClient.open(origin, "delta");
    expect(await client.ask(" ".repeat(LIMITS.bodyBytes))).toMatchObject({
      error: { code: -32700 },
    });
    client.socket.send(" ".repeat(LIMITS.bodyBytes + 1));
    expect((await client.closed).code).toBe(1009);
  });

  test("are those of the tier: connecting costs 1, a call 1, a batch as many as it has", async () => {
    let now = 1_800_000_000_000;
    const { origin } = await start({ keylessTier: "Public", clock: () => now });
    const client = await SocketClient.open(origin, "delta");
    const call = { jsonrpc: "2.0", method: "chain_getInfo" };
    const batch = [1, 2, 3, 4].map((id) => ({ ...call, id }));
    expect(await client.ask(JSON.stringify(batch))).toHaveLength(4);
    for (let i = 0; i < 5; i++) expect((await client.call("chain_getInfo")).error).toBeUndefined();
    expect((await client.call("chain_getInfo")).error).toEqual({
      code: -32005,
      message: "Limit exceeded",
      data: "The tier Public allows 10 requests per second, retry in 1 second",
    });
    client.socket.send(JSON.stringify(call));
    const refused = (await client.ask(JSON.stringify([...batch, call]))) as Reply[];
    expect(refused.map(({ id, error }) => [id, error?.code])).toEqual(
      [1, 2, 3, 4].map((id) => [id, -32005]),
    );
    expect((await fetch(`${origin}/v1/delta/chain/info`)).status).toBe(429);
    const { status, headers } = await refusal(origin, "/ws/delta");
    expect([status, headers["retry-after"]]).toEqual([429, "1"]);
    now += 1_000;
    expect((await client.call("chain_getInfo")).error).toBeUndefined();
  });
});

test("options of WebSockets are whole numbers from 1", async () => {
  for (const name of ["eventQueue", "connectionsPerSubject"]) {
    for (const value of [0, 1.5, Number.NaN]) {
      await expect(createService({ segments: [], [name]: value })).rejects.toThrow(
        `Cannot open service: ${name} must be a whole number from 1 to 1000000, got ${value}`,
      );
    }
  }
});

describe("close codes of a WebSocket", () => {
  test("1003 for a binary frame", async () => {
    const { origin } = await start();
    const client = await SocketClient.open(origin, "delta");
    client.socket.send(Buffer.from("{}"));
    expect(await client.closed).toEqual({ code: 1003, reason: "Messages must be text frames" });
  });

  test("1002 for bytes that are no frame", async () => {
    const { origin } = await start();
    const client = await SocketClient.open(origin, "delta");
    const raw = Reflect.get(client.socket, "_socket") as Duplex;
    raw.write(Uint8Array.of(0x83, 0x80, 0, 0, 0, 0)); // opcode 3 is reserved
    expect((await client.closed).code).toBe(1002);
    expect(CLOSE_CODES[1002]?.resume).toBe(true);
  });

  test.each([[{ headers: { "X-API-Key": "ad_unknown" } }], [{ query: "?apiKey=ad_unknown" }]])(
    "1008 for an unknown key: %j",
    async (options) => {
      const { origin } = await start();
      const client = await SocketClient.open(origin, "delta", options);
      expect(await client.closed).toEqual({ code: 1008, reason: "The API key is unknown" });
    },
  );

  test("1008 counts against the rate limit of the peer", async () => {
    const { origin } = await start({ keylessTier: "Public", clock: () => 1_800_000_000_000 });
    for (let index = 0; index < 10; index++) {
      const client = await SocketClient.open(origin, "delta", { query: "?apiKey=ad_unknown" });
      expect((await client.closed).code).toBe(1008);
    }
    const { status, headers } = await refusal(origin, "/ws/delta?apiKey=ad_unknown");
    expect([status, headers["retry-after"]]).toEqual([429, "1"]);
  });

  test("none for a valid key in the query, which counts for its holder", async () => {
    const { origin } = await start({ keylessTier: "Public", clock: () => 1_800_000_000_000 });
    const response = await fetch(`${origin}/v1/keys`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "a@b.test" }),
    });
    const { data } = (await response.json()) as { data: { apiKey: string } };
    const client = await SocketClient.open(origin, "delta", { query: `?apiKey=${data.apiKey}` });
    for (let i = 0; i < 30; i++) expect((await client.call("chain_getInfo")).error).toBeUndefined();
  });

  test("1001 when the service stops, after what was asked is answered", async () => {
    const service = await createService({ segments: ["delta"], history: 0, mode: "manual" });
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow: Service = {
      ...service,
      connect: async () => ({
        ...{ status: 101, headers: {}, body: "", bytes: 0 },
        socket: {
          release: () => undefined,
          open: (link) => ({
            async receive(bytes) {
              begin();
              await new Promise((resolve) => setTimeout(resolve, 100));
              link.send(bytes, () => undefined);
            },
            review: async () => undefined,
            end: () => undefined,
          }),
        },
      }),
    };
    const listener = await listen(slow, { port: 0 });
    const client = await SocketClient.open(listener.origin, "delta");
    client.socket.send('{"answered":1}');
    client.socket.send('{"answered":2}');
    await begun;
    const closing = listener.close();
    expect(await client.closed).toEqual({ code: 1001, reason: "The service is stopping" });
    expect(client.replies).toEqual([{ answered: 1 }, { answered: 2 }]);
    await closing;
  });

  test("none for a peer that is gone: it is dropped when the service stops", async () => {
    const service = await openEventService({ segments: ["delta"] }, { stopTimeout: 100 });
    const client = await SocketClient.open(service.origin, "delta");
    client.socket.pause();
    await service.listener.close();
  });
});

describe("pings", () => {
  test("keep a peer that answers, and drop one that misses two", async () => {
    const { origin } = await start({}, { pingInterval: 60 });
    const deaf = await SocketClient.open(origin, "delta", { autoPong: false });
    const client = await SocketClient.open(origin, "delta");
    let pings = 0;
    deaf.socket.on("ping", () => pings++);
    expect((await deaf.closed).code).toBe(1006);
    expect(pings).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await client.call("chain_getInfo")).error).toBeUndefined();
  });
});

describe("a request for a WebSocket", () => {
  test.each(["/ws/unknown", "/ws/alpha", "/ws/delta/more", "/v1/delta/nothing"])(
    "at %s is 404 in the envelope",
    async (path) => {
      const { origin } = await start();
      const { status, body, headers } = await refusal(origin, path);
      expect(status).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: "NOT_FOUND" } });
      expect(headers["access-control-allow-origin"]).toBe("*");
    },
  );

  test("that is for another protocol is answered as if it were not", async () => {
    const { origin } = await start();
    const { status, body } = await refusal(origin, "/v1/delta/chain/info", { Upgrade: "h2c" });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ data: { chain: "delta" } });
  });

  test("is no request of a method called UPGRADE", async () => {
    const service = await createService({ segments: ["delta"], history: 1, mode: "manual" });
    const answer = await service.fetch("http://service.test/ws/delta", { method: "UPGRADE" });
    expect(answer.status).toBe(404);
    await service.close();
  });

  test("with an invalid handshake frees its connection slot", async () => {
    const { origin } = await start({ connectionsPerSubject: 1 });
    for (let i = 0; i < 3; i++) {
      const { status } = await refusal(origin, "/ws/delta", { "Sec-WebSocket-Version": "7" });
      expect(status).toBe(400);
    }
    await SocketClient.open(origin, "delta");
  });
});
