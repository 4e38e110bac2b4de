import { afterEach, describe, expect, test } from "vitest";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { createTransport, type PlatformFetch } from "../../src/transport/mod.ts";
import type { Clock, TransportOptions } from "../../src/transport/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { Pool, type PoolOptions } from "../../src/upstream/_pool.ts";
import type { EventService } from "../service/server/websocket/_event_service.ts";
import { blockCall, mine, Opened } from "./_gateway.ts";

const opened = new Opened();
const { clock } = opened;
const until = (holds: () => unknown): Promise<void> => clock.untilTrue(holds);
/** Ends the pools of a test. */
let life = new AbortController();
afterEach(async () => {
  life.abort();
  life = new AbortController();
  await opened.close();
});

/** Without a rate limit. */
const ANY = { requestsPerSecond: null, requestsPerDay: null };

/** A fetch that counts requests by origin, and injects faults. */
class Network {
  readonly requests: string[] = [];
  /** Answers in the place of an origin; undefined passes the request on. */
  readonly faults = new Map<string, (path: string) => Promise<Response> | undefined>();
  /** Origins that stand for others. */
  readonly aliases = new Map<string, string>();

  readonly fetch: PlatformFetch = (input, init) => {
    const url = new URL(input as string);
    this.requests.push(url.origin);
    const answer = this.faults.get(url.origin)?.(url.pathname);
    if (answer) return answer;
    const origin = this.aliases.get(url.origin) ?? url.origin;
    return fetch(origin + url.pathname + url.search, init);
  };

  /** Requests to an origin since the last look. */
  taken(): readonly string[] {
    return this.requests.splice(0);
  }
}

/** Two upstreams of one chain: the same service behind two names. */
async function twoUpstreams(options: Partial<PoolOptions> = {}): Promise<{
  pool: Pool;
  network: Network;
  service: EventService;
  first: string;
  second: string;
}> {
  const service = await opened.service({ segments: ["delta"] });
  await mine(service, 4);
  const network = new Network();
  const first = "http://first.test";
  const second = "http://second.test";
  for (const name of [first, second]) network.aliases.set(name, service.origin);
  const pool = await open([first, second], network, options);
  return { pool, network, service, first, second };
}

async function open(
  origins: readonly string[],
  { fetch }: Pick<Network, "fetch">,
  options: Partial<PoolOptions> & Pick<TransportOptions, "apiKey" | "tier"> = {},
): Promise<Pool> {
  const pool = make(origins, fetch, options);
  await clock.until(pool.open());
  return pool;
}

function make(
  origins: readonly string[],
  fetch: PlatformFetch,
  {
    apiKey,
    tier = ANY,
    ...options
  }: Partial<PoolOptions> & Pick<TransportOptions, "apiKey" | "tier"> = {},
): Pool {
  const upstreams = origins.map((endpoints) => {
    const transport = createTransport({ tier, fetch, apiKey, clock, cache: false, dedupe: false });
    return { endpoints, transport };
  });
  const log = { tip: undefined, blocks: new Map(), firstBlock: undefined };
  const { signal } = life;
  return new Pool({ segment: "delta", clock, signal, upstreams, log, ...options });
}

const usedOf = (pool: Pool): string => pool.used?.url ?? "";
const otherOf = (pool: Pool): string => pool.status().find(({ isUsed }) => !isUsed)?.url ?? "";

function getBlock(pool: Pool, height: number, options: object = {}): Promise<string> {
  const call = pool.call((endpoints) => blockCall(endpoints, height), options);
  return clock.until(call.then(({ hash }) => hash));
}

const refused = (): Promise<Response> =>
  Promise.reject(new TypeError("fetch failed: ECONNREFUSED"));
/** A refusal by the rate limit, for some seconds. */
function limited(seconds: number): Promise<Response> {
  const error = { code: "RATE_LIMITED", message: "Too many requests" };
  const headers = { "Retry-After": String(seconds) };
  return Promise.resolve(
    Response.json({ success: false, error, meta: {} }, { status: 429, headers }),
  );
}
const never = (): Promise<Response> => new Promise(() => undefined);
const status = (code: number) => () =>
  Promise.resolve(
    Response.json(
      { success: false, error: { code: "INTERNAL_ERROR", message: "No" }, meta: {} },
      { status: code },
    ),
  );

describe("a call goes on at another upstream, with its answer,", () => {
  test.each([
    ["where nothing answers", refused],
    ["where it stalls", never],
    ["at a 500", status(500)],
    ["at JSON that breaks off", () => Promise.resolve(new Response('{"success":true,"da'))],
    [
      "at an answer that breaks the interface",
      () => Promise.resolve(Response.json({ success: true, data: { number: "x" }, meta: {} })),
    ],
    ["at a page of a proxy", () => Promise.resolve(new Response("<html>", { status: 200 }))],
    [
      "where the key is refused",
      () =>
        Promise.resolve(
          Response.json(
            { success: false, error: { code: "UNAUTHORIZED", message: "No" }, meta: {} },
            { status: 401 },
          ),
        ),
    ],
  ])("%s", async (_, fault) => {
    const { pool, network } = await twoUpstreams();
    const expected = await getBlock(pool, 3);
    network.faults.set(usedOf(pool), fault);
    expect(await getBlock(pool, 3)).toBe(expected);
  });
});

test("an ordinary refusal is not retried", async () => {
  const { pool, network } = await twoUpstreams();
  network.taken();
  await expect(getBlock(pool, 1_000)).rejects.toMatchObject({ status: 404 });
  expect(network.taken()).toEqual([usedOf(pool)]);
});

test("a call that is not safe is sent once", async () => {
  const { pool, network } = await twoUpstreams();
  const other = otherOf(pool);
  network.faults.set(usedOf(pool), refused);
  network.taken();
  const sent = clock.until(pool.call((endpoints) => ({ ...blockCall(endpoints, 3), safe: false })));
  await expect(sent).rejects.toMatchObject({ name: "TransportError", code: "network" });
  expect(network.taken().filter((origin) => origin === other)).toEqual([]);
});

test("an upstream that was away comes back by a check, and calls that waited are answered", async () => {
  const service = await opened.service({ segments: ["delta"] });
  const network = new Network();
  const pool = await open([service.origin], network);
  network.faults.set(service.origin, refused);
  const call = getBlock(pool, 0);
  await until(() => pool.status()[0]?.failure !== undefined);
  network.faults.clear();
  expect(await call).toMatch(/^0x/);
  expect(pool.status()[0]).toMatchObject({ failure: undefined, isUsed: true });
});

test("without any upstream a call says of each why", async () => {
  const { pool, network, first, second } = await twoUpstreams();
  for (const name of [first, second]) network.faults.set(name, refused);
  await expect(getBlock(pool, 0)).rejects.toMatchObject({
    retryable: true,
    message: expect.stringMatching(
      /^No upstream answers for delta: http:\/\/first.test: .*ECONNREFUSED.*; http:\/\/second.test: /,
    ),
  });
});

test("upstreams at one host are told apart by the prefix of their proxy", async () => {
  const network = new Network();
  const addresses = ["http://host.test/a", "http://host.test/b"];
  network.faults.set("http://host.test", refused);
  expect(upstreamOf({ endpoints: addresses }).origins).toEqual(addresses);
  await expect(open(addresses, network)).rejects.toThrow(
    /^No upstream answers for delta: http:\/\/host.test\/a: .*; http:\/\/host.test\/b: /,
  );
});

test("a check that the rate limit refuses is repeated, and no failure", async () => {
  const { origin } = await opened.service({ segments: ["delta"] });
  const network = new Network();
  let refusals = 0;
  network.faults.set(origin, () => (++refusals === 2 ? limited(1) : undefined));
  const pool = await open([origin], network);
  expect(failureOf(pool, origin)).toBe("");
  expect(network.taken()).toHaveLength(3);
});

test("an upstream that asks for no requests for long is left for another one", async () => {
  const { pool, network, first } = await twoUpstreams();
  const hash = await getBlock(pool, 1);
  let isLimited = true;
  network.faults.set(first, () => (isLimited ? limited(7) : undefined));
  expect(await getBlock(pool, 1)).toBe(hash);
  isLimited = false;
  network.taken();
  expect(await getBlock(pool, 1)).toBe(hash);
  expect(network.taken()).not.toContain(first);
});

test("where the only upstream asks for no requests for long, a call says how long", async () => {
  const { origin } = await opened.service({ segments: ["delta"] });
  const network = new Network();
  const pool = await open([origin], network);
  let isLimited = true;
  network.faults.set(origin, () => (isLimited ? limited(40) : undefined));
  const bound = { deadline: 15_000 };
  await expect(getBlock(pool, 0, bound)).rejects.toThrow();
  isLimited = false;
  const error = await getBlock(pool, 0, bound).catch((reason: unknown) => reason);
  expect((error as { retryAfter: number }).retryAfter).toBeGreaterThanOrEqual(38);
});

test("a check goes before the calls that wait for the rate limit", async () => {
  const { origin } = await opened.service({ segments: ["delta"] });
  const network = new Network();
  const tier = { requestsPerSecond: 10, requestsPerDay: null };
  const pool = await open([origin], network, { tier });
  const calls = Array.from({ length: 40 }, (_, place) => getBlock(pool, place));
  await pool.used?.check();
  expect(network.requests.length).toBeLessThan(20);
  life.abort();
  await Promise.allSettled(calls);
});

test("nothing begins after its end", async () => {
  const errors: Error[] = [];
  const { pool, network } = await twoUpstreams({ onError: (error) => void errors.push(error) });
  const used = pool.used as NonNullable<typeof pool.used>;
  life.abort(new Error("over"));
  network.taken();
  await expect(getBlock(pool, 3)).rejects.toThrow("over");
  const { signal } = new AbortController();
  const call = used.transport.call(blockCall(used.endpoints, 3), { signal });
  await expect(clock.until(call)).rejects.toThrow("over");
  await used.check();
  used.fail(new Error("Connection lost"));
  expect(errors).toEqual([]);
  expect(clock.pending).toBe(0);
  expect(network.taken()).toEqual([]);
});

test("an outage costs few checks of upstreams that answer wrongly", async () => {
  const { pool, network } = await twoUpstreams();
  const bad = usedOf(pool);
  network.faults.set(bad, status(500));
  for (let calls = 0; calls < 50; calls++) {
    await getBlock(pool, 2);
    await clock.advance(50);
  }
  expect(network.taken().filter((origin) => origin === bad).length).toBeLessThan(25);
});

describe("an upstream is refused at the start, by what it serves:", () => {
  test("another network", async () => {
    const service = await opened.service({ segments: ["delta", "delta-testnet"] });
    const network = new Network();
    const fetchOther: PlatformFetch = (input, init) =>
      network
        .fetch(String(input).replace("/v1/delta/", "/v1/delta-testnet/"), init)
        .then(async (response) => new Response(await response.text(), { status: response.status }));
    await expect(open([service.origin], { fetch: fetchOther })).rejects.toThrow(
      `Cannot use upstream ${service.origin} for delta: Answer breaks the interface: network: expected that of delta, got "testnet".`,
    );
  });

  test("another chain than the first upstream", async () => {
    const one = await opened.service({ segments: ["delta"] });
    const other = await opened.service({ segments: ["delta"], seed: 5 });
    await expect(open([one.origin, other.origin], new Network())).rejects.toThrow(
      /^Cannot use upstream http:.* for delta: expected the first block 0 with hash 0x\w+, as at http:.*, found block 0 with hash 0x/,
    );
  });

  test("without the segment", async () => {
    const service = await opened.service({ segments: ["delta"] });
    await expect(open([service.origin], new Network(), { segment: "alpha" })).rejects.toThrow(
      /^Cannot use upstream http:.* for alpha: .*the segment alpha is not served, expected one of delta/,
    );
  });

  test("with a key that it does not know, which is not shown", async () => {
    const service = await opened.service({ segments: ["delta"] });
    const apiKey = "unknown-key-0123456789";
    const opening = open([service.origin], new Network(), { apiKey });
    const { message } = await opening.then(
      () => new Error("opened"),
      (error: Error) => error,
    );
    expect(message).toMatch(/^Cannot use upstream http:.* for delta: .*key/i);
    expect(message).not.toContain(apiKey);
  });
});

describe("where no upstream answers at the start, a chain", () => {
  const away: PlatformFetch = () => Promise.reject(new TypeError("fetch failed: ECONNREFUSED"));

  test("that is not known is refused", async () => {
    const opening = open(["http://away.test"], { fetch: away });
    await expect(opening).rejects.toThrow(
      /^No upstream answers for delta: http:\/\/away.test: .*ECONNREFUSED/,
    );
  });

  test("whose first block is known is opened, with the reason why none answers", async () => {
    const pool = make(["http://away.test"], away, {
      log: { tip: undefined, blocks: new Map(), firstBlock: { height: 0, hash: "0x00" } },
    });
    expect(await clock.until(pool.open())).toMatchObject({
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

test("an upstream that serves another chain after a while is not used", async () => {
  const { pool, network } = await twoUpstreams();
  const other = await opened.service({ segments: ["delta"], seed: 5 });
  for (let made = 0; made < 6; made++) await other.service.produceBlock("delta");
  const expected = await getBlock(pool, 3);
  const liar = usedOf(pool);
  network.aliases.set(liar, other.origin);
  // The connections to the service before are gone.
  pool.used?.fail(new Error("Connection lost"));
  for (let calls = 0; calls < 20; calls++) expect(await getBlock(pool, 3)).toBe(expected);
  await until(() => /expected the first block/.test(failureOf(pool, liar)));
});

const failureOf = (pool: Pool, name: string): string =>
  pool.status().find(({ url }) => url === name)?.failure ?? "";

test("upstreams behind the least height are passed over", async () => {
  // The first block has the time of the start.
  const startedAt = Date.now();
  const same = { segments: ["delta"], clock: () => startedAt } as const;
  const ahead = await opened.service(same);
  const behind = await opened.service(same);
  await mine(ahead, 5);
  const network = new Network();
  const pool = await open([behind.origin, ahead.origin], network);
  const hash = await getBlock(pool, 7, { leastHeight: 7 });
  expect(hash).toMatch(/^0x/);
  expect(usedOf(pool)).toBe(ahead.origin);
  await expect(getBlock(pool, 7, { leastHeight: 8 })).rejects.toThrow(/behind 8/);
});

test("the first upstream is used, and after its failure the next one until that fails", async () => {
  const { pool, network, first, second } = await twoUpstreams();
  expect(usedOf(pool)).toBe(first);
  network.faults.set(first, refused);
  await getBlock(pool, 3);
  expect(usedOf(pool)).toBe(second);
  network.faults.clear();
  await until(() => failureOf(pool, first) === "");
  await getBlock(pool, 3);
  expect(usedOf(pool)).toBe(second);
  network.faults.set(second, refused);
  await getBlock(pool, 3);
  expect(usedOf(pool)).toBe(first);
});

test("routine checks of upstreams that work take a hundredth of the quota of the day at most", async () => {
  const delays: number[] = [];
  const setTimeout: Clock["setTimeout"] = (callback, delay) => {
    delays.push(delay);
    return SYSTEM_CLOCK.setTimeout(callback, delay);
  };
  const { origin } = await opened.service({ segments: ["delta"] });
  const transport = createTransport({ tier: "Public", clock: { ...SYSTEM_CLOCK, setTimeout } });
  const upstreams = [{ endpoints: origin, transport }];
  const pool = await open([], new Network(), { upstreams });
  const perDay = pool.budget?.day.limit ?? 0;
  expect(delays).toContain(86_400_000 / (perDay * 0.01));
});
