import type { Progress } from "../../src/transport/mod.ts";
import { describe, expect, test } from "vitest";
import { devAccounts } from "../../src/devnet/mod.ts";
import { BatchError, isAlphadeltaError, TransportError } from "../../src/errors/mod.ts";
import { createClient } from "../../src/mod.ts";
import { connect, connectTo, openTestService, ORIGIN } from "../_client.ts";
import { ManualClock } from "../_manual_clock.ts";
import { forSeeds, type Random } from "../_random.ts";
import { connectToRpc, nonceCalls, nonces, replyTo, type SentCall } from "./_fake_rpc.ts";

const REFUSAL = { code: -32602, message: "Invalid params", data: "wrong" };

describe("a batch", () => {
  test("brings decoded values in the order of its calls, from the service", async () => {
    const service = await openTestService();
    let requests = 0;
    const client = createClient("delta", {
      endpoints: ORIGIN,
      tier: "Enterprise",
      fetch(input, init) {
        requests += 1;
        return service.fetch(input, init);
      },
    });
    const [account] = await devAccounts("delta");
    const address = account?.address ?? "";
    const [info, balance, block, nothing] = await client.rpc.batch([
      ["chain_getInfo"],
      ["account_getBalance", address, "latest"],
      ["chain_getBlockByNumber", 7, true],
      ["chain_getBlockByNumber", 9_999],
    ]);
    expect(info.blockHeight).toBe(30);
    expect(balance.balance).toBe((await client.getAccount(address)).balance);
    expect(block?.number).toBe(7);
    expect(nothing).toBeNull();
    expect(requests).toBe(2);

    const blocks = Array.from(
      { length: 250 },
      (_, index) => ["chain_getBlockByNumber", index % 31] as const,
    );
    const found = await client.rpc.batch(blocks);
    expect(found.map((each) => each?.number)).toEqual(blocks.map(([, number]) => number));
    // Equal calls share a reply, and the 31 that are left one request.
    expect(requests).toBe(3);
    await service.close();
  });

  test("rejects with an error that JSON.stringify() takes, amounts and errors of others included", async () => {
    const client = createClient("delta", {
      endpoints: ORIGIN,
      retries: 0,
      fetch: async (_, init) => {
        const calls = [JSON.parse(String(init?.body)) as SentCall | SentCall[]].flat();
        const result = { balance: "7", nonce: 0, blockNumber: 1 };
        return Response.json(calls.map(({ id }, at) => (at === 0 ? { id, result } : { id })));
      },
    });
    const error: unknown = await client.rpc
      .batch([["account_getBalance", "dx1a"], ["chain_getInfo"]])
      .catch((caught: unknown) => caught);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: "BatchError",
      message: expect.stringContaining("1 of 2 calls") as string,
      results: [
        { ok: true, value: { balance: "7" } },
        { ok: false, error: { code: "contract" } },
      ],
    });
    const loop: Record<string, unknown> = { message: "no key", name: "Error" };
    loop.self = loop;
    const failed = new TransportError("network", "Cannot call", { cause: loop });
    const results = [{ ok: false, error: failed }] as const;
    expect(JSON.stringify(new BatchError(results, {}))).toContain('"cause":"no key"');
  });

  test("has errors of this library alone in its results, also where a function of the program threw", async () => {
    const noKey = new Error("no key");
    const { client } = connectTo("delta", () => new Response(), {
      apiKey() {
        throw noKey;
      },
    });
    const [result] = await client.rpc.batch([["chain_getInfo"]], { settle: true });
    if (result.ok) expect.fail("resolved");
    expect(result.error).toBeInstanceOf(TransportError);
    expect(result.error).toMatchObject({
      attempts: 0,
      retryable: false,
      operation: "chain_getInfo",
    });
    expect(result.error.message).toBe("Cannot call chain_getInfo: no key");
    expect(result.error.cause).toBe(noKey);
  });

  test("rejects with what became of each call where one fails, and resolves to it on request", async () => {
    const service = await openTestService(["delta"]);
    const { client } = connect(service, "delta");
    const calls = [["chain_getInfo"], ["account_getNonce", "dx1wrong"], ["chain_getInfo"]] as const;
    const error: unknown = await client.rpc.batch(calls).catch((caught: unknown) => caught);
    if (!isAlphadeltaError(error, "BatchError")) expect.fail("not a BatchError");
    expect(error).toMatchObject({
      name: "BatchError",
      code: "batch",
      segment: "delta",
      retryable: false,
    });
    expect(error.message).toContain(
      "1 of 3 calls of the batch failed, first error: Invalid params",
    );
    expect(error.results.map(({ ok }) => ok)).toEqual([true, false, true]);
    const [first, second] = await client.rpc.batch(calls, { settle: true });
    expect(first).toMatchObject({ ok: true, value: { networkId: "delta" } });
    expect(second).toMatchObject({
      ok: false,
      error: { name: "RpcError", code: -32602, operation: "account_getNonce", status: 200 },
    });
    await service.close();
  });

  test("of no calls sends nothing, and of one is that call", async () => {
    const { client, sent } = connectToRpc(() => []);
    expect(await client.rpc.batch([])).toEqual([]);
    expect(sent).toEqual([]);
    expect(await client.rpc.batch(nonceCalls(1))).toEqual(nonces(1));
    expect(sent.length).toBe(1);
  });

  test("is refused unsent where an entry is wrong, a submission, or of the other chain", async () => {
    const { client, sent } = connectToRpc(() => []);
    const batch = client.rpc.batch as (entries: unknown) => Promise<unknown>;
    await expect(batch([["chain_getInfo"], ["tx_sendRawTransaction", "0x00"]])).rejects.toThrow(
      "Cannot send a batch: tx_sendRawTransaction cannot be part of one",
    );
    await expect(batch([["tx_sendRawTransaction", "0x00"]])).rejects.toThrow(TypeError);
    await expect(batch([["chain_getBlockByNumber", "7"]])).rejects.toThrow(TypeError);
    await expect(batch([["nothing"]])).rejects.toThrow(RangeError);
    await expect(batch(["chain_getInfo"])).rejects.toThrow("expected entry 0 to be an array");
    await expect(batch({})).rejects.toThrow("expected an array, got an object");
    await expect(batch([["alpha_getRecord", "0x00"]])).rejects.toMatchObject({
      name: "WrongChainError",
    });
    const options = { signal: {} as AbortSignal };
    const refused = client.rpc.batch(nonceCalls(2), options);
    await expect(refused).rejects.toThrow(TypeError);
    await expect(refused).rejects.toThrow("Cannot call batch: signal must be an AbortSignal");
    const settle = client.rpc.batch(nonceCalls(2), { settle: "no" as never });
    await expect(settle).rejects.toThrow('settle must be a boolean, got "no"');
    expect(sent).toEqual([]);
  });

  test("that fails says with which status, how often it was sent, and when to come back", async () => {
    const headers = { "x-request-id": "r-9", "retry-after": "90" };
    const { client } = connectToRpc(() => new Response("", { status: 502, headers }), {
      retries: 0,
      tier: { requestsPerSecond: null, requestsPerDay: 4 },
    });
    const known = { status: 502, requestId: "r-9", attempts: 1, retryAfter: 90, retryable: true };
    await expect(client.rpc.batch(nonceCalls(4))).rejects.toMatchObject(known);
    const unsent = { attempts: 0, status: undefined, cause: { name: "QuotaExhaustedError" } };
    await expect(client.rpc.batch(nonceCalls(4))).rejects.toMatchObject(unsent);
  });

  test("without an endpoint is refused", async () => {
    const { client } = connectToRpc(() => [], { endpoints: { apiHost: "http://service.test" } });
    await expect(client.rpc.batch(nonceCalls(2))).rejects.toThrow("no endpoint is configured");
  });
});

describe("replies to a batch", () => {
  /** Replies of a hostile service, made from good ones. */
  function disturb(replies: readonly object[], random: Random): object[] {
    const disturbed = replies.flatMap((reply) => {
      const fate = random.next();
      if (fate < 0.1) return [];
      if (fate < 0.2) return [{ jsonrpc: "2.0", id: null, error: REFUSAL }];
      if (fate < 0.3) return [{ ...reply, id: null }];
      if (fate < 0.4) return [reply, { ...reply, result: { nonce: -1 } }];
      if (fate < 0.5) return [reply, { ...reply, id: 1_000_000 + random.upTo(9) }];
      if (fate < 0.6) return [{ ...reply, id: String((reply as SentCall).id) }];
      return [reply];
    });
    const order = disturbed.map((reply) => [random.next(), reply] as const);
    return order.toSorted(([one], [other]) => one - other).map(([, reply]) => reply);
  }

  test("never reach another call, however they are shuffled, cut or doubled", () =>
    forSeeds(200, async (random) => {
      const { client, sizes } = connectToRpc((calls) => disturb(calls.map(replyTo), random), {
        retries: 1,
      });
      const count = 2 + random.upTo(40);
      expect(await client.rpc.batch(nonceCalls(count))).toEqual(nonces(count));
      expect(
        sizes()
          .slice(1)
          .every((size) => size === 1),
      ).toBe(true);
      expect(sizes().length).toBeLessThanOrEqual(count + 1);
    }));

  test("that are missing, null or twofold fail their own calls alone where nothing is asked again", () =>
    forSeeds(100, async (random) => {
      const { client, sent } = connectToRpc((calls) => disturb(calls.map(replyTo), random));
      const options = { retries: 0, settle: true } as const;
      const results = await client.rpc.batch(nonceCalls(30), options);
      results.forEach((result, index) => {
        if (result.ok) expect(result.value).toEqual({ nonce: index });
        else
          expect(result.error).toMatchObject({
            name: "ContractError",
            operation: "account_getNonce",
          });
      });
      expect(sent.length).toBe(1);
    }));

  test.each([
    ["of a batch", false],
    ["that were gathered", true],
  ])("that are missing are asked for once more where the client retries, %s", async (_, batch) => {
    for (const [retries, asked] of [
      [0, [3]],
      [1, [3, 1]],
    ] as const) {
      const { client, sizes } = connectToRpc((calls) => calls.slice(1).map(replyTo), {
        retries,
        batch,
      });
      const results = batch
        ? await Promise.allSettled(nonceCalls(3).map(([, own]) => client.rpc.account_getNonce(own)))
        : await client.rpc.batch(nonceCalls(3), { settle: true });
      expect(results[0]).toMatchObject(
        retries === 0 ? { [batch ? "reason" : "error"]: { name: "ContractError" } } : {},
      );
      expect(sizes()).toEqual(asked);
    }
  });

  test("of the wrong shape fail their own calls alone", async () => {
    const { client, sent } = connectToRpc((calls) =>
      calls.map((call, index) =>
        index === 1 ? { id: call.id, result: { nonce: "1" } } : replyTo(call),
      ),
    );
    const results = await client.rpc.batch(nonceCalls(3), { settle: true });
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(results[1]).toEqual({
      ok: false,
      error: expect.objectContaining({ name: "ContractError" }),
    });
    expect(sent.length).toBe(1);
  });

  test("with an integer that a number cannot hold fail their own calls alone", async () => {
    const { client, sent } = connectToRpc((calls) => {
      const replies = calls.map((call, index) => {
        if (index !== 1) return JSON.stringify({ ...replyTo(call), note: '],[{"' });
        return `{"id": ${call.id}, "result": {"nonce": 9007199254740993}}`;
      });
      return new Response(` [ ${replies.join(" , ")} ] `);
    });
    const results = await client.rpc.batch(nonceCalls(4), { settle: true });
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true, true]);
    expect(results[1]).toMatchObject({
      error: {
        message: expect.stringContaining("got 9007199254740993"),
        operation: "account_getNonce",
      },
    });
    expect(results[3]).toEqual({ ok: true, value: { nonce: 3 } });
    expect(sent.length).toBe(1);
  });

  test("that say that a call may succeed later have it asked once more", async () => {
    const failure = { code: -32603, message: "Internal error" };
    const { client, sizes } = connectToRpc(
      (calls) =>
        calls.map((call, index) => (index === 2 ? { id: call.id, error: failure } : replyTo(call))),
      { retries: 1 },
    );
    expect(await client.rpc.batch(nonceCalls(5))).toEqual(nonces(5));
    expect(sizes()).toEqual([5, 1]);
  });

  test("that are no list fail every call", async () => {
    const { client } = connectToRpc(() => ({ jsonrpc: "2.0", id: 1, result: 5 }));
    const results = await client.rpc.batch(nonceCalls(2), { settle: true });
    for (const result of results) {
      expect(result).toMatchObject({ ok: false, error: { name: "ContractError" } });
    }
  });
});

describe("equal calls of a batch", () => {
  const EQUAL = [0, 1, 0, 2, 0, 1].map((one) => ["account_getNonce", `dx1${one}`] as const);
  const VALUES = [0, 1, 0, 2, 0, 1].map((nonce) => ({ nonce }));

  test("share a reply, and each has objects of its own", async () => {
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo).toReversed(), {
      tier: { requestsPerSecond: 100, requestsPerDay: 1_000 },
    });
    const found = await client.rpc.batch(EQUAL);
    expect(found).toEqual(VALUES);
    expect(found[0]).not.toBe(found[2]);
    expect(sizes()).toEqual([3]);
    expect(client.budget().day.remaining).toBe(997);
    const twice = [EQUAL[0], EQUAL[2]].filter((each) => each !== undefined);
    expect(await client.rpc.batch(twice)).toEqual([{ nonce: 0 }, { nonce: 0 }]);
    expect(sizes()).toEqual([3, 1]);
  });

  test("are counted once where a batch is too large, and asked again once", async () => {
    const { client, sent } = connectToRpc(
      (calls) => calls.filter(({ params }) => params[0] !== "dx11").map(replyTo),
      { batch: { maxCalls: 2 }, retries: 1 },
    );
    expect(await client.rpc.batch(EQUAL)).toEqual(VALUES);
    const asked = sent.map((calls) => calls.map(({ params }) => params[0]));
    expect(asked).toEqual([["dx10", "dx11"], ["dx12"], ["dx11"]]);
  });

  test("are found whatever stands between them, and no others are taken for equal", async () => {
    const heights = [1, 2, 3, 2, 1, 4, 4];
    const { client, sent } = connectToRpc((calls) => calls.map(replyTo));
    const entries = [
      ...heights.map((height) => ["chain_getBlockByNumber", height] as const),
      ["chain_getBlockByNumber", 1, undefined] as const,
      ["chain_getBlockByNumber", 1, true] as const,
      ["chain_getInfo"] as const,
      ["chain_getBlockByNumber", 1, true] as const,
      ["chain_getInfo"] as const,
    ];
    const results = await client.rpc.batch(entries, { settle: true });
    expect(results).toHaveLength(12);
    const asked = sent[0]?.map(({ method, params }) => [method, ...params]);
    expect(asked).toEqual([
      ...[1, 2, 3, 4].map((height) => ["chain_getBlockByNumber", height]),
      ["chain_getBlockByNumber", 1, true],
      ["chain_getInfo"],
    ]);
    const even = [3, 4, 4].map((height) => ["chain_getBlockByNumber", height] as const);
    await client.rpc.batch(even, { settle: true });
    expect(sent[1]).toHaveLength(2);
  });

  test.each([
    ["with the option for the call", {}, { cache: false }],
    ["with headers", {}, { headers: { "x-trace": "7" } }],
    ["where sharing is off", { dedupe: false }, {}],
  ])("are sent apart %s", async (_, options, callOptions) => {
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo), options);
    expect(await client.rpc.batch(EQUAL, callOptions)).toEqual(VALUES);
    expect(sizes()).toEqual([6]);
  });
});

describe("a cached result", () => {
  const HASHES = [7, 8, 9].map((height) => `0x${String(height).repeat(64)}`);
  const blockOf = (hash: unknown): object => ({
    number: Number.parseInt(String(hash)[2] ?? "", 16),
    hash,
    parentHash: hash,
    timestamp: 1,
    transactions: [],
    stateRoot: hash,
    receiptsRoot: hash,
  });
  const connectToBlocks = (options: Parameters<typeof connectToRpc>[1] = {}) => {
    const sent: SentCall[][] = [];
    const { client } = connectTo(
      "delta",
      async (request) => {
        const body = (await request.json()) as SentCall | SentCall[];
        const replies = [body].flat().map(({ id, params }) => ({ id, result: blockOf(params[0]) }));
        sent.push([body].flat());
        return Response.json(Array.isArray(body) ? replies : replies[0]);
      },
      { tier: "Enterprise", ...options },
    );
    return { client, sizes: () => sent.map(({ length }) => length) };
  };
  const calls = (hashes: readonly string[]) =>
    hashes.map((hash) => ["chain_getBlockByHash", hash] as const);

  test("of a batch answers later batches and calls without a request", async () => {
    const { client, sizes } = connectToBlocks();
    await client.rpc.batch(calls(HASHES.slice(0, 2)));
    const found = await client.rpc.batch(calls(HASHES.toReversed()));
    expect(found.map((each) => each?.number)).toEqual([9, 8, 7]);
    expect(await client.rpc.chain_getBlockByHash(HASHES[0] ?? "")).toEqual(found[2]);
    expect(sizes()).toEqual([2, 1]);
  });

  test("that the other calls of a batch push out of the cache still answers it", async () => {
    const { client, sizes } = connectToBlocks({ cache: { entries: 2 } });
    await client.rpc.batch(calls(HASHES.slice(0, 2)));
    const more = ["a", "b"].map((digit) => `0x${digit.repeat(64)}`);
    const found = await client.rpc.batch(calls([...HASHES.slice(0, 2), ...more]));
    expect(found.map((each) => each?.hash)).toEqual([...HASHES.slice(0, 2), ...more]);
    expect(sizes()).toEqual([2, 2]);
  });

  test("of single calls answers calls that go out in batches", async () => {
    const { client, sizes } = connectToBlocks({ batch: true });
    await client.rpc.chain_getBlockByHash(HASHES[0] ?? "");
    const found = await Promise.all(HASHES.map((hash) => client.rpc.chain_getBlockByHash(hash)));
    expect(found.map((each) => each?.number)).toEqual([7, 8, 9]);
    await Promise.all(HASHES.map((hash) => client.rpc.chain_getBlockByHash(hash)));
    expect(sizes()).toEqual([1, 2]);
  });

  test.each([
    ["where the call says so", {}, { cache: false }],
    ["where keeping is off", { cache: false }, {}],
  ] as const)("is requested again %s", async (_, options, callOptions) => {
    const { client, sizes } = connectToBlocks(options);
    await client.rpc.batch(calls(HASHES));
    await client.rpc.batch(calls(HASHES), callOptions);
    expect(sizes()).toEqual([3, 3]);
  });
});

describe("the deadline of a batch", () => {
  const tooLarge = (): Response => new Response("", { status: 413 });
  const nothing = (): Response => Response.json([]);

  test.each([
    ["its own", "the smaller ones that it is cut into", { deadline: 300 }, {}, tooLarge, [16, 8]],
    ["the client's", "the same", {}, { deadline: 300 }, tooLarge, [16, 8]],
    ["its own", "calls that are sent once more", { deadline: 300 }, {}, nothing, [2, 1, 1]],
    ["the client's", "the same", {}, { deadline: 300 }, nothing, [2, 1, 1]],
  ])("%s, bounds %s", async (_, __, own, ofClient, answer, expected) => {
    const clock = new ManualClock();
    const sent: number[] = [];
    const client = createClient("delta", {
      endpoints: ORIGIN,
      tier: "Enterprise",
      clock,
      ...ofClient,
      async fetch(_input, init) {
        sent.push([JSON.parse(String(init?.body))].flat().length);
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 250));
        return answer();
      },
    });
    const ended = client.rpc.batch(nonceCalls(expected[0] ?? 0), { settle: true, ...own });
    await clock.advance(300);
    expect((await ended).map(({ ok }) => ok)).not.toContain(true);
    await clock.advance(10_000);
    expect(sent).toEqual(expected);
  });
});

describe("a batch that is too large", () => {
  const tooLong = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } };

  test.each([
    ["one error", () => Response.json(tooLong)],
    ["status 413 and one error", () => Response.json(tooLong, { status: 413 })],
    ["status 413 and no JSON", () => new Response("too large", { status: 413 })],
  ])("is sent in parts, and later ones too: %s", async (_, refuse) => {
    const { client, sizes } = connectToRpc((calls) =>
      calls.length > 3 ? refuse() : calls.map(replyTo),
    );
    expect(await client.rpc.batch(nonceCalls(10))).toEqual(nonces(10));
    expect(sizes()).toEqual([10, 5, 2, 2, 1, 2, 2, 1]);
    expect(await client.rpc.batch(nonceCalls(4))).toEqual(nonces(4));
    expect(sizes().slice(8)).toEqual([2, 2]);
  });

  test("once is no reason to cut those that come a minute later", async () => {
    const clock = new ManualClock();
    let isFirst = true;
    const { client, sizes } = connectToRpc(
      (calls) => {
        const refused = isFirst;
        isFirst = false;
        return refused ? new Response("", { status: 413 }) : calls.map(replyTo);
      },
      { clock },
    );
    await client.rpc.batch(nonceCalls(8));
    clock.pass(59_000);
    await client.rpc.batch(nonceCalls(8));
    expect(sizes()).toEqual([8, 4, 4, 4, 4]);
    clock.pass(2_000);
    await client.rpc.batch(nonceCalls(8));
    expect(sizes().slice(5)).toEqual([8]);
  });

  test("is sent call by call where a service takes no batches", async () => {
    const { client, sizes } = connectToRpc(() => tooLong);
    expect(await client.rpc.batch(nonceCalls(6))).toEqual(nonces(6));
    expect(sizes()).toEqual([6, 3, 1, 1, 1, 1, 1, 1]);
  });

  test("for the rate is cut to what the rate admits, and so are later ones", async () => {
    const clock = new ManualClock();
    const headers = { ...RATE_OF_TEN, "retry-after": "1" };
    const { client, sizes } = connectToRpc(
      (calls) =>
        calls.length > 10
          ? Response.json(
              calls.map(({ id }) => limitExceeded(id)),
              { status: 429, headers },
            )
          : Response.json(calls.map(replyTo), { headers: RATE_OF_TEN }),
      { retries: 2, clock },
    );
    const before = clock.now();
    expect(await elapse(client.rpc.batch(nonceCalls(40)), clock)).toEqual(nonces(40));
    expect(sizes()).toEqual([40, 40, 10, 10, 10, 10]);
    // A pause, and what the rate of ten that is told takes for the rest.
    expect(clock.now() - before).toBeLessThanOrEqual(8_000);
    expect(await elapse(client.rpc.batch(nonceCalls(15)), clock)).toEqual(nonces(15));
    expect(sizes().slice(6)).toEqual([10, 5]);
  });

  test.each([
    ["no tier", {}],
    ["a tier that would admit it", { tier: { requestsPerSecond: 1_000, requestsPerDay: null } }],
  ])("for a rate that is not told is cut in halves, with %s", async (_, options) => {
    const clock = new ManualClock();
    const { client, sizes } = connectToRpc(
      (calls) =>
        calls.length > 10
          ? Response.json(
              calls.map(({ id }) => limitExceeded(id)),
              { status: 429 },
            )
          : calls.map(replyTo),
      { retries: 2, clock, ...options },
    );
    expect(await elapse(client.rpc.batch(nonceCalls(20)), clock)).toEqual(nonces(20));
    expect(sizes()).toEqual([20, 20, 10, 10]);
  });

  test("for a rate that is not told is sent at the rate of the tier, not at one a second", async () => {
    const clock = new ManualClock();
    const before = clock.now();
    let tokens = 10;
    let filledAt = before;
    const { client, sizes } = connectToRpc(
      (calls) => {
        tokens = Math.min(10, tokens + (clock.now() - filledAt) / 100);
        filledAt = clock.now();
        if (calls.length <= tokens) {
          tokens -= calls.length;
          return calls.map(replyTo);
        }
        const refusals = calls.map(({ id }) => limitExceeded(id));
        return Response.json(refusals, { status: 429, headers: { "retry-after": "1" } });
      },
      { tier: "Public", retries: 2, clock },
    );
    expect(await elapse(client.rpc.batch(nonceCalls(30)), clock)).toEqual(nonces(30));
    expect(sizes()).toEqual([30, 30, 10, 10, 10]);
    // Two pauses of a second, and three seconds for thirty calls.
    expect(clock.now() - before).toBeLessThanOrEqual(6_000);
  });

  test("is sent whole again where the rate admits it and only nothing was left", async () => {
    const clock = new ManualClock();
    const policy = '"second";q=50;w=1';
    const headers = {
      "ratelimit-policy": policy,
      ratelimit: '"second";r=0;t=1',
      "retry-after": "1",
    };
    let refusals = 3;
    const { client, sizes } = connectToRpc(
      (calls) =>
        refusals-- > 0
          ? Response.json(
              calls.map(({ id }) => limitExceeded(id)),
              { status: 429, headers },
            )
          : calls.map(replyTo),
      { retries: 2, clock },
    );
    expect(await elapse(client.rpc.batch(nonceCalls(20)), clock)).toEqual(nonces(20));
    expect(sizes()).toEqual([20, 20, 20, 20]);
  });

  test("by its characters is cut before it is sent", async () => {
    const { client, sent } = connectToRpc((calls) => calls.map(replyTo));
    const long = `dx1${"0".repeat(300_000)}`;
    const calls = Array.from(
      { length: 7 },
      (_, index) => ["account_getNonce", long + index] as const,
    );
    expect(await client.rpc.batch(calls)).toEqual(nonces(7));
    expect(sent.map(({ length }) => length)).toEqual([3, 3, 1]);
  });
});

describe("a batch as a whole", () => {
  test("rejects with the signal's reason", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const { client } = connectToRpc(() => {
      controller.abort(reason);
      return new Promise(() => {});
    });
    const { signal } = controller;
    await expect(client.rpc.batch(nonceCalls(3), { signal, settle: true })).rejects.toBe(reason);
  });

  test("fails every call with the fault it met, and is sent again where that helps", async () => {
    let requests = 0;
    const { client } = connectToRpc(
      (calls) => {
        requests += 1;
        return requests < 3 ? new Response("<html>", { status: 502 }) : calls.map(replyTo);
      },
      { retries: 2, random: () => 0 },
    );
    expect(await client.rpc.batch(nonceCalls(3))).toEqual(nonces(3));
    requests = -9;
    const results = await client.rpc.batch(nonceCalls(2), { retries: 0, settle: true });
    for (const result of results) {
      expect(result).toMatchObject({ ok: false, error: { name: "TransportError", status: 502 } });
    }
  });

  test.each([
    [702, false],
    [703, true],
  ])("asks again for what is left of its deadline by its clock: %i ms", async (deadline, isOk) => {
    const clock = new ManualClock();
    const { client } = connectTo(
      "delta",
      async (request) => {
        const body = (await request.json()) as SentCall | SentCall[];
        await clock.advance(Array.isArray(body) ? 700 : 2);
        return Response.json(Array.isArray(body) ? body.slice(1).map(replyTo) : replyTo(body));
      },
      { tier: "Enterprise", retries: 2, clock },
    );
    const results = await client.rpc.batch(nonceCalls(3), { deadline, settle: true });
    expect(results.map(({ ok }) => ok)).toEqual([isOk, true, true]);
    expect(clock.pending).toBe(0);
  });

  test("tells after each request how many of its calls are done", async () => {
    const { client } = connectToRpc((calls) => calls.map(replyTo));
    const told: Progress[] = [];
    const onProgress = (progress: Progress): void => void told.push(progress);
    await client.rpc.batch([...nonceCalls(250), ...nonceCalls(1)], { onProgress });
    expect(told).toEqual([
      { done: 100, total: 250, requests: 1 },
      { done: 200, total: 250, requests: 2 },
      { done: 250, total: 250, requests: 3 },
    ]);
    const wrong = { onProgress: "yes" as never };
    await expect(client.rpc.batch(nonceCalls(2), wrong)).rejects.toThrow(
      'Cannot send a batch: onProgress must be a function, got "yes"',
    );
  });

  test("counts as many requests as it has calls", async () => {
    const { client } = connectToRpc((calls) => calls.map(replyTo), {
      tier: { requestsPerSecond: 100, requestsPerDay: 1_000 },
    });
    await client.rpc.batch(nonceCalls(40));
    expect(client.budget().day.remaining).toBe(960);
  });
});

const RATE_OF_TEN = { "ratelimit-policy": '"second";q=10;w=1', ratelimit: '"second";r=0;t=1' };

function limitExceeded(id: number): object {
  return { jsonrpc: "2.0", id, error: { code: -32005, message: "Limit exceeded" } };
}

/** Lets time pass until `work` is done. */
async function elapse<Value>(work: Promise<Value>, clock: ManualClock): Promise<Value> {
  const state = { isDone: false };
  const end = (): void => void (state.isDone = true);
  work.then(end, end);
  while (!state.isDone) await clock.advance(100);
  return work;
}
