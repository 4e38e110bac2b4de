import { describe, expect, test } from "vitest";
import { planPolling } from "../../src/events/mod.ts";

const PUBLIC = { requestsPerDay: 10_000, blockTime: 2 };

describe("a plan", () => {
  test("spreads the share of the day that is granted", () => {
    expect(planPolling({ ...PUBLIC, share: 0.25 })).toEqual({
      interval: 34.56,
      requestsPerDay: 2500,
      blocksPerPoll: 17.28,
    });
    expect(planPolling({ ...PUBLIC, share: 1 }).interval).toBe(8.64);
  });

  test("never polls more often than blocks come", () => {
    expect(planPolling({ requestsPerDay: 100_000, share: 1, blockTime: 2 }).interval).toBe(2);
    expect(planPolling({ requestsPerDay: null, share: 0.1, blockTime: 12 }).interval).toBe(12);
  });

  test("takes what each block costs into account", () => {
    const plan = planPolling({ ...PUBLIC, share: 0.5, requestsPerBlock: 0.1 });
    // 43,200 blocks a day take 4,320 of 5,000 requests; 680 polls are left.
    expect(plan.interval).toBeCloseTo(86_400 / 680, 6);
    expect(plan.requestsPerDay).toBeCloseTo(5000, 6);
  });

  test("keeps a requested interval that the quota can pay for", () => {
    const plan = planPolling({ ...PUBLIC, share: 0.25, interval: 60 });
    expect(plan).toEqual({ interval: 60, requestsPerDay: 1440, blocksPerPoll: 30 });
  });

  test.each([
    [
      { ...PUBLIC, share: 0.25, interval: 10 },
      "Cannot poll: 0.25 of 10000 requests a day is 2500, but polling every 10 s takes 8640; " +
        "possible instead: an interval of 34.56 s, or a share of 0.864, or a tier with 34560 requests a day",
    ],
    [
      { ...PUBLIC, share: 0.25, requestsPerBlock: 1 },
      "Cannot poll: 0.25 of 10000 requests a day is 2500, but polling every 86400 s takes 43201; " +
        "possible instead: a tier with 172804 requests a day",
    ],
  ])("that cannot last the day is refused, with what would: %j", (budget, message) => {
    expect(() => planPolling(budget)).toThrow(new RangeError(message));
  });

  test("that a refusal names does last", () => {
    for (const blockTime of [0.5, 2, 7, 60]) {
      for (const interval of [1, 5, 33]) {
        const budget = { requestsPerDay: 10_000, blockTime, requestsPerBlock: 0.03 };
        let message = "";
        try {
          planPolling({ ...budget, share: 0.1, interval });
        } catch (error) {
          message = String(error);
        }
        const [, seconds] = /an interval of ([\d.]+) s/.exec(message) ?? [];
        if (seconds) planPolling({ ...budget, share: 0.1, interval: Number(seconds) });
        const [, share] = /a share of ([\d.]+)/.exec(message) ?? [];
        if (share) planPolling({ ...budget, share: Number(share), interval });
        const [, tier] = /a tier with (\d+)/.exec(message) ?? [];
        if (tier) planPolling({ ...budget, requestsPerDay: Number(tier), share: 0.1, interval });
      }
    }
  });

  test("lasts the rest of today where the rest of the day's budget is given", () => {
    const today = { remaining: 400, seconds: 43_200 };
    expect(planPolling({ ...PUBLIC, share: 0.25, today }).interval).toBe(432);
    const plenty = { remaining: 10_000, seconds: 43_200 };
    expect(planPolling({ ...PUBLIC, share: 0.25, today: plenty }).interval).toBe(34.56);
    const unlimited = { remaining: Infinity, seconds: 1 };
    expect(
      planPolling({ requestsPerDay: null, share: 1, blockTime: 2, today: unlimited }).interval,
    ).toBe(2);
  });

  test.each([
    [
      { share: 0.25, interval: 60, today: { remaining: 400, seconds: 43_200 } },
      "Cannot poll: 0.25 of 400 requests left for the last 43200 s of today is 100, but polling every 60 s takes 720; " +
        "possible instead: an interval of 432 s, or to begin with the next day",
    ],
    [
      { share: 0.25, interval: 60, today: { remaining: 1000, seconds: 43_200 } },
      "Cannot poll: 0.25 of 1000 requests left for the last 43200 s of today is 250, but polling every 60 s takes 720; " +
        "possible instead: an interval of 172.8 s, or a share of 0.72, or to begin with the next day",
    ],
    [
      { share: 0.5, requestsPerBlock: 0.1, today: { remaining: 3000, seconds: 43_200 } },
      "Cannot poll: 0.5 of 3000 requests left for the last 43200 s of today is 1500, but polling every 86400 s takes 2161; " +
        "possible instead: a share of 0.721, or to begin with the next day",
    ],
    [
      { share: 0.5, today: { remaining: 0, seconds: 60 } },
      "Cannot poll: 0.5 of 0 requests left for the last 60 s of today is 0, but polling every 86400 s takes 1; " +
        "possible instead: to begin with the next day",
    ],
  ])("that cannot last the rest of today is refused, with what would: %j", (change, message) => {
    const budget = { ...PUBLIC, ...change };
    expect(() => planPolling(budget)).toThrow(new RangeError(message));
    const [, seconds] = /an interval of ([\d.]+) s/.exec(message) ?? [];
    if (seconds) planPolling({ ...budget, interval: Number(seconds) });
    const [, share] = /a share of ([\d.]+)/.exec(message) ?? [];
    if (share) planPolling({ ...budget, share: Number(share) });
    planPolling({ ...budget, today: { remaining: 10_000, seconds: 86_400 } });
  });

  test.each([
    [{ share: 0 }, RangeError],
    [{ share: 1.5 }, RangeError],
    [{ blockTime: 0 }, RangeError],
    [{ blockTime: Number.NaN }, RangeError],
    [{ requestsPerDay: 0 }, RangeError],
    [{ requestsPerPoll: 0 }, RangeError],
    [{ requestsPerBlock: -1 }, RangeError],
    [{ interval: -1 }, RangeError],
    [{ today: { remaining: -1, seconds: 1 } }, RangeError],
    [{ today: { remaining: 1, seconds: 0 } }, RangeError],
    [{ share: "a" as never }, TypeError],
  ])("of wrong numbers is refused: %j", (change, kind) => {
    expect(() => planPolling({ ...PUBLIC, share: 0.5, ...change })).toThrow(kind);
  });
});
