import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { type Block, type BlockSummary, type RpcReceipt, WrongChainError } from "../../src/mod.ts";
import { infiniteQueryOptions, type PageData, queryOptions } from "../../src/query/mod.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { connectTo } from "../_client.ts";

let service: TestService<"delta">;
beforeAll(async () => {
  service = await startService({ segments: ["delta"], history: 30, mode: "on-submit" });
});
afterAll(() => service.close());

describe("queryOptions()", () => {
  test("makes a call of REST or JSON-RPC, with the types of its result", async () => {
    const client = service.client("delta");
    const queryClient = new QueryClient();
    const block = await queryClient.fetchQuery(queryOptions(client, "getBlock", 7));
    expectTypeOf(block).toEqualTypeOf<Block>();
    expect(block).toEqual(await client.getBlock(7));
    const { balance } = await queryClient.fetchQuery(
      queryOptions(client, "account_getBalance", block.validator),
    );
    expectTypeOf(balance).toEqualTypeOf<bigint>();
    const hash = `0x${"00".repeat(32)}`;
    const receipt = await queryClient.fetchQuery(
      queryOptions(client, "tx_getTransactionReceipt", hash),
    );
    expectTypeOf(receipt).toEqualTypeOf<RpcReceipt | null>();
    expect(receipt).toBe(null);
    const page = await queryClient.fetchQuery(queryOptions(client, "listBlocks"));
    expectTypeOf(page).toEqualTypeOf<PageData<BlockSummary>>();
    expect(page).toMatchObject({ hasNext: true, pagination: { page: 1, totalItems: 31 } });
    expect(structuredClone(page)).toEqual(page);
  });

  test("has keys of segment, call and arguments, that JSON can hold", () => {
    const client = service.client("delta");
    const keys = [
      queryOptions(client, "getBlock", 7),
      queryOptions(client, "getChainInfo"),
      queryOptions(client, "listBlocks", undefined),
      queryOptions(client, "listAccountTransactions", "dx1a", {
        limit: 5,
        page: undefined as never,
      }),
      infiniteQueryOptions(client, "listAccountTransactions", "dx1a", { limit: 5 }),
      // A bigint is refused by the call, and must not break the key before that.
      queryOptions(client, "getBlock", 7n as never),
    ].map(({ queryKey }) => queryKey.slice(2));
    expect(keys).toEqual([
      ["getBlock", 7],
      ["getChainInfo"],
      ["listBlocks"],
      ["listAccountTransactions", "dx1a", { limit: 5 }],
      ["listAccountTransactions", "dx1a", { limit: 5 }, "infinite"],
      ["getBlock", "7"],
    ]);
    expect(queryOptions(client, "getBlock", 7).queryKey.slice(0, 2)).toEqual([
      "alphadelta",
      "delta",
    ]);
  });

  test("keeps what nothing can change fresh for ever, and nothing else", async () => {
    const client = service.client("delta");
    const queryClient = new QueryClient();
    const { hash } = await client.getBlock(7);
    const isStale = async (options: ReturnType<typeof queryOptions<"delta", "getBlock">>) => {
      await queryClient.fetchQuery(options);
      const query = queryClient.getQueryCache().find({ queryKey: options.queryKey });
      return query?.isStaleByTime(options.staleTime(query));
    };
    expect(await isStale(queryOptions(client, "getBlock", hash))).toBe(false);
    expect(await isStale(queryOptions(client, "getBlock", 7))).toBe(true);
  });

  test("requests the page of a list that is shown, and none behind it", async () => {
    const paths: string[] = [];
    const client = service.client("delta", {
      fetch(input, init) {
        paths.push(new URL(String(input)).search);
        return fetch(input, init);
      },
    });
    const page = await new QueryClient().fetchQuery(
      queryOptions(client, "listBlocks", { limit: 2 }),
    );
    expect(page.hasNext).toBe(true);
    await client.getChainInfo();
    expect(paths).toEqual(["?limit=2", ""]);
  });

  test("aborts its call with its signal, which the arguments do not displace", async () => {
    const { client, sent } = connectTo("delta", () => new Promise(() => {}));
    const stop = new AbortController();
    const { signal } = stop;
    const calls = [
      queryOptions(client, "listBlocks").queryFn({ signal }),
      queryOptions(client, "getChainInfo").queryFn({ signal }),
      queryOptions(client, "chain_getBlockByNumber", 7).queryFn({ signal }),
    ];
    const settled = Promise.allSettled(calls);
    await expect.poll(() => sent.length).toBe(3);
    stop.abort(new Error("left"));
    for (const result of await settled) {
      expect(result).toMatchObject({ status: "rejected", reason: { message: "left" } });
    }
  });

  test("leaves retries to the client", async () => {
    const { client, sent } = connectTo("delta", () =>
      Response.json(
        {
          success: false,
          error: { code: "NOT_FOUND", message: "none" },
          meta: { timestamp: 1, requestId: "a" },
        },
        { status: 404 },
      ),
    );
    const failing = new QueryClient().fetchQuery(queryOptions(client, "getBlock", 999));
    await expect(failing).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(sent).toHaveLength(1);
  });

  test("refuses what is no read of the chain", () => {
    const client = service.client("delta");
    expect(() => queryOptions(client, "tx_sendRawTransaction", "0x00")).toThrow(
      new TypeError("Cannot query tx_sendRawTransaction: it is no read"),
    );
    expect(() => queryOptions(client, "getBlok" as "getBlock", 7)).toThrow(
      new TypeError(
        "Cannot query getBlok: there is no such operation or method. Did you mean getBlock?",
      ),
    );
    expect(() => infiniteQueryOptions(client, "listBlock" as "listBlocks")).toThrow(
      "Did you mean listBlocks?",
    );
    expect(() => infiniteQueryOptions(client, "getBlock" as "listBlocks")).toThrow(
      new TypeError("Cannot query getBlock: it is no list, queryOptions takes it"),
    );
    const alpha = connectTo("alpha", () => new Response()).client;
    // @ts-expect-error Alpha has no validators.
    const ofOther = queryOptions(alpha, "listValidators");
    return expect(ofOther.queryFn(new AbortController())).rejects.toThrow(WrongChainError);
  });
});

describe("infiniteQueryOptions()", () => {
  test("gives each item once, although blocks come between the pages", async () => {
    const client = service.client("delta");
    const options = infiniteQueryOptions(client, "listBlocks", { limit: 10 });
    const observer = new InfiniteQueryObserver(new QueryClient(), options);
    const stop = observer.subscribe(() => {});
    await expect.poll(() => observer.getCurrentResult().data?.pages.length).toBe(1);
    const head = observer.getCurrentResult().data?.pages[0]?.items[0]?.number ?? 0;
    while (observer.getCurrentResult().hasNextPage) {
      await service.mine(3);
      await observer.fetchNextPage();
    }
    const { pages = [] } = observer.getCurrentResult().data ?? {};
    const numbers = pages.flatMap(({ items }) => items.map(({ number }) => number));
    expect(numbers).toEqual(Array.from({ length: head + 1 }, (_, index) => head - index));
    stop();
  });
});
