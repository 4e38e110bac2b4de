import { createClient, type RedisClientType } from "redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  type Admission,
  Limiter,
  SharedLimiter,
} from "../../../src/service/access/rate_limit/mod.ts";
import { openRedis, type RedisConnection } from "../../../src/service/redis.ts";
import { type Redis, startRedis } from "../../_redis.ts";

const LIMITS = { requestsPerSecond: 10, requestsPerDay: 1_000 };
/** So few that no time passes in which one more is refilled. */
const SLOW = { requestsPerSecond: 0.001, requestsPerDay: 1_000, burst: 40 };

describe("rate limits that gateways share", () => {
  let redis: Redis;
  /** What an operator sees of Redis. */
  let console: RedisClientType;
  const connections: RedisConnection[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    console = createClient({ url: redis.url });
    console.on("error", () => undefined);
    await console.connect();
  });
  afterAll(async () => {
    console?.destroy();
    await Promise.all(connections.map((connection) => connection.close()));
    await redis?.kill();
  });

  async function gateway(
    count: number,
    maximumSubjects = 1_000,
  ): Promise<SharedLimiter & { connection: RedisConnection }> {
    const connection = await openRedis(redis.url, 60_000);
    connections.push(connection);
    await answering(connection);
    const own = new Limiter({ clock: () => 0 });
    const limiter = new SharedLimiter({
      evaluate: connection.evaluate,
      own,
      gateways: () => count,
      maximumSubjects,
    });
    return Object.assign(limiter, { connection });
  }

  async function answering(connection: RedisConnection): Promise<void> {
    while (connection.failure !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }

  test("together they admit what the tier allows, to the request", async () => {
    const gateways = await Promise.all([gateway(3), gateway(3), gateway(3)]);
    const all = gateways.flatMap((one) =>
      Array.from({ length: 50 }, () => one.admit("many", SLOW)),
    );
    const admissions = await Promise.all(all);
    expect(admissions.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(40);
    const refused = admissions.find(({ isAdmitted }) => !isAdmitted);
    expect(refused).toMatchObject({
      refusedBy: "second",
      quotas: { second: { limit: 40, remaining: 0 } },
    });
  });

  test("the day's quota is one for all of them too", async () => {
    const gateways = await Promise.all([gateway(2), gateway(2)]);
    const limits = { requestsPerSecond: 1_000, requestsPerDay: 30 };
    const all = gateways.flatMap((one) =>
      Array.from({ length: 30 }, () => one.admit("daily", limits)),
    );
    const admissions = await Promise.all(all);
    expect(admissions.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(30);
    expect(admissions.at(-1)).toMatchObject({ isAdmitted: false, refusedBy: "day" });
  });

  test("a batch is admitted where one request is left, as in one process, and the rest is owed", async () => {
    const one = await gateway(1);
    const own = new Limiter({ clock: () => 1_000_000_000 });
    for (const limiter of [own, one]) {
      const told = [
        await limiter.admit("batch", LIMITS),
        await limiter.admit("batch", LIMITS, 100, 1),
        await limiter.admit("batch", LIMITS),
      ];
      expect(told.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, false]);
      expect(told[2]).toMatchObject({ retryAfter: 10, refusedBy: "second" });
      expect(told[1]?.quotas?.day.remaining).toBe(900);
    }
  });

  test("what is paced waits for the rate that all of them share, whatever is left of the day, as in one process", async () => {
    const limits = { ...SLOW, requestsPerDay: 1 };
    const gateways = await Promise.all([gateway(2), gateway(2)]);
    const own = new Limiter({ clock: () => 1_000_000_000 });
    for (const [one, other = one] of [[own], gateways]) {
      if (!one || !other) throw new Error("No limiter");
      expect((await one.admit("paced", limits)).isAdmitted).toBe(true);
      const waits: number[] = [];
      for (let page = 0; page < 21; page++)
        waits.push(await (page % 2 ? one : other).pace("paced", limits));
      expect(waits.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => 0));
      // One in 1,000 seconds, but for the time that this test takes.
      expect(waits.slice(19).map((wait) => Math.round(wait / 100_000))).toEqual([10, 20]);
      expect(await one.admit("paced", limits)).toMatchObject({
        refusedBy: "day",
        quotas: { second: { remaining: 18 }, day: { remaining: 0 } },
      });
    }
  });

  test("a subject has no key of its own once its bucket is full, and its count for the day goes with the day", async () => {
    await console.flushAll();
    const one = await gateway(1);
    // The third of ten a second is refilled after 300 ms.
    for (let index = 0; index < 3; index++) await one.admit("short", LIMITS);
    const now = Number((await console.time())[0]);
    const midnight = (Math.floor(now / 86_400) + 1) * 86_400;
    const ends = new Map<string, number>();
    for (const key of await console.keys("*")) ends.set(key, await console.expireTime(key));
    const counts = [...ends].filter(([key]) => !key.includes("short"));
    expect(counts.map(([, end]) => end)).toEqual([midnight]);
    expect(ends.size).toBeLessThanOrEqual(2);
    await expect.poll(() => console.dbSize(), { interval: 20, timeout: 5_000 }).toBe(1);
    expect((await one.admit("short", LIMITS)).quotas?.day.remaining).toBe(996);
  });

  test("as many subjects as the bound says are counted on their own, further ones with each other", async () => {
    await console.flushAll();
    const [one, other] = await Promise.all([gateway(2, 5), gateway(2, 5)]);
    for (let subject = 0; subject < 5; subject++) await one.admit(`known ${subject}`, SLOW);
    let admitted = 0;
    for (let subject = 0; subject < 100; subject++) {
      const { isAdmitted } = await (subject % 2 ? one : other).admit(`new ${subject}`, SLOW);
      if (isAdmitted) admitted++;
    }
    expect(admitted).toBe(40);
    expect((await other.admit("known 3", SLOW)).quotas?.second.remaining).toBe(38);
    // Five buckets, that of the further ones, and the counts of the day.
    expect(await console.dbSize()).toBe(7);
  });

  test("while Redis is away each admits its part, neither more nor nothing, and then they share again", async () => {
    const one = await gateway(4);
    await redis.kill();
    const alone: Admission[] = [];
    for (let index = 0; index < 20; index++) alone.push(await one.admit("part", SLOW));
    expect(alone.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(10);
    const waits: number[] = [];
    for (let page = 0; page < 6; page++) waits.push(await one.pace("page", SLOW));
    // Half of its part goes at once, then one in the time of its part.
    expect(waits).toEqual([0, 0, 0, 0, 0, 4_000_000]);
    expect(one.connection.failure).toBeDefined();
    await redis.start();
    await answering(one.connection);
    expect((await one.admit("part", SLOW)).quotas?.second).toMatchObject({
      limit: 40,
      remaining: 39,
    });
  });

  test("a tier without limits asks nobody", async () => {
    const limiter = new SharedLimiter({
      evaluate: () => Promise.reject(new Error("was asked")),
      own: new Limiter(),
      gateways: () => 1,
      maximumSubjects: 1,
    });
    const unlimited = { requestsPerSecond: null, requestsPerDay: null };
    expect(await limiter.admit("anyone", unlimited)).toMatchObject({
      isAdmitted: true,
      quotas: undefined,
    });
  });
});
