import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { TIERS } from "../../../../src/generated/tiers.gen.ts";
import { Limiter, limitText, rateHeaders } from "../../../../src/service/access/rate_limit/mod.ts";
import { IS_WHOLE } from "../../../_suites.ts";

const MIDNIGHT = Date.UTC(2026, 0, 2);

function openLimiter(options: { start?: number; maximumSubjects?: number } = {}) {
  let now = options.start ?? Date.UTC(2026, 0, 1);
  const { maximumSubjects = 10 } = options;
  const limiter = new Limiter({ clock: () => now, maximumSubjects });
  return {
    limiter,
    wait: (ms: number) => (now += ms),
    until: (moment: number) => (now = moment),
    /** Number of `count` single requests that are admitted. */
    send: (count: number, subject = "address:a", limits = TIERS.Public) =>
      Array.from({ length: count }, () => limiter.admit(subject, limits)).filter(
        ({ isAdmitted }) => isAdmitted,
      ).length,
  };
}

describe("Limiter", () => {
  test("admits one second's requests at once, then refills evenly", () => {
    const { send, wait } = openLimiter();
    expect(send(25)).toBe(10);
    wait(99);
    expect(send(1)).toBe(0);
    wait(1);
    expect(send(2)).toBe(1);
    wait(500);
    expect(send(25)).toBe(5);
    wait(60_000);
    expect(send(25)).toBe(10);
  });

  test("admits a burst of its own where the limits name one, then refills evenly", () => {
    const { limiter, send, wait } = openLimiter();
    const limits = { requestsPerSecond: 20, requestsPerDay: Infinity, burst: 200 };
    expect(send(250, "address:a", limits)).toBe(200);
    expect(limiter.admit("address:a", limits)).toMatchObject({
      retryAfter: 1,
      refusedBy: "second",
    });
    wait(49);
    expect(send(1, "address:a", limits)).toBe(0);
    wait(1);
    expect(send(2, "address:a", limits)).toBe(1);
    wait(1_000);
    expect(send(250, "address:a", limits)).toBe(20);
    wait(60_000);
    expect(send(250, "address:a", limits)).toBe(200);
  });

  test("never admits more than rate and burst over a long time", () => {
    const { send, wait } = openLimiter();
    let admitted = 0;
    for (let step = 0; step < 1_000; step++) {
      admitted += send(3);
      wait(37);
    }
    expect(admitted).toBeLessThanOrEqual(10 + 370);
    expect(admitted).toBeGreaterThanOrEqual(370);
  });

  test("counts each subject and tier by itself", () => {
    const { send } = openLimiter();
    expect(send(20, "address:a")).toBe(10);
    expect(send(20, "address:b")).toBe(10);
    expect(send(200, "email:c", TIERS.Registered)).toBe(100);
  });

  test("lets an unlimited tier pass without a counter", () => {
    const { limiter } = openLimiter();
    const admission = limiter.admit("email:e", TIERS.Enterprise, 1_000_000);
    expect(admission).toEqual({ isAdmitted: true, retryAfter: 0, quotas: undefined });
    expect(limiter.size).toBe(0);
    expect(rateHeaders(admission)).toEqual({});
  });

  test("paces what it never refuses: half of a burst goes at once, then one in the time of a request", () => {
    const { limiter, wait } = openLimiter();
    const pace = (): number => limiter.pace("address:a", TIERS.Public);
    expect(Array.from({ length: 7 }, pace)).toEqual([0, 0, 0, 0, 0, 100, 200]);
    wait(200);
    expect(pace()).toBeCloseTo(100);
    wait(60_000);
    expect(pace()).toBe(0);
  });

  test("leaves half of a burst to requests beside what is paced, which waits for theirs", () => {
    const { limiter, send, wait } = openLimiter();
    for (let page = 0; page < 100; page++) wait(limiter.pace("address:a", TIERS.Public));
    expect(send(10)).toBe(5);
    expect(limiter.pace("address:a", TIERS.Public)).toBeCloseTo(600);
    expect(limiter.pace("address:b", TIERS.Public)).toBe(0);
  });

  test("counts what is paced to no day, and does not end it with one", () => {
    const { limiter, wait } = openLimiter({ start: MIDNIGHT - 3_600_000 });
    expect(limiter.admit("address:a", TIERS.Public, 9_999).isAdmitted).toBe(true);
    wait(1_200_000);
    for (let page = 0; page < 3; page++) limiter.pace("address:a", TIERS.Public);
    const last = limiter.admit("address:a", TIERS.Public);
    expect(last.quotas).toMatchObject({ second: { remaining: 6 }, day: { remaining: 0 } });
    expect(limiter.admit("address:a", TIERS.Public).refusedBy).toBe("day");
    expect(limiter.pace("address:a", TIERS.Public)).toBe(0);
  });

  test("paces no tier without limits", () => {
    const { limiter } = openLimiter();
    expect(Array.from({ length: 50 }, () => limiter.pace("email:e", TIERS.Enterprise))).toEqual(
      Array.from({ length: 50 }, () => 0),
    );
    expect(limiter.size).toBe(0);
  });

  test("ends the day at its limit, until midnight", () => {
    const { limiter, send, wait, until } = openLimiter({ start: MIDNIGHT - 3_600_000 });
    for (let second = 0; second < 1_000; second++) {
      expect(send(10)).toBe(10);
      wait(1_000);
    }
    const refused = limiter.admit("address:a", TIERS.Public);
    expect(refused).toMatchObject({ isAdmitted: false, retryAfter: 2_600 });
    expect(refused.quotas?.day).toEqual({ limit: 10_000, remaining: 0, resetAfter: 2_600 });
    until(MIDNIGHT);
    expect(send(20)).toBe(10);
  });

  test("admits a batch that fits and refuses one that does not, at no cost", () => {
    const { limiter, send } = openLimiter();
    expect(limiter.admit("address:a", TIERS.Public, 7).isAdmitted).toBe(true);
    expect(limiter.admit("address:a", TIERS.Public, 4)).toMatchObject({
      isAdmitted: false,
      retryAfter: 1,
    });
    expect(send(9)).toBe(3);
  });

  test("admits a batch above one second's requests as debt", () => {
    const { limiter, send, wait } = openLimiter();
    expect(send(9)).toBe(9);
    expect(limiter.admit("address:a", TIERS.Public, 50).isAdmitted).toBe(true);
    const refused = limiter.admit("address:a", TIERS.Public);
    expect(refused).toMatchObject({ isAdmitted: false, retryAfter: 5 });
    wait(4_900);
    expect(send(1)).toBe(0);
    wait(100);
    expect(send(5)).toBe(1);
  });

  test("refuses a batch that the day does not cover", () => {
    const { limiter, wait } = openLimiter({ start: MIDNIGHT - 3_600_000 });
    expect(limiter.admit("address:a", TIERS.Public, 9_990).isAdmitted).toBe(true);
    wait(1_000_000);
    expect(limiter.admit("address:a", TIERS.Public, 11)).toMatchObject({
      isAdmitted: false,
      retryAfter: 2_600,
    });
    expect(limiter.admit("address:a", TIERS.Public, 10).isAdmitted).toBe(true);
  });

  test("judges a batch as a whole when its first request was charged before", () => {
    const { limiter, send } = openLimiter();
    expect(send(9)).toBe(9);
    expect(send(1)).toBe(1);
    expect(limiter.admit("address:a", TIERS.Public, 50, 1).isAdmitted).toBe(true);
    expect(limiter.admit("address:a", TIERS.Public)).toMatchObject({ retryAfter: 5 });
  });

  test("keeps the first request of a refused batch charged", () => {
    const { limiter, send } = openLimiter();
    expect(send(8)).toBe(8);
    expect(limiter.admit("address:a", TIERS.Public, 4, 1)).toMatchObject({
      isAdmitted: false,
      retryAfter: 1,
      quotas: { second: { remaining: 2 }, day: { remaining: 9_992 } },
    });
    expect(send(5)).toBe(2);
  });

  test("keeps it charged where the day does not cover the batch", () => {
    const { limiter, wait } = openLimiter();
    limiter.admit("address:a", TIERS.Public, 9_990);
    wait(1_000_000);
    limiter.admit("address:a", TIERS.Public);
    expect(limiter.admit("address:a", TIERS.Public, 11, 1)).toMatchObject({
      refusedBy: "day",
      quotas: { day: { remaining: 9 } },
    });
    expect(limiter.admit("address:a", TIERS.Public, 10, 1).isAdmitted).toBe(true);
  });

  test("stays bounded under a flood of addresses and drops no counter in use", () => {
    const { limiter, send, until } = openLimiter({ start: MIDNIGHT - 60_000, maximumSubjects: 10 });
    expect(send(20, "address:first")).toBe(10);
    for (let index = 0; index < 9; index++) expect(send(1, `address:${index}`)).toBe(1);
    let shared = 0;
    for (let index = 0; index < 1_000; index++) shared += send(1, `address:flood-${index}`);
    expect(shared).toBe(10);
    expect(limiter.size).toBe(11);
    expect(send(1, "address:first")).toBe(0);
    until(MIDNIGHT + 1_000);
    expect(send(1, "address:newcomer")).toBe(1);
    expect(limiter.size).toBe(1);
  });
});

/** Bytes on the heap that are no garbage. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

describe("a flood of addresses", () => {
  test.runIf(IS_WHOLE)(
    "of 200,000 leaves the table at its bound and the memory where it was",
    () => {
      const { limiter } = openLimiter({ start: MIDNIGHT - 3_600_000, maximumSubjects: 50_000 });
      for (let index = 0; index < 50_000; index++) limiter.admit(`address:${index}`, TIERS.Public);
      const before = heapInUse();
      for (let index = 50_000; index < 200_000; index++) {
        limiter.admit(`address:2001:db8::${index}`, TIERS.Public);
      }
      expect(limiter.size).toBe(50_001);
      // Unbounded, the table would have grown by more than 15 MB.
      expect(heapInUse() - before).toBeLessThan(4_000_000);
    },
  );
});

test("a clock that is set back makes nobody wait for it", () => {
  const { limiter, send, wait } = openLimiter();
  expect(send(10)).toBe(10);
  limiter.admit("address:b", TIERS.Public, 30);
  wait(-3_600_000);
  expect(limiter.admit("address:a", TIERS.Public).retryAfter).toBe(1);
  wait(1_000);
  expect(send(25)).toBe(10);
  expect(limiter.admit("address:b", TIERS.Public).retryAfter).toBe(2);
});

describe("a refused request learns which quota refused it", () => {
  test("within the second before midnight", () => {
    const { limiter, send } = openLimiter({ start: MIDNIGHT - 500 });
    send(10);
    const refused = limiter.admit("address:a", TIERS.Public);
    expect(limitText("Public", refused)).toBe(
      "The tier Public allows 10 requests per second, retry in 1 second",
    );
    expect(rateHeaders(refused).RateLimit).toMatch('"second";r=0;t=1, "day";r=');
  });

  test("where the day's is spent, and the second's too", () => {
    const { limiter } = openLimiter({ start: MIDNIGHT - 3_600_000 });
    limiter.admit("address:a", TIERS.Public, 10_000);
    const refused = limiter.admit("address:a", TIERS.Public);
    expect(limitText("Public", refused)).toMatch(/allows 10000 requests per day, retry in 3600/);
    expect(rateHeaders(refused)).toMatchObject({
      RateLimit: expect.stringContaining('"day";r=0;t=3600') as string,
      "Retry-After": "3600",
    });
  });

  test("where the day does not cover a batch", () => {
    const { limiter, wait } = openLimiter({ start: MIDNIGHT - 3_600_000 });
    limiter.admit("address:a", TIERS.Public, 9_960);
    wait(1_800_000);
    expect(rateHeaders(limiter.admit("address:a", TIERS.Public, 50))).toMatchObject({
      RateLimit: '"second";r=10;t=0, "day";r=40;t=1800',
      "Retry-After": "1800",
    });
  });
});

describe("rateHeaders()", () => {
  test("tells both quotas, and where each stands", () => {
    const { limiter, wait } = openLimiter({ start: MIDNIGHT - 3_600_000 });
    expect(rateHeaders(limiter.admit("address:a", TIERS.Public))).toEqual({
      "RateLimit-Policy": '"second";q=10;w=1, "day";q=10000;w=86400',
      RateLimit: '"second";r=9;t=1, "day";r=9999;t=3600',
    });
    limiter.admit("address:a", TIERS.Public, 9_994);
    wait(1_200_000);
    expect(rateHeaders(limiter.admit("address:a", TIERS.Public)).RateLimit).toBe(
      '"second";r=9;t=1, "day";r=4;t=2400',
    );
  });

  test("says when to come back", () => {
    const { limiter } = openLimiter();
    limiter.admit("address:a", TIERS.Public, 30);
    const refused = limiter.admit("address:a", TIERS.Public);
    expect(rateHeaders(refused)).toMatchObject({
      RateLimit: expect.stringContaining('"second";r=0;t=3, "day";r=') as string,
      "Retry-After": "3",
    });
  });
});
