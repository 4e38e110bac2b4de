import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { type Block, isAlphadeltaError } from "../../src/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { connect, openTestService } from "../_client.ts";

/** An address of alpha. */
const FOREIGN = "ax13lxvjxtzlxruxhn0l46fjdzfmp47u9nsnz939d";

let service: Service;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

describe("getLatestBlock()", () => {
  test("gives the block at the height of the chain, and takes options", async () => {
    const { client, sent } = connect(service, "alpha");
    const block = await client.getLatestBlock();
    expectTypeOf(block).toEqualTypeOf<Block>();
    expect(block).toEqual(await client.getBlock(30));
    expect(sent).toHaveLength(3);
    const reason = new Error("left");
    await expect(client.getLatestBlock({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("operations of a client", () => {
  test("read the chain, its blocks and transactions with amounts as bigint", async () => {
    const { client } = connect(service, "delta");
    const info = await client.getChainInfo();
    expect(info).toMatchObject({ chain: "delta", network: "mainnet", blockHeight: 30 });
    const stats = await client.getChainStats();
    expect(stats.totalSupply).toBeTypeOf("bigint");
    const block = await client.getBlock(info.blockHeight);
    expect(await client.getBlock(block.hash)).toEqual(block);
    const [transaction] = (await client.listTransactions({ type: "transfer" })).items;
    expect(transaction?.value).toBeTypeOf("bigint");
    expect(await client.getTransaction(transaction?.hash ?? "")).toEqual(transaction);
    const account = await client.getAccount(transaction?.from ?? "");
    expect(account.balance).toBeTypeOf("bigint");
  });

  test("work in a program that adds to Object.prototype", async () => {
    const program = `
      Object.prototype.shout = function shout() { return "!"; };
      const { createClient } = await import(${JSON.stringify(new URL("../../src/mod.ts", import.meta.url))});
      const data = ${JSON.stringify({ chain: "delta", network: "mainnet", version: "1.0.0", blockHeight: 1, blockTime: 2, totalTransactions: 1, activeValidators: 1 })};
      const fetch = (url, init) => Promise.resolve(Response.json(
        init.body === undefined
          ? { success: true, data, meta: {} }
          : { id: 1, result: { balance: "7", nonce: 1, blockNumber: 5 } },
      ));
      const delta = createClient("delta", { endpoints: "http://service.test", fetch });
      const { blockHeight } = await delta.getChainInfo();
      const { balance } = await delta.rpc.account_getBalance("dx1a", 5);
      const other = await delta.rpc.account_getBalance("dx1a", 6).catch(({ name }) => name);
      const names = [];
      for (const name in {}) names.push(name);
      console.log(blockHeight, balance, other, names.join());
    `;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      program,
    ]);
    expect(stdout).toBe("1 7n ContractError shout\n");
  });

  test("keep the fields that alpha adds to a transaction", async () => {
    const { client } = connect(service, "alpha");
    const [transaction] = (await client.listTransactions()).items;
    expect(transaction?.serialNumbers?.length).toBeGreaterThan(0);
    expect(transaction?.commitments?.length).toBeGreaterThan(0);
  });

  test("reject with the service's error code if something is not found", async () => {
    const { client } = connect(service, "delta");
    const error: unknown = await client.getBlock(999_999).catch((caught: unknown) => caught);
    if (!isAlphadeltaError(error, "RestError")) expect.fail("not a RestError");
    expect(error).toMatchObject({
      code: "NOT_FOUND",
      status: 404,
      segment: "delta",
      operation: "getBlock",
      retryable: false,
      attempts: 1,
    });
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error.message).toContain("999999");
  });

  test("refuse a foreign chain's operation before anything is sent", async () => {
    const { client, sent } = connect(service, "alpha");
    const untyped = client as unknown as Record<string, () => PromiseLike<unknown>>;
    for (const name of ["listValidators", "listAccountTokens", "getProposal"]) {
      const error: unknown = await Promise.resolve(untyped[name]?.()).catch(
        (caught: unknown) => caught,
      );
      if (!isAlphadeltaError(error, "WrongChainError")) expect.fail(`${name} was not refused`);
      expect(error.chains).toEqual(["delta"]);
      expect(error.attempts).toBe(0);
    }
    expect(sent).toEqual([]);
  });

  test("can still be tried on a foreign chain through plain fetch", async () => {
    const { client } = connect(service, "alpha");
    const { error, response } = await client.rest.GET("/validators");
    expect(response.status).toBe(404);
    expect(error?.error.code).toBe("NOT_FOUND");
  });

  test.each([
    ["getBlock", [-1.5], RangeError, "getBlock: identifier must be an integer"],
    ["getBlock", ["abc"], RangeError, 'got "abc"'],
    ["getBlock", [], TypeError, "got nothing"],
    ["getBlock", [1, {}, 3], TypeError, "at most 1 arguments, then an object of options"],
    ["listBlocks", [{}, 5], TypeError, "then an object of options"],
    ["listBlocks", [{ limit: 500 }], RangeError, "limit must be an integer up to 100, got 500"],
    ["listBlocks", [{ limit: "5" }], TypeError, "an integer up to 100"],
    ["listBlocks", [{ order: "up" }], RangeError, 'one of "asc", "desc", got "up"'],
    ["listBlocks", [7], TypeError, "expected an object with any of page, limit, order"],
    ["listBlocks", [null], TypeError, "with any of page, limit, order, got null"],
    ["listBlocks", [[]], TypeError, "with any of page, limit, order, got an array of 0"],
    ["listBlocks", [{ limt: 5 }], TypeError, "there are page, limit, order. Did you mean limit?"],
    ["listBlocks", [{ limit: null }], TypeError, "up to 100, got null"],
    ["getAccount", ["bx1zz"], RangeError, "address must be"],
    [
      "getAccount",
      [FOREIGN],
      RangeError,
      `an address of delta, got ${FOREIGN} of alpha: use a client of alpha`,
    ],
    ["listTransactions", [{ address: FOREIGN }], RangeError, "use a client of alpha"],
    ["getAccount", [null], TypeError, "got null"],
    ["requestKey", [{}], TypeError, "email: expected a string, got nothing"],
    ["requestKey", [{ email: 5 }], TypeError, "email: expected a string, got 5"],
    ["requestKey", [null], TypeError, "the body: expected an object, got null"],
  ])("%s(%j) throws before anything is sent", async (name, args, kind, message) => {
    const { client, sent } = connect(service, "delta");
    const untyped = client as unknown as Record<
      string,
      (...args: unknown[]) => PromiseLike<unknown>
    >;
    const error: unknown = await (async () => untyped[name]?.(...args))().catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toContain(message);
    expect(sent).toEqual([]);
  });

  test("send headers of the call and pass its abort on", async () => {
    const { client, sent } = connect(service, "delta");
    await client.getChainInfo({ headers: { "x-trace": "7" } });
    expect(sent[0]?.headers.get("x-trace")).toBe("7");
    const reason = new Error("enough");
    await expect(client.getBlock(1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
