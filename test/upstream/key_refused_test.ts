import { afterEach, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { type Keyed, openKeyed } from "./_keyed.ts";

let keyed: Keyed;
afterEach(() => keyed.close());

interface Read {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function read(path: string, init?: RequestInit): Promise<Read> {
  const response = await keyed.clock.until(keyed.gateway.fetch(`http://gateway.test${path}`, init));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const post = (body: unknown): RequestInit => ({
  ...{ method: "POST", headers: { "Content-Type": "application/json" } },
  body: JSON.stringify(body),
});

const rpc = (method: string, params: readonly unknown[]): Promise<Read> =>
  read("/rpc/delta", post({ jsonrpc: "2.0", id: 1, method, params }));

/** Reads of several kinds, of blocks from a height on. */
async function readAll(height: number): Promise<readonly Read[]> {
  const call = (id: number) => ({
    ...{ jsonrpc: "2.0", id },
    ...{ method: "chain_getBlockByNumber", params: [id, true] },
  });
  const address = (await devAccounts("delta"))[2]?.address;
  return Promise.all([
    read(`/v1/delta/blocks/${height}`),
    read(`/v1/delta/validators?limit=${height}`),
    rpc("chain_getBlockByNumber", [height, false]),
    read("/rpc/delta", post({ method: "getBalance", params: [address] })),
    read("/rpc/delta", post([call(height), call(height + 1)])),
  ]);
}

/** Texts of the upstream that no client may see. */
const ITS_WORDS = /API key (?:is unknown|was revoked|expired)|INVALID_PARAM|-32600/;

async function expectUnavailable(reads: readonly Read[]): Promise<void> {
  for (const { text, headers } of reads) {
    expect(text).not.toMatch(ITS_WORDS);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  const [block, list, call, simplified, batch] = reads as [Read, Read, Read, Read, Read];
  for (const { status, text } of [block, list]) {
    expect([status, JSON.parse(text).error.code]).toEqual([503, "INTERNAL_ERROR"]);
    expect(JSON.parse(text).error.message).toBe("No upstream can answer now, retry in 1 second");
  }
  const errors = [call, simplified].map(({ text }) => JSON.parse(text).error);
  errors.push(...JSON.parse(batch.text).map(({ error }: { error: unknown }) => error));
  for (const error of errors)
    expect(error).toMatchObject({
      code: -32603,
      data: "No upstream can answer now, retry in 1 second",
    });
}

async function expectToldInReadyz(): Promise<void> {
  const { status, text } = await read("/readyz");
  expect(status).toBe(503);
  expect(text).toMatch(/^not ready: delta: no upstream answers$/m);
  expect(text).toContain(
    `delta: upstream ${keyed.origins[0]}: it refuses the gateway's API key, or requires one (HTTP 400)`,
  );
  expect(text).not.toMatch(/unknown|revoked|expired at/);
}

describe("where the only upstream refuses the gateway's key,", () => {
  test("since it was revoked, the first answers after that are 503 and -32603, and /readyz says why", async () => {
    keyed = await openKeyed();
    expect((await readAll(3)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await keyed.upstreams[0]?.produceBlock("delta");
    await keyed.clock.untilTrue(async () => (await read("/readyz")).text.includes("height 13"));
    await keyed.revoke(0);
    await expectUnavailable(await readAll(7));
    await expectToldInReadyz();
  });

  test("since it has expired, the first answers after that are too", async () => {
    keyed = await openKeyed({ issue: ["--expires", "1h"] });
    keyed.pass(3_600_000);
    await expectUnavailable(await readAll(7));
    await expectToldInReadyz();
  });

  test("a submission is refused as one that was not sent", async () => {
    keyed = await openKeyed();
    await keyed.revoke(0);
    const { error } = JSON.parse((await submit()).text);
    expect(error).toMatchObject({
      code: -32603,
      data: "The transaction was not sent: the upstream refuses the gateway's request, retry in 1 second",
    });
  });

  test("many refusals at one time lead to one check", async () => {
    keyed = await openKeyed();
    await keyed.revoke(0);
    keyed.sent.length = 0;
    const paths = Array.from(
      { length: 40 },
      (_, place) => `/v1/delta/validators?limit=${place + 2}`,
    );
    const answers = await Promise.all(paths.map((path) => read(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const checks = keyed.sent.filter(({ path }) => path === "/v1/delta/blocks").length;
    // One at the refusals, and those that look for its return within the second that a request waits.
    expect(checks).toBeLessThan(6);
  });

  test("a check that was sent before the refused request does not count", async () => {
    let isHeld = false;
    const checks = { begun: 0 };
    const { promise: refused, resolve: onRefused } = Promise.withResolvers<void>();
    const holdChecks = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const isCheck = isHeld && new URL(String(input)).pathname === "/v1/delta/blocks";
      if (isCheck) checks.begun++;
      const response = await fetch(input, init);
      if (response.status === 400) onRefused();
      else if (isCheck) await refused;
      return response;
    };
    keyed = await openKeyed({ upstream: { fetch: holdChecks } });
    isHeld = true;
    // To the moment of the check: the request is sent in the same millisecond.
    while (checks.begun === 0) await keyed.clock.advance(keyed.clock.untilNext);
    await keyed.revoke(0);
    expect((await read("/v1/delta/validators?limit=3")).status).toBe(503);
  });

  test.each([
    ["is not answered", 3_600],
    ["is answered after the time of the request", 1],
  ])("a request whose check %s for the limit is answered 503", async (_, seconds) => {
    let limited = 0;
    const limitChecks = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const { pathname } = new URL(String(input));
      if (limited === 0 || pathname !== "/v1/delta/blocks") return fetch(input, init);
      limited--;
      const headers = { "X-RateLimit-Remaining": "0", "Retry-After": String(seconds) };
      return new Response(null, { status: 429, headers });
    };
    keyed = await openKeyed({ upstream: { fetch: limitChecks } });
    limited = 40;
    await keyed.revoke(0);
    expect((await read("/v1/delta/validators?limit=3")).status).toBe(503);
  });

  test("the close of its WebSocket leads to a check without any request", async () => {
    keyed = await openKeyed({ pingInterval: 50 });
    keyed.sent.length = 0;
    await keyed.revoke(0);
    await keyed.clock.untilTrue(async () => (await read("/readyz")).status === 503);
    await expectToldInReadyz();
  });
});

test("a WebSocket that is refused for the key leads to a check without any request", async () => {
  const sockets: WebSocket[] = [];
  class Kept extends WebSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  keyed = await openKeyed({ upstream: { webSocket: Kept } });
  await keyed.revoke(0);
  for (const socket of sockets) socket.close();
  await keyed.clock.untilTrue(() => sockets.length > 1);
  await keyed.clock.untilTrue(async () => (await read("/readyz")).text.includes("API key"));
  await expectToldInReadyz();
});

describe("of two upstreams", () => {
  test("the other one answers from the first refusal of the key on", async () => {
    keyed = await openKeyed({ count: 2 });
    const before = await keyed.used();
    await keyed.revoke(before);
    expect((await readAll(7)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await keyed.used()).toBe(1 - before);
    const { status, text } = await read("/readyz");
    expect(status).toBe(200);
    expect(text).toContain(`upstream ${keyed.origins[before]}: it refuses the gateway's API key,`);
    await keyed.clock.untilTrue(async () => (await read("/readyz")).text.includes("events live"));
  });

  test("the other one gets a submission that was refused for the key", async () => {
    keyed = await openKeyed({ count: 2 });
    const before = await keyed.used();
    await keyed.revoke(before);
    expect(JSON.parse((await submit()).text).result).toMatchObject({ status: "pending" });
    const origins = keyed.sent.filter(({ path }) => path === "/rpc/delta");
    expect(origins.map(({ origin }) => keyed.origins.indexOf(origin))).toEqual([
      before,
      1 - before,
    ]);
  });
});

async function submit(): Promise<Read> {
  const [from, to] = await devAccounts("delta");
  if (!from || !to) throw new Error("The devnet has no accounts");
  const payment = { type: "transfer", to: to.address, value: 1n, nonce: 0 } as const;
  const { signedTx } = await signTransaction(from, payment);
  return rpc("tx_sendRawTransaction", [signedTx]);
}
