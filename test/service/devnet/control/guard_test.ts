import { request as nodeRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createService, listen } from "../../../../src/service/mod.ts";
import { SocketClient } from "../../server/websocket/_socket_client.ts";
import { type DevService, openDevService, type Reply, TOKEN } from "./_dev_service.ts";

const MINE = { jsonrpc: "2.0", id: 1, method: "dev_mine", params: [] };

let opened: DevService;
let now = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  opened = await openDevService({ keylessTier: "Public", clock: () => now });
});
/** Each test has an allowance of its own. */
beforeEach(() => void (now += 1_000));
afterAll(() => opened.listener.close());

/** Calls `dev_mine` with exactly these headers. */
function mine(headers: Record<string, string>): Promise<Reply> {
  const { port } = new URL(opened.origin);
  return new Promise((resolve, reject) => {
    const request = nodeRequest(
      {
        host: "127.0.0.1",
        port,
        path: "/rpc/delta",
        method: "POST",
        setHost: false,
        headers: { "Content-Type": "application/json", ...headers },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve(JSON.parse(text) as Reply));
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify(MINE));
  });
}

const OTHER_PAGE = "refuses requests of other web pages";
const GOOD = { Host: "127.0.0.1", "X-Dev-Token": TOKEN };

describe("devnet control over HTTP", () => {
  test.each(["localhost", "localhost:1", "127.0.0.1:8645", "[::1]", "[::1]:80"])(
    "is taken with the token and the Host %s",
    async (host) => {
      expect(await mine({ ...GOOD, Host: host })).toMatchObject({
        result: { number: expect.any(Number) },
      });
    },
  );

  test.each(["localhost:8645", "127.0.0.1:8645", "[::1]:8645", "localhost"])(
    "is taken from the service's own page at http://%s, with the token",
    async (host) => {
      const headers = { ...GOOD, Host: host, Origin: `http://${host}` };
      expect(await mine(headers)).toMatchObject({ result: { number: expect.any(Number) } });
      expect(await mine({ Host: host, Origin: `http://${host}` })).toMatchObject({
        error: { data: expect.stringContaining("the header X-Dev-Token is missing") },
      });
    },
  );

  test.each([
    ["no token", { Host: "localhost" }, "the header X-Dev-Token is missing"],
    ["another token", { ...GOOD, "X-Dev-Token": `${TOKEN}x` }, "X-Dev-Token has another"],
    ["the start of the token", { ...GOOD, "X-Dev-Token": TOKEN.slice(0, -1) }, "has another"],
    ["an empty token", { ...GOOD, "X-Dev-Token": "" }, "X-Dev-Token has another"],
    ["another name of this machine as Origin", { ...GOOD, Origin: "http://localhost" }, OTHER_PAGE],
    ["the Origin of another port", { ...GOOD, Origin: "http://127.0.0.1:3000" }, OTHER_PAGE],
    ["the Origin of another scheme", { ...GOOD, Origin: "https://127.0.0.1" }, OTHER_PAGE],
    ["the Origin of another page", { ...GOOD, Origin: "https://page.test" }, OTHER_PAGE],
    [
      "an Origin that begins as its own",
      { ...GOOD, Origin: "http://127.0.0.1.page.test" },
      OTHER_PAGE,
    ],
    ["the Origin null", { ...GOOD, Origin: "null" }, OTHER_PAGE],
    ["an empty Origin", { ...GOOD, Origin: "" }, OTHER_PAGE],
    [
      "the page of a rebound name",
      { ...GOOD, Host: "rebound.test:8645", Origin: "http://rebound.test:8645" },
      'got "rebound.test:8645"',
    ],
    [
      "its own Origin through a proxy",
      { ...GOOD, Origin: "http://127.0.0.1", "X-Forwarded-For": "::1" },
      "the header x-forwarded-for is set",
    ],
    ["Forwarded", { ...GOOD, Forwarded: "for=::1" }, "the header forwarded is set"],
    ["X-Forwarded-For", { ...GOOD, "X-Forwarded-For": "::1" }, "the header x-forwarded-for is set"],
    ["X-Forwarded-Host", { ...GOOD, "X-Forwarded-Host": "a" }, "x-forwarded-host is set"],
    ["X-Forwarded-Anything", { ...GOOD, "X-Forwarded-Anything": "" }, "x-forwarded-anything is"],
    ["X-Real-IP", { ...GOOD, "X-Real-IP": "127.0.0.1" }, "the header x-real-ip is set"],
    ["Via", { ...GOOD, Via: "1.1 proxy" }, "the header via is set"],
    ["a foreign Host", { ...GOOD, Host: "rebound.test:8645" }, 'got "rebound.test:8645"'],
    ["a near Host", { ...GOOD, Host: "localhost.rebound.test" }, "as Host, got"],
  ])("is refused with %s", async (_, headers, text) => {
    const before = await heightOf();
    const reply = await mine(headers);
    expect(reply).toMatchObject({ id: 1, error: { code: -32600, message: "Invalid request" } });
    expect(reply.error?.data).toContain(text);
    expect(reply.error?.data).not.toContain(TOKEN.slice(0, -1));
    expect(await heightOf()).toBe(before);
  });

  test("is refused without a Host", async () => {
    const response = await opened.service.handle(handed({ "x-dev-token": TOKEN }, "127.0.0.1"));
    expect(JSON.parse(String(response.body))).toMatchObject({
      error: { code: -32600, data: expect.stringMatching(/got none$/) },
    });
  });

  test("is refused to a peer that is elsewhere", async () => {
    const headers = { host: "localhost", "x-dev-token": TOKEN };
    const response = await opened.service.handle(handed(headers, "192.0.2.1"));
    expect(JSON.parse(String(response.body))).toMatchObject({
      error: {
        code: -32600,
        data: "Devnet control is only for this machine, the peer is 192.0.2.1",
      },
    });
  });

  test("is not offered to web pages", async () => {
    const response = await fetch(`${opened.origin}/rpc/delta`, {
      method: "OPTIONS",
      headers: { Origin: "http://a.test", "Access-Control-Request-Headers": "X-Dev-Token" },
    });
    expect(response.headers.get("access-control-allow-headers")?.toLowerCase()).not.toContain(
      "dev",
    );
  });

  test("costs nothing, and others in its batch count", async () => {
    for (let index = 0; index < 30; index++) {
      const response = await opened.post("delta", [MINE, { ...MINE, id: 2 }]);
      expect(response.status).toBe(200);
      expect(response.headers.get("ratelimit")).toBeNull();
    }
    const mixed = [MINE, { ...MINE, id: 2, method: "chain_getInfo" }];
    const response = await opened.post("delta", mixed);
    expect(response.headers.get("ratelimit")).not.toBeNull();
  });

  test("is limited as anything else where it is refused", async () => {
    const statuses = new Set<number>();
    for (let index = 0; index < 30; index++) {
      statuses.add((await opened.post("delta", MINE, { "X-Dev-Token": "x" })).status);
    }
    expect(statuses).toContain(429);
  });

  test("is -32602 for parameters that are not as the document says", async () => {
    const wrong = [
      ["dev_mine", [0], "count must be an integer from 1 to 1000, got 0"],
      ["dev_setInterval", [-1], "seconds must be a number from 0 to 86400, got -1"],
      ["dev_setTime", [1], /^Cannot set the time: it must be whole Unix seconds from \d+/],
      ["dev_fund", ["ax1", "1"], /^address must be an address/],
      ["dev_snapshot", [1], "dev_snapshot takes at most 0 parameters, got 1"],
      ["dev_revert", ["snap-9"], /^Cannot revert: there is no snapshot "snap-9"/],
      ["dev_reorg", [900], /^Cannot reorganise: depth must be at most \d+/],
      [
        "dev_setFaults",
        [[{ path: "/", kind: "explode", probability: 1 }]],
        /^rules\.0\.kind must be "status" or .*, got "explode"$/,
      ],
    ] as const;
    for (const [method, params, data] of wrong) {
      const { error } = await opened.call("delta", method, ...params);
      expect(error?.code, method).toBe(-32602);
      expect(error?.data).toMatch(data);
    }
  });

  test("is -32601 for an unknown method", async () => {
    expect(await opened.call("delta", "dev_explode")).toMatchObject({ error: { code: -32601 } });
  });

  test("never reaches the log with its token", () => {
    expect(opened.entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(opened.entries)).not.toContain(TOKEN);
  });
});

test("Devnet control on a WebSocket is -32601", async () => {
  const client = await SocketClient.open(opened.origin, "delta", {
    headers: { "X-Dev-Token": TOKEN },
  });
  expect(await client.call("dev_mine", [])).toMatchObject({
    error: { code: -32601, data: "dev_mine exists only over HTTP" },
  });
  client.socket.close();
  await client.closed;
});

describe("a service without devnet control", () => {
  test("does not know its methods", async () => {
    const service = await createService({ segments: ["delta"], history: 0, mode: "manual" });
    const listener = await listen(service, { port: 0, host: "127.0.0.1" });
    const response = await fetch(`${listener.origin}/rpc/delta`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Dev-Token": TOKEN },
      body: JSON.stringify(MINE),
    });
    expect(await response.json()).toMatchObject({
      error: { code: -32601, data: 'No method "dev_mine"' },
    });
    expect(service.devToken).toBeUndefined();
    await listener.close();
  });
});

describe("a service with devnet control", () => {
  test("has a random token of 256 bits unless it is given one", async () => {
    const options = { segments: ["delta"], history: 0, mode: "manual", dev: {} } as const;
    const [one, other] = await Promise.all([createService(options), createService(options)]);
    expect(one.devToken).toMatch(/^[\w-]{43}$/);
    expect(one.devToken).not.toBe(other.devToken);
    await Promise.all([one.close(), other.close()]);
  });

  test("does not listen where others reach it", async () => {
    for (const host of ["0.0.0.0", "::", "192.0.2.1", "a.test"]) {
      await expect(listen(opened.service, { port: 0, host })).rejects.toThrow(
        `Cannot serve devnet control on "${host}": other machines could reach it`,
      );
    }
  });

  test("refuses a token that is too short or has other characters", async () => {
    for (const token of ["", "short", "with spaces in it all", "x".repeat(257)]) {
      await expect(createService({ segments: ["delta"], dev: { token } })).rejects.toThrow(
        "the token must have 16 to 256 visible ASCII characters",
      );
    }
  });
});

async function heightOf(): Promise<number> {
  const response = await opened.service.fetch(new Request("http://localhost/v1/delta/chain/info"));
  const { data } = (await response.json()) as { data: { blockHeight: number } };
  return data.blockHeight;
}

/** A request as an adapter passes it on. */
function handed(
  headers: Record<string, string>,
  peer: string,
): Parameters<DevService["service"]["handle"]>[0] {
  const all: Record<string, string> = { "content-type": "application/json", ...headers };
  return {
    method: "POST",
    peer,
    target: "/rpc/delta",
    header: (name) => all[name],
    headerNames: () => Object.keys(all),
    body: async () => new TextEncoder().encode(JSON.stringify(MINE)),
  };
}
