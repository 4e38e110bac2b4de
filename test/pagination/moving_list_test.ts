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
    expect(walk.shift).toEqual({ duplicates: 1, shifted: 0, shrunk: 0, possibleGaps: 1 });
  });

  test("reports what a filter no longer takes", async () => {
    const { client } = movingList(9, (names, count) => (count === 1 ? names.slice(1) : names));
    const page = await client.listValidators({ limit: 3 });
    const next = await page.next();
    expect(next?.items.map(({ address }) => address)).toEqual(["dx1v4", "dx1v5", "dx1v6"]);
    expect(next?.shift).toEqual({ duplicates: 0, shifted: 0, shrunk: 1, possibleGaps: 1 });
  });

  test("is complete and reports no shift while nothing moves", async () => {
    const { client } = movingList(9, (names) => names);
    const walk = client.listValidators({ limit: 2 }).walk();
    const found: string[] = [];
    for await (const { address } of walk) found.push(address);
    expect(found).toHaveLength(9);
    expect(walk.shift).toEqual({ duplicates: 0, shifted: 0, shrunk: 0, possibleGaps: 0 });
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
      expect(missed.length).toBeLessThanOrEqual(walk.shift?.possibleGaps ?? 0);
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
