import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueKey, openSqliteKeyStore } from "../../../../src/service/access/keys/mod.ts";
import {
  createService,
  listen,
  type Listener,
  type LogEntry,
  type Service,
} from "../../../../src/service/mod.ts";

let service: Service;
let listener: Listener;
let now = Date.UTC(2026, 0, 1);
const entries: LogEntry[] = [];
beforeAll(async () => {
  service = await createService({
    segments: ["delta"],
    history: 3,
    mode: "manual",
    traffic: false,
    keysPerDay: 2,
    pagesPerSecond: 2,
    trustedProxies: ["127.0.0.1"],
    clock: () => now,
    log: (entry) => entries.push(entry),
  });
  listener = await listen(service, { port: 0 });
});
afterAll(() => listener.close());

/** Asks as an address of its own, so that tests do not spend each other's allowance. */
function ask(path: string, address: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json");
  headers.set("X-Forwarded-For", address);
  return fetch(`${listener.origin}${path}`, { ...init, headers });
}

function call(address: string, body: unknown): Promise<Response> {
  return ask("/rpc/delta", address, { method: "POST", body: JSON.stringify(body) });
}

const INFO = "/v1/delta/chain/info";
const CALL = { jsonrpc: "2.0", method: "chain_getInfo" };

describe("a limited tier over HTTP", () => {
  test("shares one rate limit between REST and JSON-RPC", async () => {
    for (let index = 0; index < 5; index++) {
      expect((await ask(INFO, "192.0.2.1")).status).toBe(200);
      expect((await call("192.0.2.1", { ...CALL, id: index })).status).toBe(200);
    }
    const rest = await ask(INFO, "192.0.2.1");
    expect(rest.status).toBe(429);
    expect(rest.headers.get("retry-after")).toBe("1");
    expect(rest.headers.get("ratelimit")).toMatch('"second";r=0;t=1, "day";');
    expect(await rest.json()).toMatchObject({
      success: false,
      error: {
        code: "RATE_LIMITED",
        message: "The tier Public allows 10 requests per second, retry in 1 second",
      },
    });
    const rpc = await call("192.0.2.1", { ...CALL, id: "mine" });
    expect(rpc.status).toBe(429);
    expect(await rpc.json()).toMatchObject({
      id: "mine",
      error: { code: -32005, message: "Limit exceeded" },
    });
    expect((await ask(INFO, "192.0.2.2")).status).toBe(200);
    now += 100;
    expect((await ask(INFO, "192.0.2.1")).status).toBe(200);
  });

  test("charges a batch by its calls and refuses each by its id", async () => {
    const batch = Array.from({ length: 6 }, (_, id) => ({ ...CALL, id }));
    const first = await call("192.0.2.3", batch);
    expect(first.status).toBe(200);
    expect(first.headers.get("ratelimit")).toMatch('"second";r=4;t=1, "day";');
    const second = await call("192.0.2.3", batch);
    expect(second.status).toBe(429);
    const replies = (await second.json()) as { id: number; error: { code: number } }[];
    expect(replies.map(({ id, error }) => [id, error.code])).toEqual(
      batch.map(({ id }) => [id, -32005]),
    );
    expect(second.headers.get("ratelimit")).toMatch('"second";r=3;t=1, "day";');
    expect((await call("192.0.2.3", batch.slice(0, 3))).status).toBe(200);
  });

  test("refuses batches unread once those it has read and refused have spent the second", async () => {
    const address = "192.0.2.78";
    const batch = Array.from({ length: 6 }, (_, id) => ({ ...CALL, id }));
    expect((await call(address, batch)).status).toBe(200);
    for (let left = 3; left >= 0; left--) {
      const refused = await call(address, batch);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("ratelimit")).toMatch(`"second";r=${left};t=1`);
    }
    const unread = await call(address, [...batch, "x".repeat(70_000)]);
    expect(await unread.json()).toMatchObject({ id: null, error: { code: -32005 } });
  });

  test("answers no notification that it refuses but by the status", async () => {
    const address = "192.0.2.77";
    const batch = Array.from({ length: 8 }, (_, id) => ({ ...CALL, id }));
    expect((await call(address, batch)).status).toBe(200);
    const mixed = await call(address, [CALL, { ...CALL, id: 1 }, { ...CALL, id: null }, 5]);
    expect(mixed.status).toBe(429);
    const replies = (await mixed.json()) as { id: unknown }[];
    expect(replies.map(({ id }) => id)).toEqual([1, null, null]);
    expect((await call(address, batch.slice(0, 1))).status).toBe(200);
    for (const unanswered of [CALL, [CALL, CALL]]) {
      const refused = await call(address, unanswered);
      expect([refused.status, await refused.text()]).toEqual([429, ""]);
      expect(refused.headers.get("retry-after")).toBe("1");
    }
  });

  test("reads no more than 64 KiB of a subject that has nothing left", async () => {
    await call(
      "192.0.2.4",
      Array.from({ length: 10 }, (_, id) => ({ ...CALL, id })),
    );
    const long = await call("192.0.2.4", { ...CALL, id: 5, params: ["x".repeat(70_000)] });
    expect(long.status).toBe(429);
    expect(await long.json()).toMatchObject({ id: null, error: { code: -32005 } });
  });

  test("costs nothing for OPTIONS, health and documentation", async () => {
    for (let index = 0; index < 15; index++) {
      expect((await ask(INFO, "192.0.2.5", { method: "OPTIONS" })).status).toBe(204);
      expect((await ask("/healthz", "192.0.2.5")).headers.get("ratelimit")).toBeNull();
    }
    expect((await ask(INFO, "192.0.2.5")).headers.get("ratelimit")).toMatch(
      '"second";r=9;t=1, "day";',
    );
  });

  test("counts unknown paths too", async () => {
    expect((await ask("/nowhere", "192.0.2.6")).headers.get("ratelimit")).toMatch(
      '"second";r=9;t=1, "day";',
    );
  });

  test("issues few keys a day to one address, whatever key it sends", async () => {
    const order = { method: "POST", body: JSON.stringify({ email: "dev@example.com" }) };
    const first = await ask("/v1/keys", "192.0.2.7", order);
    expect(first.status).toBe(201);
    const { data } = (await first.json()) as { data: { apiKey: string } };
    const shown = { ...order, headers: { "X-API-Key": data.apiKey } };
    expect((await ask("/v1/keys", "192.0.2.7", shown)).status).toBe(201);
    const third = await ask("/v1/keys", "192.0.2.7", shown);
    expect(third.status).toBe(429);
    expect(await third.json()).toMatchObject({ error: { code: "RATE_LIMITED" } });
    expect((await ask("/v1/keys", "192.0.2.8", order)).status).toBe(201);
  });

  test("counts the key requests of the day across a restart", async () => {
    const data = await mkdtemp(join(tmpdir(), "keys-a-day-"));
    const orders = { segments: [], data, keysPerDay: 1, clock: () => now };
    const body = JSON.stringify({ email: "again@example.org" });
    for (const status of [201, 429]) {
      const own = await createService(orders);
      const answer = await own.fetch("http://service.test/v1/keys", { method: "POST", body });
      expect(answer.status).toBe(status);
      await own.close();
    }
    await rm(data, { recursive: true });
  });

  test("has ten valid keys of the asking of one address, and stores no address", async () => {
    const data = await mkdtemp(join(tmpdir(), "keys-of-address-"));
    let time = now;
    const own = await createService({
      ...{ segments: [], data, keysPerDay: 100, trustedProxies: ["127.0.0.1"] },
      clock: () => time,
    });
    const order = (address: string): Promise<Response> =>
      own.fetch("http://service.test/v1/keys", {
        method: "POST",
        headers: { "X-Forwarded-For": address },
        body: JSON.stringify({ email: "again@example.org" }),
      });
    for (let index = 0; index < 10; index++)
      expect((await order("2001:db8:1:2::3")).status).toBe(201);
    time += 1_000;
    const refused = await order("2001:db8:1:2:3::4");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "86400"]);
    expect(await refused.json()).toMatchObject({
      error: {
        code: "RATE_LIMITED",
        message:
          "At most 10 valid keys that one address asked for: use one of them. One that is not used for 90 days makes room, and so does one that the operator revokes",
      },
    });
    expect((await order("2001:db8:1:3::3")).status).toBe(201);
    time += 90 * 86_400_000;
    expect((await order("2001:db8:1:2::3")).status).toBe(201);
    await own.close();
    const stored = await readFile(join(data, "keys.sqlite"));
    for (const part of ["2001:db8", "address:"]) expect(stored.includes(part)).toBe(false);
    await rm(data, { recursive: true });
  });

  test("says when to come back for a key", async () => {
    const email = JSON.stringify({ email: "late@example.org" });
    const order = (): Promise<Response> =>
      ask("/v1/keys", "192.0.2.31", { method: "POST", body: email });
    expect((await order()).headers.get("retry-after")).toBeNull();
    await order();
    const refused = await order();
    expect(refused.status).toBe(429);
    const toMidnight = Math.ceil((86_400_000 - (now % 86_400_000)) / 1_000);
    expect(refused.headers.get("retry-after")).toBe(String(toMidnight));
  });

  test("counts requests that show an unknown key for their peer", async () => {
    const headers = { "X-API-Key": "ad_unknown" };
    const first = await ask(INFO, "192.0.2.32", { headers });
    expect(first.status).toBe(400);
    expect(first.headers.get("ratelimit")).toMatch('"second";r=9;t=1, "day";');
    for (let index = 0; index < 9; index++) await ask(INFO, "192.0.2.32", { headers });
    const refused = await ask(INFO, "192.0.2.32", { headers });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    const body = JSON.stringify({ ...CALL, id: 1 });
    const rpc = await ask("/rpc/delta", "192.0.2.32", { method: "POST", body, headers });
    expect(await rpc.json()).toMatchObject({ id: 1, error: { code: -32005 } });
    expect((await ask(INFO, "192.0.2.32")).status).toBe(429);
  });

  test("lets nobody spend the budget of a key by another one that is asked for in the name of its holder", async () => {
    const body = JSON.stringify({ email: "two@example.com" });
    const askedFrom = async (address: string): Promise<string> => {
      const answer = await ask("/v1/keys", address, { method: "POST", body });
      return ((await answer.json()) as { data: { apiKey: string } }).data.apiKey;
    };
    const own = { headers: { "X-API-Key": await askedFrom("192.0.2.9") } };
    const strange = { headers: { "X-API-Key": await askedFrom("192.0.2.10") } };
    for (let index = 0; index < 150; index++) {
      if (index % 100 === 0) now += 1_000;
      expect((await ask(INFO, "192.0.2.10", strange)).status).toBe(200);
    }
    const { headers } = await ask(INFO, "192.0.2.9", own);
    expect(headers.get("ratelimit")).toMatch(/"second";r=99;t=1, "day";r=99999;/);
  });

  test("lets the keys that an operator issued to one holder share one budget", async () => {
    const data = await mkdtemp(join(tmpdir(), "issued-"));
    const own = await createService({ segments: ["delta"], history: 0, mode: "manual", data });
    const keys = openSqliteKeyStore(join(data, "keys.sqlite"));
    const order = { email: "two@example.com", tier: "Registered", now: 1_767_225_600 } as const;
    const left: (string | null)[] = [];
    for (const { apiKey } of [await issueKey(keys, order), await issueKey(keys, order)]) {
      const headers = { "X-API-Key": apiKey };
      const answer = await own.fetch(`http://service.test${INFO}`, { headers });
      left.push(/"day";r=\d+/.exec(answer.headers.get("ratelimit") ?? "")?.[0] ?? null);
    }
    expect(left).toEqual(['"day";r=99999', '"day";r=99998']);
    await keys.close();
    await own.close();
    await rm(data, { recursive: true });
  });
});

describe("static pages", () => {
  const PATHS = [
    "/",
    "/docs",
    "/docs/library",
    "/openapi.json",
    "/openrpc.json",
    "/docs/nowhere.js",
    "/assets/nowhere.js",
  ];

  /** Spends all of an address's pages: ten seconds' allowance. */
  async function spend(address: string): Promise<void> {
    for (let index = 0; index < 20; index++) {
      const path = PATHS[index % PATHS.length] ?? "";
      const answer = await ask(path, address, { method: "HEAD", redirect: "manual" });
      expect([200, 308, 404]).toContain(answer.status);
      expect(answer.headers.get("ratelimit")).toBeNull();
    }
  }

  test.each(PATHS)("%s is 429 over their bound, which all of them share", async (path) => {
    const address = `198.51.100.${PATHS.indexOf(path)}`;
    await spend(address);
    const refused = await ask(path, address);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.headers.get("ratelimit")).toBeNull();
    expect(await refused.json()).toMatchObject({
      success: false,
      error: {
        code: "RATE_LIMITED",
        message: "At most 2 pages a second from one address, retry in 1 second",
      },
    });
    now += 499;
    expect((await ask("/", address)).status).toBe(429);
    now += 1;
    expect((await ask("/", address)).status).toBe(200);
    expect((await ask("/", address)).status).toBe(429);
  });

  test("count by address, IPv6 by /64, whatever key is shown", async () => {
    await spend("2001:db8::1");
    const headers = { "X-API-Key": "ad_unknown" };
    expect((await ask("/", "2001:db8::2", { headers })).status).toBe(429);
    expect((await ask("/", "2001:db8:0:1::1")).status).toBe(200);
  });

  test("that the client has count too", async () => {
    const headers = { "If-None-Match": "*" };
    for (let index = 0; index < 20; index++) {
      const answer = await ask("/openapi.json", "198.51.100.20", { headers });
      expect([304, 404]).toContain(answer.status);
    }
    expect((await ask("/openapi.json", "198.51.100.20", { headers })).status).toBe(429);
  });

  test("cost nothing of the tier, and what else is free stays so", async () => {
    await spend("198.51.100.30");
    for (const path of ["/healthz", "/readyz"]) {
      expect((await ask(path, "198.51.100.30")).status).toBe(200);
    }
    expect((await ask("/", "198.51.100.30", { method: "OPTIONS" })).status).toBe(204);
    expect((await ask(INFO, "198.51.100.30")).headers.get("ratelimit")).toMatch(
      '"second";r=9;t=1, "day";',
    );
  });

  test("are counted by metrics and logged where they are refused", async () => {
    const refusals = async (): Promise<number> => {
      const metrics = await (await service.fetch("http://localhost/metrics")).text();
      return Number(/refusals_total\{tier="Public",reason="pages"\} (\d+)/.exec(metrics)?.[1] ?? 0);
    };
    await spend("198.51.100.40");
    const before = await refusals();
    await ask("/docs/", "198.51.100.40");
    expect(await refusals()).toBe(before + 1);
    const entry = entries.findLast((one) => "path" in one && one.path === "/docs/");
    expect(entry).toMatchObject({
      protocol: "other",
      operation: "/docs",
      status: 429,
      subject: "address:198.51.100.40",
      tier: "Public",
    });
  });

  test("are bounded in process as over HTTP", async () => {
    const own = await createService({
      segments: ["delta"],
      history: 0,
      mode: "manual",
      pagesPerSecond: 1,
      clock: () => now,
    });
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++) {
      statuses.push((await own.fetch("http://service.test/")).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await own.close();
  });
});
