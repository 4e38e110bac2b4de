import { describe, expect, test } from "vitest";
import { connectToList, newestFirst, pageOf } from "./_fake_list.ts";

/** 50 items that never change. */
function steadyList() {
  return connectToList(({ page, limit }) => pageOf(newestFirst(50), page, limit));
}

describe("loops over a list", () => {
  test("begin with the page that was awaited, fetched once, and give the same items", async () => {
    const { client, asked } = steadyList();
    const list = client.listTransactions({ limit: 20 }, { prefetch: 0 });
    const first = await list;
    expect(await list).toBe(first);
    const once = await list.toArray();
    expect(asked).toEqual([1, 2, 3]);
    expect(await list.toArray()).toEqual(once);
    expect(asked).toEqual([1, 2, 3, 2, 3]);
  });

  test("run beside each other without mixing their items", async () => {
    const { client } = steadyList();
    const list = client.listTransactions({ limit: 7 });
    const [one, other] = await Promise.all([list.toArray(), list.toArray()]);
    expect(one).toEqual(newestFirst(50));
    expect(other).toEqual(one);
  });

  test("take calls of next before earlier ones are answered, each item once and in order", async () => {
    const { client, asked } = steadyList();
    const walk = client.listTransactions({ limit: 2 }, { prefetch: 0 }).walk();
    const results = await Promise.all(Array.from({ length: 9 }, () => walk.next()));
    expect(results.map(({ value }) => value)).toEqual(newestFirst(50).slice(0, 9));
    expect(asked).toEqual([1, 2, 3, 4, 5]);
    await walk.return();
    expect(await walk.next()).toEqual({ done: true, value: undefined });
  });

  test("fetch anew after a failure", async () => {
    let isBroken = true;
    const { client, asked } = connectToList(({ page, limit }) => {
      if (isBroken) return {};
      return pageOf(newestFirst(50), page, limit);
    });
    const list = client.listTransactions({ limit: 20 });
    await expect(Promise.resolve(list)).rejects.toMatchObject({ name: "ContractError" });
    isBroken = false;
    const page = await list;
    isBroken = true;
    await expect(page.next()).rejects.toMatchObject({ name: "ContractError" });
    isBroken = false;
    expect((await page.next())?.items).toHaveLength(20);
    expect(asked).toEqual([1, 1, 2, 2]);
  });
});

describe("a page", () => {
  test("fetches its next one once, however often it is asked", async () => {
    const { client, asked } = steadyList();
    const first = await client.listTransactions({ limit: 20 });
    const [one, other] = await Promise.all([first.next(), first.next()]);
    expect(one).toBe(other);
    expect(await first.next()).toBe(one);
    expect(asked).toEqual([1, 2]);
  });

  test("gives undefined behind the last one, and asks for nothing", async () => {
    const { client, asked } = steadyList();
    let last = await client.listTransactions({ limit: 20, page: 2 });
    for (let next = await last.next(); next; next = await last.next()) last = next;
    expect(last.hasNext).toBe(false);
    const { length } = asked;
    expect(await last.next()).toBeUndefined();
    expect(asked).toHaveLength(length);
  });

  test("is iterated like its list, from its own first item on, without a further request for it", async () => {
    const { client, asked } = steadyList();
    const all = await client.listTransactions({ limit: 20 }).toArray();
    asked.length = 0;
    const listOf = async () => client.listTransactions({ limit: 20 });
    const page = await listOf();
    expect(asked).toEqual([1]);
    const items: unknown[] = [];
    for await (const item of page) items.push(item);
    expect(items).toEqual(all);
    expect(asked).toEqual([1, 2, 3]);
    const second = await page.next();
    const rest: unknown[] = [];
    for await (const item of second ?? []) rest.push(item);
    expect(rest).toEqual(all.slice(20));
  });

  test("is not fetched where an async function hands out the walk of a list", async () => {
    const { client, asked } = steadyList();
    const walkOf = async () => client.listTransactions({ limit: 20 }).walk();
    const walk = await walkOf();
    expect(asked).toEqual([]);
    expect((await walk.next()).value).toMatchObject({ hash: expect.any(String) as string });
  });

  test("says which values selected its items although the caller left them out", async () => {
    const { client } = steadyList();
    expect((await client.listTransactions()).defaults).toEqual({ type: "all" });
    expect((await client.listTransactions({ type: "transfer" })).defaults).toEqual({});
  });
});

describe("fetching ahead", () => {
  /** Answers the first page, and no other before `release` is called. */
  function heldList() {
    const held = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const { client, asked } = connectToList(async ({ page, limit, signal }) => {
      signals.push(signal);
      if (page > 1) await held.promise;
      return pageOf(newestFirst(50), page, limit);
    });
    return { client, asked, signals, release: held.resolve };
  }

  test("begins past half of a page, and is abandoned when the loop ends", async () => {
    const { client, asked, signals, release } = heldList();
    let taken = 0;
    for await (const _ of client.listTransactions({ limit: 10 })) {
      taken += 1;
      expect(asked).toEqual(taken <= 5 ? [1] : [1, 2]);
      if (taken === 8) break;
    }
    expect(signals[1]?.aborted).toBe(true);
    release();
  });

  test("begins with a page in a loop over pages", async () => {
    const { client, asked, signals, release } = heldList();
    for await (const page of client.listTransactions({ limit: 10 }).pages()) {
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      expect(asked).toEqual([1, 2]);
      expect(page.items).toHaveLength(10);
      break;
    }
    expect(signals[1]?.aborted).toBe(true);
    release();
  });

  test("does not happen with prefetch 0, nor beyond the limit of toArray", async () => {
    const { client, asked } = steadyList();
    for await (const { hash } of client.listTransactions({ limit: 10 }, { prefetch: 0 }))
      if (hash === "0x40") break;
    expect(asked).toEqual([1]);
    const items = await client
      .listTransactions({ limit: 10 }, { prefetch: 4 })
      .toArray({ limit: 15 });
    expect(items).toHaveLength(15);
    expect(asked).toEqual([1, 1, 2]);
  });

  test("goes as many pages ahead as asked", async () => {
    const { client, asked } = steadyList();
    for await (const _ of client.listTransactions({ limit: 10 }, { prefetch: 3 }).pages()) {
      await new Promise((resolve) => setImmediate(resolve));
      break;
    }
    expect(asked).toEqual([1, 2, 3, 4]);
  });

  test("reports a failure only to the loop that reaches it", async () => {
    const { client } = connectToList(({ page, limit }) =>
      page === 2 ? {} : pageOf(newestFirst(50), page, limit),
    );
    const seen: string[] = [];
    const loop = async (): Promise<void> => {
      for await (const { hash } of client.listTransactions({ limit: 10 })) seen.push(hash);
    };
    await expect(loop()).rejects.toMatchObject({ name: "ContractError" });
    expect(seen).toHaveLength(10);
    for await (const { hash } of client.listTransactions({ limit: 10 })) if (hash === "0x40") break;
    await new Promise((resolve) => setImmediate(resolve));
  });

  test("ends with the caller's signal, by its reason", async () => {
    const { client, signals, release } = heldList();
    const controller = new AbortController();
    const reason = new Error("enough");
    const options = { signal: controller.signal };
    const loop = async (): Promise<void> => {
      for await (const { hash } of client.listTransactions({ limit: 10 }, options))
        if (hash === "0x40") controller.abort(reason);
    };
    await expect(loop()).rejects.toBe(reason);
    expect(signals[1]?.aborted).toBe(true);
    release();
  });

  test("ends with return, while a page is on its way", async () => {
    const { client, signals, release } = heldList();
    const walk = client.listTransactions({ limit: 1 }, { prefetch: 0 }).walk();
    await walk.next();
    const pending = walk.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await walk.return()).toEqual({ done: true, value: undefined });
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(signals[1]?.aborted).toBe(true);
    release();
  });

  test("ends with return before the first page, which other loops still get", async () => {
    const held = Promise.withResolvers<void>();
    const { client, asked } = connectToList(async ({ page, limit }) => {
      await held.promise;
      return pageOf(newestFirst(3), page, limit);
    });
    const list = client.listTransactions({ limit: 5 });
    const walk = list.walk();
    const [pending, others] = [walk.next(), list.toArray()];
    expect(await walk.return()).toEqual({ done: true, value: undefined });
    expect(await pending).toEqual({ done: true, value: undefined });
    held.resolve();
    expect(await others).toEqual(newestFirst(3));
    expect(asked).toEqual([1]);
  });
});
