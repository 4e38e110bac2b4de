import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { type DevAccount, devAccounts, signTransaction } from "../../../src/devnet/mod.ts";
import { migrate } from "../../../src/service/internal.ts";
import { listen, type LogEntry, type Service } from "../../../src/service/mod.ts";
import { openDatabase } from "../../../src/service/postgres.ts";
import { type Databases, openDatabases } from "../../_postgres.ts";
import { FaultProxy } from "../../fault_proxy.ts";
import { SocketClient } from "../server/websocket/_socket_client.ts";
import { call, Fleet, requestKey, send } from "./_fleet.ts";

const HEIGHT = "X-Chain-Height";
const PENDING = "pending_transactions";

interface Signed {
  readonly signedTx: string;
  readonly txHash: string;
}

describe("a fleet", () => {
  let postgres: Databases;
  const fleet = new Fleet({ databaseConnections: 4 });
  beforeAll(async () => {
    postgres = await openDatabases();
  });
  afterAll(async () => {
    await fleet.close();
  });

  /** A gateway whose connections to the database go through a proxy, beside a writer, and a key. */
  async function openBehindProxy(
    name: string,
    databaseTimeout: number,
  ): Promise<{ proxy: FaultProxy; gateway: Service; apiKey: string; errors: string[] }> {
    const store = postgres.url(name);
    await migrate({ store, segments: ["delta"] });
    await fleet.open(store);
    const proxy = await FaultProxy.open(store);
    const proxied = new URL(store);
    proxied.port = new URL(proxy.origin).port;
    const errors: string[] = [];
    const log = (entry: LogEntry): void =>
      void (entry.level === "error" && errors.push(entry.message));
    const gateway = await fleet.open(proxied.href, {
      ...{ role: "gateway", keylessTier: "Public", databaseTimeout, log },
    });
    return { proxy, gateway, apiKey: await requestKey(gateway), errors };
  }

  test("pending transactions are told at every process, each once, and those that a reorganisation frees again", async () => {
    const store = postgres.url("live");
    await migrate({ store, segments: ["delta"] });
    const writer = await fleet.open(store, { role: "writer" });
    const one = await fleet.open(store, { role: "gateway" });
    const two = await fleet.open(store, { role: "gateway" });
    const [from, other] = await devAccounts("delta", { network: "mainnet", count: 2 });
    if (!from || !other) throw new Error("Two accounts were asked for");
    await send(one, other, 0);
    const listeners = await Promise.all(
      [one, two, writer].map((each) => listen(each, { port: 0 })),
    );
    const clients: SocketClient[] = [];
    for (const { origin } of listeners) {
      const client = await SocketClient.open(origin, "delta");
      expect((await client.call("chain_subscribe", [PENDING])).result).toEqual({
        subscription: "s1",
      });
      clients.push(client);
    }
    const told = (count: number): Promise<unknown[][]> =>
      Promise.all(
        clients.map(async (client) =>
          (await client.take(count)).map(({ result }) => [result["from"], result["nonce"]]),
        ),
      );
    for (const nonce of [0, 1]) expect(await send(two, from, nonce)).toBe("pending");
    const first = [0, 1].map((nonce) => [from.address, nonce]);
    expect(await told(2)).toEqual([first, first, first]);
    await writer.produceBlock("delta");
    expect(await send(one, from, 2)).toBe("pending");
    const third = [...first, [from.address, 2]];
    expect(await told(3)).toEqual([third, third, third]);
    // That of before is still pending, and no news.
    await writer.dev("delta").reorganise(1, { leaveOut: "all" });
    const freed = [...third, [other.address, 0], ...first];
    expect(await told(6)).toEqual([freed, freed, freed]);
    expect(await send(two, from, 3)).toBe("pending");
    for (const seen of await told(7)) expect(seen.at(-1)).toEqual([from.address, 3]);
    await Promise.all(listeners.map((listener) => listener.close()));
  });

  test("what one gateway takes every gateway knows, and the writer puts in a block", async () => {
    const store = postgres.url("first");
    await migrate({ store, segments: ["delta"] });
    const writer = await fleet.open(store, { role: "writer" });
    const [one, two] = await Promise.all([
      fleet.open(store, { role: "gateway" }),
      fleet.open(store, { role: "gateway" }),
    ]);
    const [from, to] = (await devAccounts("delta", { network: "mainnet", count: 2 })) as [
      DevAccount<"delta">,
      DevAccount<"delta">,
    ];
    const signed = await Promise.all(
      [0, 1, 2].map((nonce) =>
        signTransaction(from, { type: "transfer", to: to.address, value: 1n, nonce }),
      ),
    );
    const [first, second, third] = signed as [Signed, Signed, Signed];
    const sent = await call(one, "tx_sendRawTransaction", [first.signedTx]);
    expect(sent.result).toEqual({ txHash: first.txHash, status: "pending" });
    expect((await call(two, "tx_sendRawTransaction", [first.signedTx])).result).toEqual(
      sent.result,
    );
    expect((await call(two, "account_getNonce", [from.address])).result).toEqual({ nonce: 1 });
    expect((await call(two, "tx_sendRawTransaction", [third.signedTx])).error?.code).toBe(-32003);
    expect((await call(two, "tx_sendRawTransaction", [second.signedTx])).result?.status).toBe(
      "pending",
    );
    expect((await call(two, "tx_getTransaction", [first.txHash])).result?.status).toBe("pending");
    await writer.produceBlock("delta");
    const least = { headers: { "X-Least-Chain-Height": "6" } };
    for (const gateway of [one, two]) {
      const block = await gateway.fetch("http://fleet.test/v1/delta/blocks/6", least);
      expect(block.headers.get(HEIGHT)).toBe("6");
      expect((await block.json()).data.txCount).toBe(2);
      expect((await call(gateway, "tx_getTransaction", [second.txHash])).result?.status).toBe(
        "confirmed",
      );
      expect((await call(gateway, "account_getNonce", [from.address])).result).toEqual({
        nonce: 2,
      });
    }
    await expect(one.produceBlock("delta")).rejects.toThrow("another process produces its blocks");
  });

  test("what a chain is comes from the database, and an option that contradicts it is refused with both values", async () => {
    const store = postgres.url("settings");
    await migrate({ store, segments: ["delta"] });
    const first = await fleet.open(store, { seed: 7, blockTime: 5 });
    const gateway = await fleet.open(store, { role: "gateway" });
    const info = await gateway.fetch("http://fleet.test/v1/delta/chain/info");
    expect((await info.json()).data.blockTime).toBe(5);
    expect(gateway.dev("delta").seed).toBe(7);
    for (const role of ["gateway", "writer", "all"] as const) {
      await expect(fleet.open(store, { role, seed: 9 })).rejects.toThrow(
        "Cannot serve delta: its chain in the database has the seed 7, not 9; leave seed out or use another database",
      );
      await expect(fleet.open(store, { role, blockTime: 2 })).rejects.toThrow(
        "Cannot serve delta: its chain in the database has the blockTime 5, not 2; leave blockTime out or use another database",
      );
    }
    await first.close();
    const second = await fleet.open(store, { seed: 7 });
    await second.produceBlock("delta");
    expect(second.dev("delta").seed).toBe(7);
  });

  test("a process that waits for a chain refuses one that contradicts its options", async () => {
    const store = postgres.url("waiting");
    await migrate({ store, segments: ["delta"] });
    const refused = expect(fleet.open(store, { role: "gateway", seed: 9 })).rejects.toThrow(
      "its chain in the database has the seed 3, not 9",
    );
    await fleet.open(store, { seed: 3 });
    await refused;
  });

  test("a gateway without a writer answers from its start, says what it waits for, and serves once there are blocks", async () => {
    const store = postgres.url("unwritten");
    await migrate({ store, segments: ["delta"] });
    const gateway = await fleet.open(store, { role: "gateway", openInBackground: true });
    expect(await answerOf(gateway, "/healthz")).toEqual([200, "ok\n"]);
    const [status, text] = await answerOf(gateway, "/readyz");
    expect(status).toBe(503);
    expect(text).toContain(
      "not ready: delta: it is not open yet: waiting for a writer to make its blocks\n",
    );
    const waiting = answerOf(gateway, "/v1/delta/blocks/5");
    await fleet.open(store, { role: "writer" });
    expect((await waiting)[0]).toBe(200);
    expect((await answerOf(gateway, "/readyz"))[0]).toBe(200);
  });

  test("a writer tells how far a first chain is, and gives it up when it is closed", async () => {
    const store = postgres.url("long");
    await migrate({ store, segments: ["delta"] });
    const errors: LogEntry[] = [];
    const log = (entry: LogEntry): void => void (entry.level === "error" && errors.push(entry));
    const long = { history: 1_000_000, openInBackground: true, log };
    const writer = await fleet.open(store, long);
    expect(await answerOf(writer, "/healthz")).toEqual([200, "ok\n"]);
    await expect
      .poll(async () => (await answerOf(writer, "/readyz"))[1])
      .toMatch(
        /^not ready: delta: it is not open yet: block [1-9]\d* of 1000000 of its history is made\n/,
      );
    await writer.close();
    await writer.opened;
    expect(errors).toEqual([]);
    const next = await fleet.open(store, { history: 2 });
    expect((await answerOf(next, "/v1/delta/blocks/2"))[0]).toBe(200);
  });

  test("a key is good at every gateway once it is issued, and at none once it is revoked", async () => {
    const store = postgres.url("keys");
    await migrate({ store, segments: ["delta"] });
    const [one, two] = [await fleet.open(store), await fleet.open(store, { role: "gateway" })];
    const apiKey = await requestKey(one);
    const ask = async (): Promise<number> => {
      const headers = { "X-API-Key": apiKey };
      return (await two.fetch("http://fleet.test/v1/delta/chain/info", { headers })).status;
    };
    expect(await ask()).toBe(200);
    await postgres.sql("keys", "UPDATE fleet.api_key SET revoked_at = 1");
    const revoked = performance.now();
    while ((await ask()) === 200) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await ask()).toBe(400);
    // It is kept for half a second; a busy machine may take longer to ask.
    expect(performance.now() - revoked).toBeLessThan(10_000);
  });

  test("while the database hangs, readiness and cached reads are answered at once, with a key too", async () => {
    const { proxy, gateway, apiKey } = await openBehindProxy("hanging", 3_600_000);
    const ask = async (path: string, headers = {}): Promise<number> =>
      (await gateway.fetch(`http://fleet.test${path}`, { headers })).status;
    const key = { "X-API-Key": apiKey };
    expect(await ask("/v1/delta/blocks/5", key)).toBe(200);
    proxy.isStalled = true;
    let isAnswered = false;
    const hanging = ask("/v1/delta/blocks/4").finally(() => (isAnswered = true));
    // What is known of a key is read again after half a second.
    const now = performance.now.bind(performance);
    const ahead = vi.spyOn(performance, "now").mockImplementation(() => now() + 600);
    expect(await ask("/readyz")).toBe(200);
    expect(await ask("/v1/delta/blocks/5", key)).toBe(200);
    expect(isAnswered).toBe(false);
    ahead.mockRestore();
    proxy.isStalled = false;
    proxy.cutAll();
    expect(await hanging).toBe(200);
    await gateway.close();
    await proxy.close();
  });

  test("a read that hangs ends after the bound, and the process is not ready until the database answers", async () => {
    const { proxy, gateway, errors } = await openBehindProxy("bounded", 300);
    proxy.isStalled = true;
    expect((await gateway.fetch("http://fleet.test/v1/delta/blocks/4")).status).toBe(500);
    expect(errors.at(-1)).toContain("the database did not answer within 300 ms");
    const ahead = await gateway.fetch("http://fleet.test/v1/delta/blocks/4", {
      headers: { "X-Least-Chain-Height": "1000" },
    });
    expect([ahead.status, ahead.headers.has("RateLimit")]).toEqual([500, true]);
    const readiness = async (): Promise<string> =>
      (await gateway.fetch("http://fleet.test/readyz")).text();
    await expect
      .poll(readiness)
      .toMatch(/^not ready: delta: .*the database did not answer within 300 ms/);
    proxy.isStalled = false;
    proxy.cutAll();
    await expect.poll(readiness).toMatch(/^ready/);
    expect((await gateway.fetch("http://fleet.test/v1/delta/blocks/4")).status).toBe(200);
    await gateway.close();
    await proxy.close();
  });

  test("requests wait for connections while all are taken, are refused after a while, and go on by themselves", async () => {
    const store = postgres.url("exhausted");
    await migrate({ store, segments: ["delta"] });
    const log = (): void => undefined;
    const limits = { databaseConnections: 2, metricsOpen: true, log };
    const service = await fleet.open(store, { ...limits, databaseTimeout: 300 });
    const patient = await fleet.open(store, {
      ...limits,
      role: "gateway",
      databaseTimeout: 3_600_000,
    });
    const database = await openDatabase({ url: store, maximum: 1, idleTimeout: 60_000 });
    const askAll = (of: Service): Promise<number[]> =>
      Promise.all(
        [0, 1, 2, 3, 4].map(
          async (height) => (await of.fetch(`http://fleet.test/v1/delta/blocks/${height}`)).status,
        ),
      );
    const metrics = async (): Promise<string> =>
      (await patient.fetch("http://fleet.test/metrics")).text();
    const waiting = await database.transaction(async (session) => {
      await session.rows({ name: "", text: "LOCK TABLE delta.block" });
      const asked = askAll(patient);
      while (!/connections\{[^}]*waiting[^}]*\} [1-9]/.test(await metrics())) await pause();
      expect(await askAll(service)).toEqual([500, 500, 500, 500, 500]);
      return { asked };
    });
    expect(await waiting.asked).toEqual([200, 200, 200, 200, 200]);
    expect(await askAll(service)).toEqual([200, 200, 200, 200, 200]);
    await writerGoesOn(service);
    await database.close();
  });
});

async function answerOf(service: Service, path: string): Promise<[status: number, text: string]> {
  const response = await service.fetch(`http://fleet.test${path}`);
  return [response.status, await response.text()];
}

/** Resolves once blocks are made again: the lease may have run out meanwhile. */
async function writerGoesOn(service: Service): Promise<void> {
  while (
    !(await service.produceBlock("delta").then(
      () => true,
      () => false,
    ))
  ) {
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
