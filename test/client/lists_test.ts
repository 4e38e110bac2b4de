import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import type { ListOptions } from "../../src/pagination/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { connect, connectTo, openTestService, ORIGIN } from "../_client.ts";
import { settle } from "../_manual_clock.ts";

let service: Service;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

describe("a list of a client", () => {
  test("is its first page when awaited, and sends nothing before", async () => {
    const { client, sent } = connect(service, "delta");
    const list = client.listBlocks({ order: "asc", limit: 10 });
    expect(sent).toEqual([]);
    const page = await list;
    expect(page.items.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(page.pagination).toMatchObject({ page: 1, limit: 10, totalItems: 31, totalPages: 4 });
    expect((await list).items).toBe(page.items);
    expect(sent.length).toBe(1);
  });

  test("reports the response of each page", async () => {
    const { client } = connect(service, "delta");
    const first = await client.listBlocks({ limit: 20 });
    const second = await first.next();
    expect(Object.keys(first.response ?? {})).toEqual(["status", "headers", "requestId"]);
    expect(first.response?.status).toBe(200);
    expect(first.response?.headers.get("content-type")).toContain("application/json");
    expect(first.response?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.response?.requestId).not.toBe(first.response?.requestId);
    const none = await client.listBlocks({ limit: 20 }, { resume: second?.resumeToken });
    expect([none.items, none.response]).toEqual([[], undefined]);
  });

  test("is every item once when iterated", async () => {
    const { client, sent } = connect(service, "delta");
    const numbers: number[] = [];
    for await (const block of client.listBlocks({ order: "asc", limit: 10 }))
      numbers.push(block.number);
    expect(numbers).toEqual(Array.from({ length: 31 }, (_, index) => index));
    expect(sent.length).toBe(4);
  });

  test("is that of its call, whatever the query object is used for then", async () => {
    const { client, sent } = connect(service, "delta");
    const query: { order: "asc" | "desc"; limit: number } = { order: "asc", limit: 20 };
    const upwards = client.listBlocks(query);
    query.order = "desc";
    const downwards = client.listBlocks(query);
    query.limit = 7;
    const numbers: number[] = [];
    for await (const { number } of upwards) numbers.push(number);
    expect(numbers).toEqual(Array.from({ length: 31 }, (_, index) => index));
    expect((await downwards.toArray()).map(({ number }) => number)).toEqual(numbers.toReversed());
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      "?limit=20&order=asc",
      "?page=2&limit=20&order=asc",
      "?limit=20&order=desc",
      "?page=2&limit=20&order=desc",
    ]);
  });

  test("stops fetching when the loop ends early", async () => {
    const { client, sent } = connect(service, "delta");
    for await (const block of client.listBlocks({ limit: 5 })) if (block.number === 28) break;
    expect(sent.length).toBe(1);
    expect(await client.listBlocks({ limit: 5 }).toArray({ limit: 7 })).toHaveLength(7);
    expect(sent.length).toBe(3);
    expect(await client.listBlocks().toArray({ limit: 0 })).toEqual([]);
    expect(sent.length).toBe(3);
  });

  test("goes page by page, from the page asked for", async () => {
    const { client } = connect(service, "delta");
    const sizes: number[] = [];
    for await (const page of client.listBlocks({ page: 2, limit: 15 }).pages())
      sizes.push(page.items.length);
    expect(sizes).toEqual([15, 1]);
    const last = await client.listBlocks({ page: 3, limit: 15 });
    expect(last.hasNext).toBe(false);
    expect(await last.next()).toBeUndefined();
  });

  test("takes path parameters before the query", async () => {
    const { client } = connect(service, "delta");
    const newest = await client.getBlock(30);
    const items = await client.listBlockTransactions(30, { limit: 1 }).toArray();
    expect(items).toHaveLength(newest.txCount);
    expect(items.every(({ blockHash }) => blockHash === newest.hash)).toBe(true);
  });

  test("ends at the first short page where the service sends no total", async () => {
    const { client, sent } = connectTo("delta", (request) => {
      const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
      const transactions =
        page < 3
          ? [
              { page, nonce: 1 },
              { page, nonce: 2 },
            ]
          : [{ page }];
      return Response.json({
        success: true,
        data: { transactions },
        meta: { timestamp: 1, requestId: "r" },
      });
    });
    expect(await client.listTransactions({ limit: 2 }).toArray()).toHaveLength(5);
    expect(sent.length).toBe(3);
  });

  test("ends where the service sends no total and ignores the page", async () => {
    const { client, sent } = connectTo("delta", () =>
      Response.json({
        success: true,
        data: { transactions: [{ nonce: 1 }] },
        meta: { timestamp: 1, requestId: "r" },
      }),
    );
    expect(await client.listTransactions({ limit: 1 }).toArray()).toEqual([{ nonce: 1 }]);
    expect(sent.length).toBe(3);
  });

  test("rejects rather than throws where an argument is wrong", async () => {
    const { client, sent } = connect(service, "delta");
    const untyped = client as unknown as { listBlocks(...args: unknown[]): PromiseLike<unknown> };
    for (const args of [[{}, 5], [null], [{ limit: "5" }]]) {
      const list = untyped.listBlocks(...args);
      await expect(Promise.resolve(list)).rejects.toThrow(TypeError);
    }
    expect(sent).toEqual([]);
  });

  test.each([
    [3, TypeError, "expected an object with limit, got 3"],
    [null, TypeError, "expected an object with limit, got null"],
    [{ limit: "3" }, TypeError, 'an integer from 0, got "3"'],
    [{ limit: -1 }, RangeError, "an integer from 0, got -1"],
    [{ limit: 1.5 }, RangeError, "an integer from 0, got 1.5"],
  ])("refuses toArray(%j)", async (options, kind, message) => {
    const { client, sent } = connect(service, "delta");
    const gathered = client.listBlocks().toArray(options as never);
    await expect(gathered).rejects.toThrow(kind);
    await expect(gathered).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });

  test("names the response that lacks the items", async () => {
    const { client } = connectTo("delta", () =>
      Response.json({ success: true, data: {}, meta: { timestamp: 1, requestId: "r-1" } }),
    );
    await expect(Promise.resolve(client.listTransactions())).rejects.toMatchObject({
      name: "ContractError",
      status: 200,
      segment: "delta",
      operation: "listTransactions",
      requestId: "r-1",
    });
  });

  test("finds the items where a service decided on another name", async () => {
    const { client } = connectTo("delta", () =>
      Response.json({
        success: true,
        data: { items: [{ hash: "0x1" }] },
        meta: { timestamp: 1, requestId: "r" },
      }),
    );
    expect(await client.listTransactions().toArray()).toEqual([{ hash: "0x1" }]);
  });
});

describe("a page that is fetched ahead", () => {
  /**
   * What goes out where one request may be in flight: while one is, a page is fetched ahead and a block of priority
   * `watch` is asked for.
   *
   * @param waiting Loops that wait for the page then; each of the two has fetched it ahead.
   */
  async function order(options: ListOptions, waiting: readonly number[]): Promise<string[]> {
    const gate = Promise.withResolvers<void>();
    const sent: string[] = [];
    const client = createClient("delta", {
      endpoints: ORIGIN,
      tier: "Enterprise",
      maxInFlight: 1,
      async fetch(input, init) {
        const path = String(input).replace(`${ORIGIN}/v1/delta`, "");
        if (path === "/blocks/1") await gate.promise;
        sent.push(path);
        return service.fetch(input, init);
      },
    });
    const list = client.listBlocks({ limit: 2 }, options);
    const walks = [list.walk(), list.walk()];
    for (const walk of walks) await walk.next();
    const underWay = client.getBlock(1);
    for (const walk of walks) await walk.next();
    await settle();
    const watched = client.getBlock(2, { priority: "watch" });
    await settle();
    const items = waiting.map((index) => walks[index]?.next());
    await settle();
    gate.resolve();
    await Promise.all([underWay, watched, ...items]);
    await expect.poll(() => sent).toHaveLength(4);
    await client.close();
    return sent.slice(2);
  }

  const NEXT = "/blocks?page=2&limit=2";

  test("gives way to what somebody waits for", async () => {
    expect(await order({}, [])).toEqual(["/blocks/2", NEXT]);
  });

  test("has the priority that the list was given", async () => {
    expect(await order({ priority: "interactive" }, [])).toEqual([NEXT, "/blocks/2"]);
    expect(await order({ priority: "backfill" }, [0])).toEqual(["/blocks/2", NEXT]);
  });

  test.each([
    ["by the loop that fetched it", [0]],
    ["by another one that shares its request", [1]],
  ])("is as urgent as any once it is waited for %s", async (_, waiting) => {
    expect(await order({}, waiting)).toEqual([NEXT, "/blocks/2"]);
  });
});
