import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { migrate } from "../../../src/service/internal.ts";
import type { Service, ServiceOptions } from "../../../src/service/mod.ts";
import { type Databases, openDatabases } from "../../_postgres.ts";
import { PostgresProxy } from "../../_postgres_proxy.ts";
import { Fleet, requestKey } from "./_fleet.ts";

const KEYS = "FROM fleet.api_key WHERE hash";

describe("statements of a gateway to PostgreSQL", () => {
  let postgres: Databases;
  let proxy: PostgresProxy;
  const fleet = new Fleet();
  beforeAll(async () => {
    postgres = await openDatabases();
    proxy = await PostgresProxy.open(postgres.url());
  });
  afterEach(async () => {
    await fleet.close();
  });
  afterAll(async () => {
    await proxy?.close();
  });

  /** A gateway whose statements pass the proxy, beside a writer. */
  async function openGateway(name: string, options: ServiceOptions = {}): Promise<Service[]> {
    const store = postgres.url(name);
    await migrate({ store, segments: ["delta"] });
    const writer = await fleet.open(store);
    return [await fleet.open(proxy.through(store), { role: "gateway", ...options }), writer];
  }

  async function ask(service: Service, headers: Record<string, string>): Promise<number> {
    const answer = await service.fetch("http://fleet.test/v1/delta/blocks/5", { headers });
    await answer.arrayBuffer();
    return answer.status;
  }

  const unknownKey = (): string => `ad_${randomBytes(32).toString("base64url")}`;

  test("an address that tries keys is looked up for within its rate alone, and a valid key meanwhile is too", async () => {
    const clock = (): number => 1_767_225_600_000;
    const [gateway, writer] = (await openGateway("unknown", {
      keylessTier: "Public",
      clock,
    })) as [Service, Service];
    const apiKey = await requestKey(writer);
    const statuses: Record<number, number> = {};
    const selects = await proxy.listStatements(KEYS, async () => {
      expect(await ask(gateway, { "X-API-Key": apiKey })).toBe(200);
      for (let count = 0; count < 200; count++) {
        const status = await ask(gateway, { "X-API-Key": unknownKey() });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      expect(await ask(gateway, { "X-API-Key": apiKey })).toBe(200);
    });
    // Each of two gateways has half of the ten a second of the tier; the valid key is looked up once more where the loop takes half a second.
    expect(selects.length).toBeLessThanOrEqual(7);
    expect(statuses).toEqual({ 400: 5, 429: 195 });
  });

  test("a key that nobody knows is looked up once in half a second", async () => {
    const [gateway] = (await openGateway("remembered")) as [Service];
    const apiKey = unknownKey();
    const selects = await proxy.listStatements(KEYS, async () => {
      for (let count = 0; count < 20; count++)
        expect(await ask(gateway, { "X-API-Key": apiKey })).toBe(400);
    });
    expect(selects.length).toBeLessThanOrEqual(2);
  });

  /** Looks at the moment of the chain during some work: all that waiting for a height takes. */
  async function countLooks(at: PostgresProxy, work: () => Promise<unknown>): Promise<number> {
    return (await at.listStatements("FROM (SELECT 1) AS query", work)).length;
  }

  async function askAll(gateway: Service, count: number, height: string): Promise<number[]> {
    const headers = { "X-Least-Chain-Height": height };
    const answers = Array.from({ length: count }, async () => {
      const answer = await gateway.fetch("http://fleet.test/v1/delta/chain/info", { headers });
      return Number(answer.headers.get("X-Chain-Height"));
    });
    return [...new Set(await Promise.all(answers))];
  }

  test("a height that no chain has is looked for by nobody, and one that may come by one look for all", async () => {
    const [gateway] = (await openGateway("far")) as [Service];
    const looks = await countLooks(proxy, async () => {
      expect(await askAll(gateway, 50, "9e15")).toEqual([5]);
    });
    // The gateway itself looks five times a second.
    expect(looks).toBeLessThanOrEqual(3);
    const near = await countLooks(proxy, async () => {
      expect(await askAll(gateway, 50, "7")).toEqual([5]);
    });
    expect(near).toBeLessThanOrEqual(6);
  });
});
