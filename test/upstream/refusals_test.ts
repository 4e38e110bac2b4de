import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { createService, listen, type Listener, type Service } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import type { WebSocketConstructor } from "../../src/events/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { type Followed, Opened } from "./_gateway.ts";

/** Makes an answer in the place of the upstream's. */
type Refusal = () => Response;

/** What no client may see of an upstream. */
const SECRET = "postgres://admin:hunter2@10.0.0.7/keys of bob@example.org";
const ITS_WORDS = /hunter2|10\.0\.0\.7|bob|postgres/;

function rest(status: number, code: string): Refusal {
  const body = { success: false, error: { code, message: SECRET }, meta: {} };
  return () => Response.json(body, { status, headers: { "Retry-After": "60" } });
}

function rpc(code: number, status = 200, data = SECRET): Refusal {
  const body = { jsonrpc: "2.0", id: 1, error: { code, message: SECRET, data } };
  return () => Response.json(body, { status, headers: { "Retry-After": "60" } });
}

/** One service at two addresses, which each gateway only reads from. */
const listeners: Listener[] = [];
beforeAll(async () => {
  const upstream = await createService({
    ...{ segments: ["delta"], history: 12, mode: "manual", traffic: false },
    ...{ keylessTier: "Enterprise", log: () => undefined },
  });
  for (let count = 0; count < 2; count++)
    listeners.push(await listen(upstream, { port: 0, stopTimeout: 500 }));
});
afterAll(() => Promise.all(listeners.map((listener) => listener.close())));

/** Time of the gateways: it passes only while something is waited for. */
let clock: ManualClock;
const closes: (() => Promise<void>)[] = [];
beforeEach(() => void (clock = new ManualClock(Date.now())));
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await clock.until(close());
});

interface Refusing {
  readonly gateway: Service;
  /** Places of the upstreams that were asked for what is no check, and for checks. */
  readonly asked: number[];
  readonly checks: number[];
}

/** A gateway in front of upstreams, each of which admits checks and answers anything else as given. */
const openRefusing = (...refusals: readonly Refusal[]): Promise<Refusing> => open(refusals, true);

async function open(refusals: readonly Refusal[], admitsChecks: boolean): Promise<Refusing> {
  const origins = refusals.map((_, place) => (listeners[place] as Listener).origin);
  const asked: number[] = [];
  const checks: number[] = [];
  let isOn = false;
  const opening = createService({
    ...{ segments: ["delta"], keylessTier: "Enterprise", log: () => undefined },
    upstream: upstreamOf({
      ...{ endpoints: origins, tier: "Enterprise", clock },
      async fetch(input, init) {
        const { href, origin } = new URL(String(input));
        const place = origins.indexOf(origin);
        const isCheck = href.includes("order=asc");
        if (isOn) (isCheck ? checks : asked).push(place);
        const isAdmitted = !isOn || (isCheck && admitsChecks);
        return (isAdmitted ? undefined : refusals[place]?.()) ?? fetch(input, init);
      },
    }),
  });
  const gateway = await clock.until(opening);
  closes.push(() => gateway.close());
  const ready = async (): Promise<string> => (await gateway.fetch("http://g.test/readyz")).text();
  await clock.untilTrue(async () => (await ready()).includes("events live"));
  isOn = true;
  return { gateway, asked, checks };
}

interface Read {
  readonly status: number;
  readonly text: string;
  readonly error: {
    readonly code: unknown;
    readonly message: string;
    readonly data?: string;
  };
}

async function read({ gateway }: Refusing, path: string, init?: RequestInit): Promise<Read> {
  const response = await clock.until(gateway.fetch(`http://g.test${path}`, init));
  const text = await response.text();
  return { status: response.status, text, error: JSON.parse(text).error };
}

function call(refusing: Refusing, method: string, params: readonly unknown[]): Promise<Read> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "Content-Type": "application/json" };
  return read(refusing, "/rpc/delta", { method: "POST", headers, body });
}

async function submit(refusing: Refusing): Promise<Read> {
  const [from, to] = await devAccounts("delta");
  if (!from || !to) throw new Error("The devnet has no accounts");
  const payment = { type: "transfer", to: to.address, value: 1n, nonce: 0 } as const;
  const { signedTx } = await signTransaction(from, payment);
  return call(refusing, "tx_sendRawTransaction", [signedTx]);
}

describe("a refusal of an upstream is passed on by its code with a text of the gateway's:", () => {
  test.each([
    [404, "NOT_FOUND", "The upstream does not have it"],
    [400, "INVALID_PARAM", "The upstream refuses the parameters"],
  ])("%i %s", async (status, code, message) => {
    const refusing = await openRefusing(rest(status, code));
    const own = await read(refusing, "/v1/delta/blocks/99");
    expect([own.status, own.error]).toEqual([status, { code, message }]);
    expect(own.text).not.toMatch(ITS_WORDS);
  });

  test.each([
    [-32602, "The upstream refuses the parameters"],
    [-32601, "The upstream does not have the method"],
  ])("%i", async (code, data) => {
    const refusing = await openRefusing(rpc(code));
    const [address] = await devAccounts("delta");
    const own = await call(refusing, "account_getBalance", [address?.address, 5]);
    expect(own.error).toMatchObject({ code, data });
    expect(own.text).not.toMatch(ITS_WORDS);
  });

  test.each([-32000, -32001, -32002, -32003])("%i of a submission", async (code) => {
    const refusing = await openRefusing(rpc(code));
    const own = await submit(refusing);
    expect(own.error).toMatchObject({ code, data: "The upstream refuses the transaction" });
    expect(own.text).not.toMatch(ITS_WORDS);
  });

  test("a text that is the service's own is passed on as it is", async () => {
    const serial = `0x${"ab".repeat(32)}`;
    const data = `Serial number ${serial} is spent by a pending transaction`;
    const refusing = await openRefusing(rpc(-32000, 200, data));
    expect((await submit(refusing)).error.data).toBe(data);
  });

  test.each([
    `Serial number ${SECRET} is spent by a pending transaction`,
    "No block 13 of the database at 10.0.0.7",
    "Nonce is 1, the next nonce of bob is 2, counting pending transactions",
  ])("a text that only resembles one is not: %s", async (data) => {
    const refusing = await openRefusing(rpc(-32000, 200, data));
    expect((await submit(refusing)).error.data).toBe("The upstream refuses the transaction");
  });
});

describe("an answer that no specs have for the call is no refusal of the client's, whatever its text:", () => {
  test.each([
    ["401", rest(401, "UNAUTHORIZED")],
    ["403", rest(403, "FORBIDDEN")],
    ["405", rest(405, "METHOD")],
    ["a rule of transactions in REST", rest(400, "-32000")],
    ["429", rest(429, "RATE_LIMITED")],
    ["500", rest(500, "INTERNAL_ERROR")],
  ])("REST %s", async (_, refusal) => {
    const refusing = await openRefusing(refusal);
    const own = await read(refusing, "/v1/delta/blocks/7");
    expect([own.status, own.error.code]).toEqual([503, "INTERNAL_ERROR"]);
    expect(own.text).not.toMatch(ITS_WORDS);
  });

  test.each([
    ["-32600 with HTTP 400", rpc(-32600, 400)],
    ["-32600 with HTTP 200", rpc(-32600)],
    ["-32700", rpc(-32700)],
    ["-32000, a rule of transactions", rpc(-32000)],
    ["-32005 with HTTP 200", rpc(-32005)],
    ["-32603", rpc(-32603)],
    ["an unknown code", rpc(-31999)],
  ])("JSON-RPC %s", async (_, refusal) => {
    const refusing = await openRefusing(refusal);
    const own = await call(refusing, "chain_getBlockByNumber", [7, false]);
    expect(own.error.code).toBe(-32603);
    expect(own.text).not.toMatch(ITS_WORDS);
  });
});

describe("another upstream answers", () => {
  test.each([
    ["where one lacks the operation", rest(404, "NOT_FOUND"), "/v1/delta/validators"],
    ["where one refuses with 401", rest(401, "UNAUTHORIZED"), "/v1/delta/blocks/7"],
    ["where one is over its limit", rest(429, "RATE_LIMITED"), "/v1/delta/blocks/7"],
  ])("%s", async (_, refusal, path) => {
    const refusing = await openRefusing(refusal, refusal);
    const [first = 0] = (await read(refusing, path), refusing.asked);
    expect(refusing.asked).toContain(1 - first);
  });

  test.each([-32601, -32600])("where one refuses a method with %i", async (code) => {
    const refusing = await openRefusing(rpc(code), rpc(code));
    await call(refusing, "chain_getBlockByNumber", [7, false]);
    expect(new Set(refusing.asked)).toEqual(new Set([0, 1]));
  });

  test("never where the request itself is refused", async () => {
    const refusing = await openRefusing(rest(404, "NOT_FOUND"), rest(404, "NOT_FOUND"));
    expect((await read(refusing, "/v1/delta/blocks/99")).status).toBe(404);
    expect(refusing.asked).toHaveLength(1);
    expect(refusing.checks).toEqual([]);
  });
});

test("each refusal that may be of the key leads to a check, and is passed on as the key is good", async () => {
  const refusing = await openRefusing(rest(400, "INVALID_PARAM"));
  for (let height = 100; height < 110; height++)
    expect((await read(refusing, `/v1/delta/blocks/${height}`)).status).toBe(400);
  expect(refusing.asked).toHaveLength(10);
  expect(refusing.checks).toHaveLength(10);
});

const html = (status: number): Refusal => {
  const headers = { "Content-Type": "text/html", Location: `https://${SECRET}` };
  return () => new Response(`<p>${SECRET}</p>`, { status, headers });
};

test.each([
  ["it refuses the gateway's API key, or requires one (HTTP 400)", rest(400, "INVALID_PARAM")],
  ["it refuses the gateway's API key, or requires one (HTTP 403)", rest(403, SECRET)],
  ["it does not serve the segment (HTTP 404)", rest(404, "NOT_FOUND")],
  ["it answers with HTTP 500", rest(500, "INTERNAL_ERROR")],
  ["it answers with HTTP 502, and not as a data service does", html(502)],
  ["it answers with HTTP 302, and not as a data service does", html(302)],
  ["its answer breaks the interface", html(200)],
])("/readyz says in the gateway's own words: %s", async (words, refusal) => {
  const refusing = await open([refusal], false);
  const readyz = async (): Promise<Response> => refusing.gateway.fetch("http://g.test/readyz");
  await read(refusing, "/v1/delta/blocks/7");
  await clock.untilTrue(async () => (await readyz()).status === 503);
  const text = await (await readyz()).text();
  expect(text).toMatch(/^not ready: delta: no upstream answers$/m);
  expect(text).toContain(`: ${words}, 0 blocks behind\n`);
  expect(text).not.toMatch(ITS_WORDS);
});

/** A WebSocket that the upstream closes for the key as soon as it is open. */
class ClosedSocket extends EventTarget {
  constructor() {
    super();
    setTimeout(() => {
      this.dispatchEvent(new Event("open"));
      this.dispatchEvent(Object.assign(new Event("close"), { code: 1008, reason: SECRET }));
    });
  }

  send(): void {}

  close(): void {}
}

test("an upstream that closes WebSockets for the key, and admits requests with it, stays in use", async () => {
  const opened = new Opened();
  closes.push(() => opened.close());
  const service = await opened.service({ segments: ["delta"] });
  const failures: (string | undefined)[] = [];
  const followed: Followed = await opened.upstream([service.origin], {
    webSocket: ClosedSocket as unknown as WebSocketConstructor,
    onError: () => failures.push(followed.pool.status()[0]?.failure),
  });
  await opened.clock.untilTrue(() => failures.length === 3);
  expect(failures).toEqual([undefined, undefined, undefined]);
});
