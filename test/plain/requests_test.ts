import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATION_CALLS } from "../../src/generated/client/operations.gen.ts";
import { createVerify } from "../../src/drift/mod.ts";
import { type Client, isAlphadeltaError } from "../../src/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import type { PlainChain } from "./_plain_chain.ts";
import { KEY_HEADER, PlainService } from "../plain_service.ts";
import { connectPlain, errorOf, SPECIFIED_OPERATIONS } from "./_connect.ts";

let plain: PlainService;
let delta: Client<"delta">;
let chain: PlainChain;

beforeAll(async () => {
  plain = await PlainService.open();
  chain = plain.chain("delta");
  delta = connectPlain(plain, "delta");
});
afterAll(async () => {
  await delta.close();
  await plain.close();
});

describe("rest.GET", () => {
  const reads = SPECIFIED_OPERATIONS.filter((id) => id !== "requestKey");

  test.each(reads)("gives %s as it came", async (id) => {
    const block = chain.blocks[2];
    const one = block?.transactions[0];
    const values = {
      identifier: block?.hash,
      number: 3,
      hash: one?.hash,
      address: chain.ann,
      id: 4,
    };
    const path = { ...values, ...(id === "getValidator" && { address: chain.validator }) };
    const template = OPERATION_CALLS[id].info.path as "/blocks/{identifier}";
    const { data, response } = await delta.rest.GET(template, { params: { path: path as never } });
    expect(response.status).toBe(200);
    expect(data).toMatchObject({
      success: true,
      meta: { requestId: expect.stringMatching(/^plain:/) },
    });
  });

  test("gives a path that a chain lacks with its status and its words", async () => {
    const alpha = connectPlain(plain, "alpha");
    const { data, error, response } = await alpha.rest.GET("/validators" as "/blocks");
    expect([data, error, response.status]).toEqual([undefined, "Not here.", 404]);
  });
});

test("the newest block is found by its height", async () => {
  expect(await delta.getLatestBlock()).toMatchObject({ number: 9, hash: chain.head.hash });
});

test("a page tells the extent that came, and there is a page behind it until one is short", async () => {
  const blocks = await delta.listBlocks({ limit: 4 });
  expect(blocks.pagination).toEqual({ page: 1, limit: 4, totalItems: 9, totalPages: 3 });
  const listed = await delta.listTransactions({ limit: 4 });
  expect([listed.pagination, listed.hasNext, listed.items.length]).toEqual([undefined, true, 4]);
  const last = await (await listed.next())?.next();
  expect([last?.items.length, last?.hasNext]).toEqual([1, false]);
});

test("what is unknown rejects with the error of the service, of JSON-RPC with a code of its own", async () => {
  const missing = await errorOf(delta.getBlock(99));
  expect(isAlphadeltaError(missing, "RestError") && [missing.code, missing.status]).toEqual([
    "NOT_FOUND",
    404,
  ]);
  const unknown = await errorOf(delta.rpc.chain_getBlockByNumber(99));
  expect(isAlphadeltaError(unknown, "RpcError") && [unknown.code, unknown.data]).toEqual([
    -32010,
    "unknown block",
  ]);
  const past = await errorOf(delta.rpc.account_getBalance(chain.ann, 3));
  expect(isAlphadeltaError(past, "RpcError") && past.data).toBe("no history");
});

test("a batch pairs its replies, which come in another order, and settles each", async () => {
  const calls = [
    ["chain_getInfo"],
    ["account_getNonce", chain.ann],
    ["chain_getBlockByNumber", 99],
  ] as const;
  const [info, nonce, unknown] = await delta.rpc.batch(calls, { settle: true });
  expect(info).toMatchObject({ ok: true, value: { peerCount: 3 } });
  expect(nonce).toMatchObject({ ok: true, value: { nonce: 9 } });
  expect(unknown).toMatchObject({ ok: false, error: { code: -32010 } });
  expect(isAlphadeltaError(await errorOf(delta.rpc.batch(calls)), "BatchError")).toBe(true);
});

test("verify finds no difference, and compares no list whose items it does not know", async () => {
  const verify = createVerify(delta);
  const block = await verify.block(3);
  expect([block.agrees, block.compared.includes("transactions")]).toEqual([true, false]);
  const hash = chain.blocks[2]?.transactions[0]?.hash ?? "";
  expect(await verify.transaction(hash)).toMatchObject({ agrees: true, found: true });
  expect(await verify.account(chain.ann)).toMatchObject({ agrees: true, found: true });
});

describe("a key", () => {
  test("in a place of the service's own is taken", async () => {
    const apiKey = { value: "good", in: "header", name: KEY_HEADER } as const;
    const keyed = connectPlain(plain, "delta", { apiKey });
    expect((await keyed.getChainInfo()).blockHeight).toBe(9);
    expect((await keyed.rpc.account_getNonce(chain.ann)).nonce).toBe(9);
  });

  test("in another place rejects with the 401, which does not tell it", async () => {
    const keyed = connectPlain(plain, "delta", { apiKey: "secret-of-ours" });
    for (const work of [keyed.getChainInfo(), keyed.rpc.chain_getInfo()]) {
      const error = await errorOf(work);
      expect(error).toMatchObject({ name: "TransportError", kind: "http", status: 401 });
      expect(JSON.stringify(error)).not.toContain("secret-of-ours");
    }
  });
});

describe("without headers of limits", () => {
  test("calls are paced by the tier", async () => {
    const clock = new ManualClock();
    const paced = connectPlain(plain, "delta", { tier: "Public", clock, cache: false });
    const answered: number[] = [];
    const work = Array.from({ length: 25 }, async (_, index) => {
      await paced.getBlock(1 + (index % 9), { headers: { "x-one": String(index) } });
      answered.push(clock.now());
    });
    const start = clock.now();
    await clock.until(Promise.all(work));
    const within = answered.filter((time) => time < start + 1_000).length;
    expect(within).toBeLessThanOrEqual(20);
    expect(paced.budget()).toMatchObject({ second: { limit: 10 }, day: { limit: 10_000 } });
  });

  test("a refusal, as an envelope or as plain text, is waited out", async () => {
    const limited = await PlainService.open({ most: 2 });
    const clock = new ManualClock();
    const client = connectPlain(limited, "delta", { retries: 2, clock });
    await Promise.all([client.getBlock(1), client.getBlock(2)]);
    const work = Promise.all([client.getBlock(3), client.rpc.account_getNonce(chain.ann)]);
    await expect.poll(() => limited.asked.length, { interval: 5 }).toBe(4);
    limited.forget();
    expect(await clock.until(work)).toMatchObject([{ number: 3 }, { nonce: 9 }]);
    expect(limited.asked.length).toBe(6);
    await limited.close();
  });
});
