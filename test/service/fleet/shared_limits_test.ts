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

describe("rate limits that gateways share", { tags: ["servers"] }, () => {
  let redis: Redis;
  const connections: RedisConnection[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await redis?.kill();
  });

  async function gateway(count: number): Promise<SharedLimiter & { connection: RedisConnection }> {
    const connection = await openRedis(redis.url);
    connections.push(connection);
    await answering(connection);
    const own = new Limiter({ clock: () => 0 });
    const limiter = new SharedLimiter({
      evaluate: connection.evaluate,
      own,
      gateways: () => count,
    });
    return Object.assign(limiter, { connection });
  }

  async function answering({ failure }: RedisConnection): Promise<void> {
    const connection = connections.at(-1) as RedisConnection;
    while (failure !== undefined && connection.failure !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  test("together they admit what the tier allows, to the request", async () => {
    const gateways = await Promise.all([gateway(3), gateway(3), gateway(3)]);
    const all = Array.from({ length: 150 }, (_, index) => gateways[index % 3]?.admit("many", SLOW));
    const admissions = (await Promise.all(all)) as Admission[];
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
    const all = Array.from({ length: 60 }, (_, index) =>
      gateways[index % 2]?.admit("daily", limits),
    );
    const admissions = (await Promise.all(all)) as Admission[];
    expect(admissions.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(30);
    expect(admissions.at(-1)).toMatchObject({ isAdmitted: false, refusedBy: "day" });
  });

  test("a batch is admitted where one request is left, as in one process, and the rest is owed", async () => {
    const one = await gateway(1);
    const own = new Limiter({ clock: () => 1_000_000_000 });
    for (const limiter of [own, one]) {
      const told = [
        await limiter.admit("batch", LIMITS),
        await limiter.admitFurther("batch", LIMITS, 99),
        await limiter.admit("batch", LIMITS),
      ];
      expect(told.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, false]);
      expect(told[2]).toMatchObject({ retryAfter: 10, refusedBy: "second" });
      expect(told[1]?.quotas?.day.remaining).toBe(900);
    }
  });

  test("while Redis is away each admits its part, neither more nor nothing, and then they share again", async () => {
    const one = await gateway(4);
    await redis.kill();
    const alone: Admission[] = [];
    for (let index = 0; index < 20; index++) alone.push(await one.admit("part", SLOW));
    expect(alone.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(10);
    expect(one.connection.failure).toBeDefined();
    await redis.start();
    while (one.connection.failure !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 20));
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
    });
    const unlimited = { requestsPerSecond: null, requestsPerDay: null };
    expect(await limiter.admit("anyone", unlimited)).toMatchObject({
      isAdmitted: true,
      quotas: undefined,
    });
  });
});
