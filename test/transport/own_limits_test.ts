import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import { createService, type Service } from "../../src/service/mod.ts";
import {
  type QuotaState,
  type QuotaStore,
  createTransport,
  type Transport,
} from "../../src/transport/mod.ts";
import { ORIGIN } from "../_client.ts";
import { ManualClock, settle } from "../_manual_clock.ts";
import { connectByClock, reply, type Sent } from "./_canned.ts";

const START = Date.UTC(2026, 0, 1);
const MIDNIGHT = new Date(Date.UTC(2026, 0, 2));
const ME = { email: "me@example.org" };
const NONCE = { nonce: 4 };

/** A service that gives out one key a day, at a time that stands still. */
async function openService(): Promise<Service> {
  const service = await createService({
    segments: ["delta"],
    history: 3,
    mode: "manual",
    traffic: false,
    keysPerDay: 1,
    clock: () => START,
    log: () => undefined,
  });
  onTestFinished(() => service.close());
  return service;
}

/** A client of `service`, and the paths of what it sent. */
function connect(service: Service, store?: QuotaStore) {
  const sent: string[] = [];
  const client = createClient("delta", {
    endpoints: ORIGIN,
    clock: new ManualClock(START),
    store,
    fetch(input, init) {
      sent.push(new URL(input instanceof Request ? input.url : input).pathname);
      return service.fetch(input, init);
    },
  });
  return { client, sent };
}

function sharedStore(): QuotaStore {
  const states = new Map<string, QuotaState>();
  return {
    update(host, change) {
      const state = change(states.get(host));
      states.set(host, state);
      return state;
    },
  };
}

/** Answers key requests by `refuse`, anything else with a nonce. */
function refusingKeys(refuse: () => Response): (sent: Sent) => Response {
  return (sent) => (sent.url.endsWith("/keys") ? refuse() : reply(sent, NONCE));
}

function refusal(headers: HeadersInit): Response {
  const error = { code: "RATE_LIMITED", message: "At most 10 keys a day from one address" };
  return Response.json({ success: false, error }, { status: 429, headers });
}

describe("a refused key request", () => {
  test.each([
    ["a client of its own", () => undefined],
    ["a client with a shared store", sharedStore],
  ])("holds back key requests alone, of %s", async (_, makeStore) => {
    const service = await openService();
    const store = makeStore();
    const { client, sent } = connect(service, store);
    await client.requestKey(ME);
    await expect(client.requestKey(ME)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfter: 86_400,
    });
    const before = client.budget();
    expect(before.second.remaining).toBeGreaterThan(0);
    for (let i = 0; i < 3; i++) await client.getChainInfo();
    await client.rpc.chain_getInfo();
    expect(client.budget().day.remaining).toBe(before.day.remaining - 4);
    await connect(service, store).client.getChainInfo();

    const count = sent.length;
    await expect(client.requestKey(ME)).rejects.toMatchObject({
      name: "QuotaExhaustedError",
      message: expect.stringContaining("keyRequestsPerDay"),
      operation: "requestKey",
      attempts: 0,
      retryAfter: 86_400,
      resetsAt: MIDNIGHT,
    });
    expect(sent).toHaveLength(count);
  });

  test.each([
    ["the client's fetch", (client: ReturnType<typeof connect>["client"]) => client.fetch],
    ["a transport's fetch", (_: unknown, transport: Transport) => transport.fetch],
  ])("holds back key requests alone that go out by %s", async (_, fetchOf) => {
    const service = await openService();
    const transport = createTransport({
      clock: new ManualClock(START),
      fetch: (input, init) => service.fetch(input, init),
    });
    const client = createClient("delta", { endpoints: ORIGIN, transport });
    const ask = (): Promise<Response> =>
      fetchOf(client, transport)(`${ORIGIN}/v1/keys`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(ME),
      });
    expect((await ask()).status).toBe(201);
    expect((await ask()).status).toBe(429);
    await client.getChainInfo();
    await expect(ask()).rejects.toMatchObject({ name: "QuotaExhaustedError" });
  });

  test("is waited out by the call itself where the service says for how long", async () => {
    const issued = { apiKey: "k", tier: "Registered", email: ME.email };
    let refusals = 1;
    const { client, clock, sent } = connectByClock(
      refusingKeys(() =>
        refusals-- > 0
          ? refusal({ "retry-after": "2" })
          : Response.json({ success: true, data: issued, meta: {} }, { status: 201 }),
      ),
    );
    const call = client.requestKey(ME);
    await clock.advance(2_000);
    expect(await call).toMatchObject({ apiKey: "k" });
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(2_000);
  });

  test("is waited out by the next one alone, where that may wait so long", async () => {
    let refusals = 1;
    const issued = { apiKey: "k", tier: "Registered", email: ME.email };
    const { client, clock, sent } = connectByClock(
      refusingKeys(() =>
        refusals-- > 0
          ? refusal({ "retry-after": "30" })
          : Response.json({ success: true, data: issued, meta: {} }, { status: 201 }),
      ),
    );
    const once = client.requestKey(ME, { retries: 0 });
    await expect(once).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(client.requestKey(ME, { deadline: 29_000 })).rejects.toMatchObject({
      name: "QuotaExhaustedError",
      retryAfter: 30,
    });
    const next = client.requestKey(ME);
    await settle();
    expect(await client.rpc.account_getNonce("dx1a")).toEqual(NONCE);
    await clock.advance(29_999);
    expect(sent).toHaveLength(2);
    await clock.advance(1);
    expect(await next).toMatchObject({ apiKey: "k" });
    expect(sent).toHaveLength(3);
  });

  test("leaves no timer behind where the one that waits is given up", async () => {
    const { client, clock, sent } = connectByClock(
      refusingKeys(() => refusal({ "retry-after": "30" })),
    );
    const once = client.requestKey(ME, { retries: 0 });
    await expect(once).rejects.toMatchObject({ code: "RATE_LIMITED" });
    const before = clock.pending;
    const controller = new AbortController();
    const waiting = client.requestKey(ME, { signal: controller.signal });
    await settle();
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect(clock.pending).toBe(before);
    expect(sent).toHaveLength(1);
  });

  test("tells nothing of the tier, whatever its headers count", async () => {
    const { client, clock, sent } = connectByClock(
      refusingKeys(() =>
        refusal({
          "ratelimit-policy": `"keys";q=10;w=86400`,
          ratelimit: `"keys";r=0;t=80000`,
          "retry-after": "80000",
        }),
      ),
    );
    await expect(client.requestKey(ME)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(client.budget().day).toMatchObject({ limit: 10_000, remaining: 9_999 });
    for (const name of ["a", "b", "c"]) await client.rpc.account_getNonce(`dx1${name}`);
    expect(sent.map(({ at }) => at)).toEqual(sent.map(() => clock.now()));
  });

  test("that does not say when to come back closes nothing", async () => {
    const { client, sent } = connectByClock(refusingKeys(() => refusal({})));
    for (let i = 0; i < 2; i++) {
      await expect(client.requestKey(ME)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    }
    expect(sent).toHaveLength(2);
  });

  test("is over where the clock was set back, since it tells of another time", async () => {
    const { client, clock, sent } = connectByClock(
      refusingKeys(() => refusal({ "retry-after": "80000" })),
    );
    await expect(client.requestKey(ME)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    clock.pass(-3_600_000);
    await expect(client.requestKey(ME)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(sent).toHaveLength(2);
  });
});
