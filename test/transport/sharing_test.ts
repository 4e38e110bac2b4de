import { describe, expect, test } from "vitest";
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

  test("reject each caller with the one fault", async () => {
    const { client } = connectByClock(() => new Response("", { status: 400 }));
    const calls = [1, 2].map(() => client.rpc.account_getNonce("dx1a"));
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe("rejected");
  });
});

describe("an answer that does not change", () => {
  test("is kept where it was asked for by its hash", async () => {
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

  test("is kept below the depth that was asked for, by the highest block that was seen", async () => {
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

  test("costs nothing of the allowance", async () => {
    const { client } = connectByClock((one) => reply(one, block(7)));
    await client.rpc.chain_getBlockByHash(HASH);
    const { remaining } = client.budget().day;
    await client.rpc.chain_getBlockByHash(HASH);
    expect(client.budget().day.remaining).toBe(remaining);
  });
});
