import { describe, expect, test } from "vitest";
import { connectTo } from "../_client.ts";
import { forSeeds } from "../_random.ts";

/** A list of validators that `change` replaces before each request after the first. */
function movingList(count: number, change: (names: string[], count: number) => string[]) {
  let names = Array.from({ length: count }, (_, index) => `dx1v${index}`);
  let requests = 0;
  function respond(request: Request): Response {
    if (requests > 0) names = change(names, requests);
    requests += 1;
    const query = new URL(request.url).searchParams;
    const page = Number(query.get("page") ?? 1);
    const limit = Number(query.get("limit") ?? 20);
    const validators = names.slice((page - 1) * limit, page * limit).map(validator);
    const pagination = { page, limit, totalItems: names.length };
    const meta = { timestamp: 1, requestId: "r" };
    return Response.json({ success: true, data: { validators, pagination }, meta });
  }
  const { client } = connectTo("delta", respond, { tier: "Enterprise" });
  return { client, now: () => names };
}

function validator(address: string): object {
  const stakes = { stake: "1", delegatedStake: "0", commission: 0, uptime: 1 };
  return { address, name: address, ...stakes, status: "active" };
}

describe("a list that changes anywhere between pages", () => {
  test("gives an item that moved down once, and reports the one that moved up as missed", async () => {
    const { client } = movingList(9, (names, count) =>
      count === 1 ? ["dx1v5", ...names.filter((name) => name !== "dx1v5")] : names,
    );
    const walk = client.listValidators({ limit: 3 }).walk();
    const found: string[] = [];
    for await (const { address } of walk) found.push(address);
    expect(found).toEqual(["dx1v0", "dx1v1", "dx1v2", "dx1v3", "dx1v4", "dx1v6", "dx1v7", "dx1v8"]);
    expect(walk.shift).toEqual({ duplicates: 1, mayHaveGaps: true });
  });

  test("reports what a filter no longer takes", async () => {
    const { client } = movingList(9, (names, count) => (count === 1 ? names.slice(1) : names));
    const page = await client.listValidators({ limit: 3 });
    const next = await page.next();
    expect(next?.items.map(({ address }) => address)).toEqual(["dx1v4", "dx1v5", "dx1v6"]);
    expect(next?.shift).toEqual({ duplicates: 0, mayHaveGaps: true });
  });

  test("reports an item that comes again where the totals are wrong", async () => {
    const pages = [["dx1v0", "dx1v1"], ["dx1v1", "dx1v3"], []];
    const meta = { timestamp: 1, requestId: "r" };
    const { client } = connectTo("delta", (request) => {
      const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
      const validators = pages[page - 1]?.map(validator);
      const pagination = { page, limit: 2, totalItems: 0 };
      return Response.json({ success: true, data: { validators, pagination }, meta });
    });
    const walk = client.listValidators({ limit: 2 }).walk();
    const found: string[] = [];
    for await (const { address } of walk) found.push(address);
    expect(found).toEqual(["dx1v0", "dx1v1", "dx1v3"]);
    expect(walk.shift).toEqual({ duplicates: 1, mayHaveGaps: true });
  });

  test("may have missed items where a list that grows at its end is shorter than what was given", async () => {
    const meta = { timestamp: 1, requestId: "r" };
    const { client } = connectTo("delta", (request) => {
      const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
      const totalItems = page === 1 ? 30 : 5;
      const numbers = page === 1 ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : [];
      const fields = { timestamp: 1, txCount: 0, validator: "dx1v0" };
      const blocks = numbers.map((number) => ({ number, hash: `0x${number}`, ...fields }));
      const pagination = { page, limit: 10, totalItems };
      return Response.json({ success: true, data: { blocks, pagination }, meta });
    });
    const walk = client.listBlocks({ order: "asc", limit: 10 }, { prefetch: 0 }).walk();
    const found: number[] = [];
    for await (const { number } of walk) found.push(number);
    expect(found).toHaveLength(10);
    expect((await client.listBlocks({ order: "asc", limit: 10 })).shift.mayHaveGaps).toBe(false);
    expect(walk.shift?.mayHaveGaps).toBe(true);
  });

  test("is complete and reports no shift while nothing moves", async () => {
    const { client } = movingList(9, (names) => names);
    const walk = client.listValidators({ limit: 2 }).walk();
    const found: string[] = [];
    for await (const { address } of walk) found.push(address);
    expect(found).toHaveLength(9);
    expect(walk.shift).toEqual({ duplicates: 0, mayHaveGaps: false });
  });

  test("gives no item twice and misses no more than it reports, for every seed", () =>
    forSeeds(100, async (random) => {
      const isShrinking = random.next() < 0.5;
      const { client, now } = movingList(5 + random.upTo(40), (names) => {
        const kept =
          isShrinking && names.length > 3
            ? names.toSpliced(random.upTo(names.length - 1), 1)
            : names;
        const from = random.upTo(kept.length - 1);
        const moved = kept[from] ?? "";
        return kept.toSpliced(from, 1).toSpliced(random.upTo(kept.length - 1), 0, moved);
      });
      const walk = client
        .listValidators({ limit: 1 + random.upTo(9) }, { prefetch: random.upTo(2) })
        .walk();
      const found: string[] = [];
      for await (const { address } of walk) found.push(address);
      expect(new Set(found).size).toBe(found.length);
      const missed = now().filter((name) => !found.includes(name));
      if (missed.length > 0) expect(walk.shift?.mayHaveGaps).toBe(true);
    }));

  test("resumes by a token without items given before", async () => {
    const { client } = movingList(9, (names, count) =>
      count === 1 ? ["dx1v8", ...names.slice(0, 8)] : names,
    );
    const first = await client.listValidators({ limit: 3 });
    const rest = client.listValidators({ limit: 3 }, { resume: first.resumeToken });
    expect((await rest.toArray()).map(({ address }) => address)).toEqual([
      "dx1v3",
      "dx1v4",
      "dx1v5",
      "dx1v6",
      "dx1v7",
    ]);
  });
});
