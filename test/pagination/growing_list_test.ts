import { describe, expect, test } from "vitest";
import type { Shift } from "../../src/pagination/mod.ts";
import { forSeeds } from "../_random.ts";
import { IS_WHOLE } from "../_suites.ts";
import { connectToList, newestFirst, pageOf } from "./_fake_list.ts";

/** A run of all tests tries all seeds, another one a fourth of them. */
const PART = IS_WHOLE ? 1 : 4;

/** A list of transactions that grows by `arrivals()` items before each request after the first. */
function growingList(count: number, arrivals: () => number, latency = 0) {
  let total = count;
  return connectToList(async (request) => {
    if (request.count > 0) total += arrivals();
    const data = pageOf(newestFirst(total), request.page, request.limit);
    for (let turn = 0; turn < latency; turn += 1) await Promise.resolve();
    return data;
  });
}

describe("a newest-first list that grows between pages", () => {
  test("gives each item of its beginning once and in order, whatever the seed", () =>
    forSeeds(200 / PART, async (random) => {
      const count = random.upTo(90);
      const limit = 1 + random.upTo(11);
      const prefetch = random.upTo(2);
      const most = limit * 2;
      const { client, asked } = growingList(
        count,
        () => (random.next() < 0.6 ? random.upTo(most) : 0),
        random.upTo(9),
      );

      const walk = client.listTransactions({ limit }, { prefetch }).walk();
      const hashes: string[] = [];
      for await (const { hash } of walk) {
        hashes.push(hash);
        for (let turn = random.upTo(3); turn > 0; turn -= 1) await Promise.resolve();
      }

      expect(hashes).toEqual(newestFirst(count).map(({ hash }) => hash));
      expect(walk.shift).toMatchObject({ mayHaveGaps: false });
      expect(asked.length).toBeLessThan(50 + (10 * count) / limit);
    }));

  test("resumes by tokens as if it had not stopped, for every seed", () =>
    forSeeds(60 / PART, async (random) => {
      const count = random.upTo(60);
      const { client } = growingList(count, () => (random.next() < 0.5 ? random.upTo(20) : 0));

      const hashes: string[] = [];
      let resume: string | undefined;
      do {
        const query = { limit: 1 + random.upTo(9) };
        const walk = client.listTransactions(query, resume ? { resume } : {}).walk();
        let left = 1 + random.upTo(12);
        for await (const { hash } of walk) {
          hashes.push(hash);
          left -= 1;
          if (left === 0) break;
        }
        if (left > 0) break;
        resume = walk.resumeToken;
      } while (hashes.length < 1_000);

      expect(hashes).toEqual(newestFirst(count).map(({ hash }) => hash));
    }));

  test("repeats a request only if the page has shifted meanwhile", async () => {
    let total = 30;
    const { client, asked } = connectToList(({ page, limit, count }) => {
      if (count === 1) total += 25;
      return pageOf(newestFirst(total), page, limit);
    });
    const shifts: Shift[] = [];
    const options = { onShift: (shift: Shift) => shifts.push(shift), prefetch: 0 };
    const items = await client.listTransactions({ limit: 10 }, options).toArray();
    expect(items).toEqual(newestFirst(30));
    expect(asked).toEqual([1, 2, 4, 5, 6]);
    expect(shifts).toEqual([{ duplicates: 5, mayHaveGaps: false }]);
  });

  test("does not request a page beyond the known total", async () => {
    const { client, asked } = growingList(40, () => 0);
    expect(await client.listTransactions({ limit: 20 }).toArray()).toHaveLength(40);
    expect(asked).toEqual([1, 2]);
    expect(await client.listTransactions({ limit: 50 }).toArray({ limit: 40 })).toHaveLength(40);
    expect(asked).toEqual([1, 2, 1]);
  });

  test("is given up where it grows by more than a page from each request to the next", async () => {
    let growth = 10;
    let total = 100;
    const { client, asked } = connectToList(({ page, limit }) => {
      growth += 20;
      total += growth;
      return pageOf(newestFirst(total), page, limit);
    });
    await expect(client.listTransactions({ limit: 5 }).toArray()).rejects.toMatchObject({
      name: "ContractError",
      operation: "listTransactions",
    });
    expect(asked.length).toBe(51);
  });

  test("begins at the requested page, and never yields items before it", async () => {
    let total = 30;
    const { client } = connectToList(({ page, limit, count }) => {
      total += count === 0 ? 0 : 7;
      return pageOf(newestFirst(total), page, limit);
    });
    const items = await client.listTransactions({ page: 2, limit: 10 }).toArray();
    expect(items).toEqual(newestFirst(20));
  });

  test("shows on each page what moved until then", async () => {
    let total = 30;
    const { client } = connectToList(({ page, limit, count }) => {
      total += count === 0 ? 0 : 3;
      return pageOf(newestFirst(total), page, limit);
    });
    const first = await client.listTransactions({ limit: 10 });
    expect(first.shift).toEqual({ duplicates: 0, mayHaveGaps: false });
    const second = await first.next();
    expect(second?.items.map(({ hash }) => hash)).toEqual(
      [19, 18, 17, 16, 15, 14, 13].map((number) => `0x${number}`),
    );
    expect(second?.pagination).toMatchObject({ page: 2, limit: 10, totalItems: 33 });
    expect(second?.shift).toEqual({ duplicates: 3, mayHaveGaps: false });
  });
});

describe("a newest-first list that loses items to a reorganisation", () => {
  const old = newestFirst(30);
  const replaced = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ hash: `0xnew${count - 1 - index}` }));

  test("gives the others once, and says how many it may have missed", async () => {
    // 26 to 29 were given; 22 to 29 are replaced by nine others.
    const after = [...replaced(9), ...old.slice(8)];
    const { client } = connectToList(({ page, limit, count }) =>
      pageOf(count === 0 ? old : after, page, limit),
    );
    const walk = client.listTransactions({ limit: 4 }, { prefetch: 0 }).walk();
    const hashes: string[] = [];
    for await (const { hash } of walk) hashes.push(hash);
    expect(new Set(hashes).size).toBe(hashes.length);
    const missed = after.filter(({ hash }) => !hashes.includes(hash)).length - 1;
    expect(missed).toBe(3);
    expect(walk.shift).toMatchObject({ mayHaveGaps: true });
  });

  test("finds its position again if more items were removed than added", async () => {
    const { client } = connectToList(({ page, limit, count }) =>
      pageOf(count === 0 ? old : old.slice(3), page, limit),
    );
    const walk = client.listTransactions({ limit: 10 }, { prefetch: 0 }).walk();
    const hashes: string[] = [];
    for await (const { hash } of walk) hashes.push(hash);
    expect(hashes).toEqual(old.map(({ hash }) => hash));
    expect(walk.shift).toMatchObject({ mayHaveGaps: false });
  });

  test("continues with the remaining items if its position was removed", async () => {
    const after = [...replaced(1), ...old.slice(20)];
    const { client } = connectToList(({ page, limit, count }) =>
      pageOf(count === 0 ? old : after, page, limit),
    );
    const walk = client.listTransactions({ limit: 10 }, { prefetch: 0 }).walk();
    const hashes: string[] = [];
    for await (const { hash } of walk) hashes.push(hash);
    expect(hashes).toEqual([...old.slice(0, 10), ...after].map(({ hash }) => hash));
    expect(walk.shift?.mayHaveGaps).toBe(true);
  });

  test("never gives an item twice, and ends, whatever the seed", () =>
    forSeeds(100 / PART, async (random) => {
      let items = newestFirst(random.upTo(60));
      const { client, asked } = connectToList(({ page, limit, count }) => {
        const removed = random.next() < 0.3 ? random.upTo(items.length) : 0;
        const added = Array.from({ length: random.upTo(8) }, (_, index) => ({
          hash: `0x${count}+${index}`,
        }));
        items = [...added, ...items.slice(removed)];
        return pageOf(items, page, limit);
      });
      const found = await client.listTransactions({ limit: 1 + random.upTo(9) }).toArray();
      expect(new Set(found.map(({ hash }) => hash)).size).toBe(found.length);
      expect(asked.length).toBeLessThan(300);
    }));
});
