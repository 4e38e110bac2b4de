import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { devAccounts, signTransaction } from "../../../src/devnet/mod.ts";
import {
  createService,
  migrate,
  type Service,
  type ServiceOptions,
} from "../../../src/service/mod.ts";
import { type Postgres, startPostgres } from "../../_postgres.ts";
import { type Redis, startRedis } from "../../_redis.ts";

const HEIGHT = "X-Chain-Height";

describe("a fleet", { tags: ["servers"] }, () => {
  let postgres: Postgres;
  let redis: Redis;
  const services: Service[] = [];
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await Promise.all([postgres?.close(), redis?.kill()]);
  });

  async function open(store: string, options: ServiceOptions = {}): Promise<Service> {
    const service = await createService({
      segments: ["delta"],
      history: 5,
      mode: "manual",
      traffic: false,
      keylessTier: "Enterprise",
      databaseConnections: 4,
      store,
      ...options,
    });
    services.push(service);
    return service;
  }

  async function call(service: Service, method: string, params: unknown[] = []): Promise<any> {
    const response = await service.fetch("http://fleet.test/rpc/delta", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return response.json();
  }

  test("what one gateway takes every gateway knows, and the writer puts in a block", async () => {
    const store = postgres.url("first");
    await migrate({ store, segments: ["delta"] });
    const writer = await open(store, { role: "writer" });
    const [one, two] = await Promise.all([
      open(store, { role: "gateway" }),
      open(store, { role: "gateway" }),
    ]);
    const [from, to] = await devAccounts("delta", { network: "mainnet", count: 2 });
    const signed = await Promise.all(
      [0, 1, 2].map((nonce) =>
        signTransaction(from!, { type: "transfer", to: to!.address, value: 1n, nonce }),
      ),
    );
    const [first, second, third] = signed;
    const sent = await call(one, "tx_sendRawTransaction", [first!.signedTx]);
    expect(sent.result).toEqual({ txHash: first!.txHash, status: "pending" });
    expect((await call(two, "tx_sendRawTransaction", [first!.signedTx])).result).toEqual(
      sent.result,
    );
    expect((await call(two, "account_getNonce", [from!.address])).result).toEqual({ nonce: 1 });
    expect((await call(two, "tx_sendRawTransaction", [third!.signedTx])).error.code).toBe(-32003);
    expect((await call(two, "tx_sendRawTransaction", [second!.signedTx])).result.status).toBe(
      "pending",
    );
    expect((await call(two, "tx_getTransaction", [first!.txHash])).result.status).toBe("pending");
    await writer.produceBlock("delta");
    const least = { headers: { "X-Least-Chain-Height": "6" } };
    for (const gateway of [one, two]) {
      const block = await gateway.fetch("http://fleet.test/v1/delta/blocks/6", least);
      expect(block.headers.get(HEIGHT)).toBe("6");
      expect((await block.json()).data.txCount).toBe(2);
      expect((await call(gateway, "tx_getTransaction", [second!.txHash])).result.status).toBe(
        "confirmed",
      );
      expect((await call(gateway, "account_getNonce", [from!.address])).result).toEqual({
        nonce: 2,
      });
    }
    await expect(one.produceBlock("delta")).rejects.toThrow("another process produces its blocks");
  });
});
