import { describe, expect, test } from "vitest";
import type { Progress } from "../../src/transport/mod.ts";
import { forSeeds } from "../_random.ts";
import { connectToList, type FakeRequest, newestFirst, pageOf } from "./_fake_list.ts";

const ITEMS = newestFirst(31);

function slice({ page, limit }: FakeRequest, most = Infinity): object[] {
  const size = Math.min(limit, most);
  return ITEMS.slice((page - 1) * size, page * size);
}

/** Answers of services that all have the same 31 items, and tell little or wrong things of them. */
const SERVICES: Readonly<Record<string, (request: FakeRequest) => object>> = {
  "tells no extent": (request) => ({ transactions: slice(request) }),
  "tells no extent and lowers the limit": (request) => ({ transactions: slice(request, 25) }),
  "lowers the limit and says so": ({ page }) => pageOf(ITEMS, page, 4),
  "lowers the limit without saying so": (request) => ({
    ...pageOf(ITEMS, request.page, request.limit),
    transactions: slice(request, 4),
  }),
  "leaves the number of pages out": ({ page, limit }) => ({
    transactions: slice({ page, limit } as FakeRequest),
    pagination: { page, limit, totalItems: ITEMS.length },
  }),
  "tells the number of pages alone": (request) => ({
    transactions: slice(request),
    pagination: { page: request.page, totalPages: Math.ceil(ITEMS.length / request.limit) },
  }),
  "tells a total that is too small": (request) => ({
    transactions: slice(request),
    pagination: { page: request.page, limit: request.limit, totalItems: 3 },
  }),
  "tells a total that is too large": (request) => ({
    transactions: slice(request),
    pagination: { page: request.page, limit: request.limit, totalItems: 1_000_000 },
  }),
  "tells totals that are no counts": (request) => ({
    transactions: slice(request),
    pagination: { page: "1", limit: -5, totalItems: 1.5, totalPages: null },
  }),
  "gives an item twice on one page": (request) => ({
    transactions: slice(request).flatMap((item, index) => (index === 1 ? [item, item] : [item])),
  }),
  "gives an item twice on one page and tells the extent": ({ page, limit }) => {
    const size = limit - 1;
    const items = ITEMS.slice((page - 1) * size, page * size);
    const totalItems = ITEMS.length + Math.ceil(ITEMS.length / size);
    const transactions = [...items.slice(0, 1), ...items];
    return { transactions, pagination: { page, limit, totalItems } };
  },
  "always calls the page the first": (request) => ({
    transactions: slice(request),
    pagination: { page: 1, limit: request.limit, totalItems: 31 },
  }),
  "repeats its last page": ({ page, limit }) => ({
    transactions: slice({ page: Math.min(page, Math.ceil(31 / limit)), limit } as FakeRequest),
  }),
};

describe.each(Object.entries(SERVICES))("a service that %s", (_, answer) => {
  test.each([10, 31, 100])("gives every item once at %i a page", async (limit) => {
    const { client, asked } = connectToList(answer);
    expect(await client.listTransactions({ limit }).toArray()).toEqual(ITEMS);
    expect(asked.length).toBeLessThanOrEqual(12);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe("a list", () => {
  test("ends at the first short page if the service sends no total", async () => {
    const { client, asked } = connectToList((request) => ({ transactions: slice(request) }));
    await client.listTransactions({ limit: 10 }).toArray();
    expect(asked).toEqual([1, 2, 3, 4]);
    await client.listTransactions().toArray();
    expect(asked.slice(4)).toEqual([1, 2]);
  });

  test("requests no page after the last if the service sends their number", async () => {
    const { client, asked } = connectToList((request) => ({
      transactions: slice(request),
      pagination: { totalPages: 2 },
    }));
    await client.listTransactions({ limit: 10 }).toArray();
    expect(asked).toEqual([1, 2]);
  });

  test.each([
    ["without an extent", undefined],
    ["with an extent that fits each time", 1_000],
  ])("ends where a service ignores the page, %s", async (_, totalItems) => {
    const { client, asked } = connectToList(({ page, limit }) => ({
      transactions: ITEMS.slice(0, limit),
      ...(totalItems ? { pagination: { page, limit, totalItems } } : {}),
    }));
    const walk = client.listTransactions({ limit: 10 }).walk();
    const hashes: string[] = [];
    for await (const { hash } of walk) hashes.push(hash);
    expect(hashes).toEqual(ITEMS.slice(0, 10).map(({ hash }) => hash));
    expect(asked).toEqual([1, 2, 3]);
    expect(walk.shift).toMatchObject({ duplicates: 20 });
    if (totalItems) expect(walk.shift?.mayHaveGaps).toBe(true);
  });

  test("reports what its total claims beyond the items there are", async () => {
    const { client } = connectToList(({ page, limit }) => ({
      transactions: ITEMS.slice((page - 1) * limit, page * limit),
      pagination: { page, limit, totalItems: 40 },
    }));
    const walk = client.listTransactions({ limit: 10 }).walk();
    let count = 0;
    for await (const _ of walk) count += 1;
    expect(count).toBe(31);
    expect(walk.shift?.mayHaveGaps).toBe(true);
  });

  test("ends, and gives no item twice, where the totals make no sense", () =>
    forSeeds(50, async (random) => {
      const { client, asked } = connectToList((request) => ({
        transactions: slice(request),
        pagination: { ...request, totalItems: random.upTo(60) },
      }));
      const items = await client.listTransactions({ limit: 5 }).toArray();
      expect(new Set(items).size).toBe(items.length);
      expect(asked.length).toBeLessThan(30);
    }));

  test("tells after each page how far it has come", async () => {
    const { client } = connectToList(({ page, limit }) => pageOf(ITEMS, page, limit));
    const told: Progress[] = [];
    const onProgress = (progress: Progress): void => void told.push(progress);
    await client.listTransactions({ limit: 12 }, { onProgress }).toArray();
    expect(told).toEqual([
      { done: 12, total: 31, requests: 1 },
      { done: 24, total: 31, requests: 2 },
      { done: 31, total: 31, requests: 3 },
    ]);
    told.length = 0;
    const first = await client.listTransactions({ limit: 12 }, { onProgress });
    await first.next();
    expect(told.map(({ done }) => done)).toEqual([12, 24]);
  });

  test("continues if a listener throws or rejects", async () => {
    const { client } = connectToList((request) => ({ transactions: slice(request) }));
    const listeners = {
      onProgress: () => Promise.reject(new Error("lost")),
      onShift: () => {
        throw new Error("lost");
      },
    };
    const items = await client.listTransactions({ limit: 10 }, listeners).toArray();
    expect(items).toHaveLength(31);
  });

  test("refuses a listener that is no function", async () => {
    const { client } = connectToList((request) => ({ transactions: slice(request) }));
    const list = client.listTransactions({}, { onProgress: "yes" as never });
    await expect(list.toArray()).rejects.toThrow(
      'Cannot call listTransactions: onProgress must be a function, got "yes"',
    );
  });

  test("identifies items without a key by their content", async () => {
    const { client } = connectToList(({ page }) => ({
      transactions: page < 3 ? [{ nonce: page }, { nonce: page, value: "5" }] : [{ nonce: 3 }],
    }));
    expect(await client.listTransactions({ limit: 2 }).toArray()).toHaveLength(5);
  });

  test("resumes from a token without a total, also from within a page", async () => {
    const { client } = connectToList((request) => ({ transactions: slice(request) }));
    const query = { limit: 10 };
    const walk = client.listTransactions(query).walk();
    const found: unknown[] = [];
    for await (const item of walk) if (found.push(item) === 13) break;
    const { resumeToken } = walk;
    if (resumeToken === undefined) expect.fail("no token");
    for await (const item of client.listTransactions(query, { resume: resumeToken }))
      found.push(item);
    expect(found).toEqual(ITEMS);
  });
});
