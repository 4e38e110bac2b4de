import createFetchClient from "openapi-fetch";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import { createTransport } from "../../src/transport/mod.ts";
import { connectByClock, reply, type Sent } from "./_canned.ts";

const HASH = `0x${"07".repeat(32)}`;
const NONCE = { nonce: 4 };

function block(number: number, hash = HASH): object {
  return {
    number,
    hash,
    parentHash: HASH,
    timestamp: 1,
    transactions: [],
    stateRoot: HASH,
    receiptsRoot: HASH,
  };
}

function receipt(blockNumber: number): object {
  return { transactionHash: HASH, blockNumber, blockHash: HASH, status: 1, gasUsed: "1", logs: [] };
}

describe("equal reads in flight", () => {
  test("share one request, and each has objects of its own", async () => {
    const { client, sent } = connectByClock((one) => reply(one, NONCE));
    const calls = [1, 2, 3].map(() => client.rpc.account_getNonce("dx1a"));
    const [first, second, third] = await Promise.all(calls);
    expect([first, second, third]).toEqual([NONCE, NONCE, NONCE]);
    expect(first).not.toBe(second);
    expect(second).not.toBe(third);
    expect(sent).toHaveLength(1);
    await client.rpc.account_getNonce("dx1a");
    expect(sent).toHaveLength(2);
  });

  test.each([
    ["that share a request", true, false, false],
    ["that are gathered in a batch", false, true, false],
    ["of which the cache has the answer", true, false, true],
  ])("have headers of their own: two %s", async (_, isEqual, batch, isCached) => {
    const { client } = connectByClock(
      (one) => {
        const { body } = one as unknown as { body: Sent["body"] | Sent["body"][] };
        if (!Array.isArray(body)) return reply(one, block(7));
        return Response.json(body.map(({ id }) => ({ jsonrpc: "2.0", id, result: block(7) })));
      },
      { batch },
    );
    const first = client.rpc.chain_getBlockByHash(HASH, true).withResponse();
    if (isCached) await first;
    const second = client.rpc.chain_getBlockByHash(HASH, isEqual).withResponse();
    const [one, other] = await Promise.all([first, second]);
    one.response.headers.set("x-own", "1");
    expect(other.response.headers.get("content-type")).toContain("json");
    expect(other.response.headers.has("x-own")).toBe(false);
  });

  test.each([
    ["other arguments", "dx1b", {}],
    ["another timeout", "dx1a", { timeout: 5 }],
    ["other retries", "dx1a", { retries: 0 }],
    ["headers of their own", "dx1a", { headers: { "x-trace": "7" } }],
    ["the option to ask anew", "dx1a", { cache: false }],
  ])("are two with %s", async (_, address, options) => {
    const { client, sent } = connectByClock((one) => reply(one, NONCE));
    const one = client.rpc.account_getNonce("dx1a");
    await Promise.all([one, client.rpc.account_getNonce(address, options)]);
    expect(sent).toHaveLength(2);
  });

  test("share one request also where other clients send them, and none with settings of their own", async () => {
    const { client, sent } = connectByClock(async () => Response.json({ ok: true }));
    const url = "http://service.test/a";
    const other = createFetchClient<Record<"/b", { get: object }>>({
      baseUrl: "http://service.test",
      fetch: (request: Request) => client.fetch(request),
    });
    const answers = await Promise.all([
      client.fetch(url),
      client.fetch(new URL(url)),
      client.fetch(url, { headers: { "x-trace": "7" } }),
      client.fetch(url, { signal: new AbortController().signal }),
    ]);
    expect(await Promise.all(answers.map((answer) => answer.json()))).toHaveLength(4);
    expect(sent).toHaveLength(2);
    await Promise.all([client.fetch(new Request(url)), client.fetch(new Request(url))]);
    expect(sent).toHaveLength(3);
    await Promise.all([other.GET("/b" as never), other.GET("/b" as never)]);
    expect(sent).toHaveLength(4);
    await Promise.all([client.rest.GET("/chain/info"), client.rest.GET("/chain/info")]);
    expect(sent).toHaveLength(5);
    const own = { dispatcher: {} } as RequestInit;
    await Promise.all([client.fetch(url, own), client.fetch(url, { ...own, body: null })]);
    expect(sent).toHaveLength(7);
  });

  test("are sent apart where sharing is off", async () => {
    const { client, sent } = connectByClock((one) => reply(one, NONCE), { dedupe: false });
    await Promise.all([client.rpc.account_getNonce("dx1a"), client.rpc.account_getNonce("dx1a")]);
    expect(sent).toHaveLength(2);
  });

  test("never include a submission", async () => {
    const { client, sent } = connectByClock((one) =>
      reply(one, { txHash: HASH, status: "pending" }),
    );
    const calls = [1, 2].map(() => client.rpc.tx_sendRawTransaction("0x00"));
    await Promise.all(calls);
    expect(sent).toHaveLength(2);
  });

  test("go on while one caller is left, and are given up with the last", async () => {
    const answers: (() => void)[] = [];
    const { client, sent } = connectByClock(
      (one) => new Promise((resolve) => answers.push(() => resolve(reply(one, NONCE)))),
    );
    const [one, two, three] = [1, 2, 3].map(() => new AbortController());
    const call = (controller?: AbortController): Promise<object> =>
      client.rpc.account_getNonce("dx1a", { signal: controller?.signal });
    const first = call(one);
    const second = call(two);
    one?.abort("first");
    await expect(first).rejects.toBe("first");
    expect(sent[0]?.signal?.aborted).toBe(false);
    answers.forEach((answer) => answer());
    expect(await second).toEqual(NONCE);

    const last = [call(two), call(three)];
    two?.abort("second");
    three?.abort("third");
    const reasons = (await Promise.allSettled(last)).map((end) => "reason" in end && end.reason);
    expect(reasons).toEqual(["second", "third"]);
    expect(sent[1]?.signal?.aborted).toBe(true);
  });

  test.each([
    ["the latest deadline of their callers", { deadline: 1_000 }],
    ["no deadline where a caller has none", {}],
  ])("are retried until %s", async (_, options) => {
    const { client, clock, sent } = connectByClock(async (one, count) => {
      if (count > 1) return reply(one, NONCE);
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 990));
      return new Response("", { status: 503, headers: { "retry-after": "0.5" } });
    });
    const first = client.rpc.account_getNonce("dx1a", { deadline: 1_000 });
    const ended = expect(first).rejects.toMatchObject({ kind: "timeout" });
    await clock.advance(900);
    const second = client.rpc.account_getNonce("dx1a", options);
    await clock.advance(600);
    await ended;
    expect(await second).toEqual(NONCE);
    expect(sent).toHaveLength(2);
  });

  test("all reject where something that the user gave throws", async () => {
    const random = (): number => {
      throw new Error("No dice");
    };
    const { client } = connectByClock(() => new Response("", { status: 503 }), { random });
    const calls = [1, 2].map(() => client.rpc.account_getNonce("dx1a"));
    for (const call of calls) await expect(call).rejects.toThrow("No dice");
  });

  test("reject each caller with the one fault", async () => {
    const { client } = connectByClock(() => new Response("", { status: 400 }));
    const calls = [1, 2].map(() => client.rpc.account_getNonce("dx1a"));
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe("rejected");
  });
});

describe("an answer that does not change", () => {
  test("is kept where the call named its hash", async () => {
    const { client, sent } = connectByClock((one) => reply(one, block(7)));
    const first = await client.rpc.chain_getBlockByHash(HASH);
    const again = await client.rpc.chain_getBlockByHash(HASH);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
    expect(sent).toHaveLength(1);
    await client.rpc.chain_getBlockByHash(HASH, true);
    expect(sent).toHaveLength(2);
    await client.rpc.chain_getBlockByNumber(7);
    await client.rpc.chain_getBlockByNumber(7);
    expect(sent).toHaveLength(4);
  });

  test("is kept only once it is there", async () => {
    const { client, sent } = connectByClock((one, count) =>
      reply(one, count === 1 ? null : block(7)),
    );
    expect(await client.rpc.chain_getBlockByHash(HASH)).toBeNull();
    expect(await client.rpc.chain_getBlockByHash(HASH)).not.toBeNull();
    expect(sent).toHaveLength(2);
  });

  test("is kept below the chosen depth, counted from the highest block seen", async () => {
    const info = { chain: "delta", version: "1", blockHeight: 20, networkId: "d", peerCount: 1 };
    const answer = (one: Sent): Response =>
      reply(one, one.body.method === "chain_getInfo" ? info : receipt(15));
    const { client, sent } = connectByClock(answer, { cache: { confirmations: 5 } });
    await client.rpc.tx_getTransactionReceipt(HASH);
    await client.rpc.tx_getTransactionReceipt(HASH);
    expect(sent).toHaveLength(2);
    await client.rpc.chain_getInfo();
    await client.rpc.tx_getTransactionReceipt(HASH);
    await client.rpc.tx_getTransactionReceipt(HASH);
    expect(sent).toHaveLength(4);
  });

  test("is kept below a height that headers tell, until one tells of a lost chain", async () => {
    let height = 20;
    const { client, sent } = connectByClock(
      (one) => reply(one, receipt(15), { "X-Chain-Height": String(height) }),
      { cache: { confirmations: 5 } },
    );
    for (let count = 0; count < 3; count++) await client.rpc.tx_getTransactionReceipt(HASH);
    expect(sent).toHaveLength(2);
    height = 14;
    await client.rpc.account_getNonce("dx1a").catch(() => undefined);
    for (let count = 0; count < 2; count++) await client.rpc.tx_getTransactionReceipt(HASH);
    expect(sent).toHaveLength(5);
  });

  test("is kept by the height of its own chain, where one transport has several", async () => {
    const heights: Record<string, number> = { "http://long.test": 1_000, "http://short.test": 16 };
    let sent = 0;
    const transport = createTransport({
      cache: { confirmations: 5 },
      async fetch(input, init) {
        sent += 1;
        const body = JSON.parse(init?.body as string) as Sent["body"];
        const blockHeight = heights[new URL(input as string).origin];
        const info = { chain: "delta", version: "1", blockHeight, networkId: "d", peerCount: 1 };
        return reply({ body } as Sent, body.method === "chain_getInfo" ? info : receipt(15));
      },
    });
    for (const endpoints of Object.keys(heights)) {
      const client = createClient("delta", { endpoints, transport });
      sent = 0;
      await client.rpc.chain_getInfo();
      await client.rpc.tx_getTransactionReceipt(HASH);
      await client.rpc.tx_getTransactionReceipt(HASH);
      expect(sent).toBe(endpoints === "http://long.test" ? 2 : 3);
    }
  });

  test("is no longer kept by a height that the chain has lost, nor from a chain that it replaced", async () => {
    let blockHeight = 1_000;
    let gas = 0;
    const { client, sent } = connectByClock(
      (one) => {
        const info = { chain: "delta", version: "1", blockHeight, networkId: "d", peerCount: 1 };
        if (one.body.method === "chain_getInfo") return reply(one, info);
        return reply(one, { ...receipt(15), gasUsed: String((gas += 1)) });
      },
      { cache: { confirmations: 5 } },
    );
    const gasUsed = async (): Promise<bigint> =>
      (await client.rpc.tx_getTransactionReceipt(HASH))?.gasUsed ?? 0n;
    await client.rpc.chain_getInfo();
    expect([await gasUsed(), await gasUsed()]).toEqual([1n, 1n]);
    blockHeight = 16;
    await client.rpc.chain_getInfo();
    expect([await gasUsed(), await gasUsed()]).toEqual([2n, 3n]);
    blockHeight = 20;
    await client.rpc.chain_getInfo();
    expect([await gasUsed(), await gasUsed()]).toEqual([4n, 4n]);
    expect(sent).toHaveLength(7);
  });

  test("is not kept by a height that became known after its request went out", async () => {
    const late = Promise.withResolvers<Response>();
    const info = { chain: "delta", version: "1", blockHeight: 20, networkId: "d", peerCount: 1 };
    const { client, sent } = connectByClock(
      (one, count) => {
        if (count === 1) return late.promise;
        return reply(one, one.body.method === "chain_getInfo" ? info : receipt(15));
      },
      { cache: { confirmations: 5 } },
    );
    const first = client.rpc.tx_getTransactionReceipt(HASH);
    await client.rpc.chain_getInfo();
    late.resolve(reply(sent[0] as Sent, receipt(15)));
    await first;
    for (let count = 0; count < 2; count++) await client.rpc.tx_getTransactionReceipt(HASH);
    expect(sent).toHaveLength(3);
  });

  test("is not kept where the cache is off, nor past its bound", async () => {
    const off = connectByClock((one) => reply(one, block(7)), { cache: false });
    await off.client.rpc.chain_getBlockByHash(HASH);
    await off.client.rpc.chain_getBlockByHash(HASH);
    expect(off.sent).toHaveLength(2);

    const answer = (one: Sent): Response => reply(one, block(7, String(one.body.params[0])));
    const { client, sent } = connectByClock(answer, { cache: { entries: 2 } });
    const [a, b, c] = ["1", "2", "3"].map((digit) => `0x${digit.repeat(64)}`) as [
      string,
      string,
      string,
    ];
    for (const hash of [a, b, a, c]) await client.rpc.chain_getBlockByHash(hash);
    expect(sent).toHaveLength(3);
    await client.rpc.chain_getBlockByHash(a);
    expect(sent).toHaveLength(3);
    await client.rpc.chain_getBlockByHash(b);
    expect(sent).toHaveLength(4);
  });

  test("costs nothing of the rate limit", async () => {
    const { client } = connectByClock((one) => reply(one, block(7)));
    await client.rpc.chain_getBlockByHash(HASH);
    const { remaining } = client.budget().day;
    await client.rpc.chain_getBlockByHash(HASH);
    expect(client.budget().day.remaining).toBe(remaining);
  });
});
