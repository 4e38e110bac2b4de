import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { safeParse } from "zod/mini";
import { devAccounts } from "../../../../src/devnet/mod.ts";
import { TOPIC_VALIDATORS } from "../../../../src/generated/service/topics.gen.ts";
import { type EventService, openEventService } from "./_event_service.ts";
import { type Notification, SocketClient } from "./_socket_client.ts";

const opened: EventService[] = [];
const folders: string[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map(({ listener }) => listener.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function start(...options: Parameters<typeof openEventService>): Promise<EventService> {
  const service = await openEventService(...options);
  opened.push(service);
  return service;
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "events-"));
  folders.push(folder);
  return folder;
}

function numbers(events: readonly Notification[]): unknown[] {
  return events.map(({ result }) => (result["reorg"] ? "reorg" : result["number"]));
}

async function mine({ service }: EventService, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await service.produceBlock("delta");
}

describe("topics", () => {
  test.each(["alpha", "delta"] as const)(
    "tell of a transaction and its block on %s",
    async (chain) => {
      const { service, origin, pay } = await start();
      const client = await SocketClient.open(origin, chain);
      const topics = ["pending_transactions", "blocks", "transactions"] as const;
      for (const topic of topics) await client.subscribe(topic);
      const txHash = await pay(chain);
      await service.produceBlock(chain);
      const events = await client.take(3);
      expect(events.map(({ subscription }) => subscription)).toEqual(["s1", "s2", "s3"]);
      topics.forEach((topic, index) => {
        expect(safeParse(TOPIC_VALIDATORS[topic], events[index]?.result).error).toBeUndefined();
      });
      expect(events[0]?.result).toMatchObject({ hash: txHash, status: "pending" });
      expect(events[1]?.result).toMatchObject({ number: 3, txCount: 1 });
      const rest = await fetch(`${origin}/v1/${chain}/transactions/${txHash}`);
      expect(events[2]?.result).toEqual(((await rest.json()) as { data: unknown }).data);
      const [live, ...logged] = events.map(({ cursor }) => cursor);
      expect(live).toBeUndefined();
      expect(new Set(logged).size).toBe(2);
    },
  );

  test("of pending transactions are live: without a cursor, and what came before is not told", async () => {
    const { origin, pay } = await start();
    await pay("delta");
    const client = await SocketClient.open(origin, "delta");
    const subscribe = (...filter: readonly object[]) =>
      client.call("chain_subscribe", ["pending_transactions", ...filter]);
    expect((await subscribe({ after: "MToyMQ" })).error).toEqual({
      code: -32602,
      message: "Invalid params",
      data: 'filter.after must be left out: a filter of the topic pending_transactions has no fields, since it is live only, got "MToyMQ"',
    });
    expect((await subscribe()).result).toEqual({ subscription: "s1" });
    expect((await subscribe({})).result).toEqual({ subscription: "s2" });
    const hash = await pay("delta");
    const events = await client.take(2);
    expect(events).toMatchObject([{ result: { hash } }, { result: { hash } }]);
    for (const event of events) expect(event).not.toHaveProperty("cursor");
    expect((await client.call("chain_unsubscribe", ["s1"])).result).toBe(true);
    await pay("delta");
    expect((await client.take(3)).slice(2)).toMatchObject([{ subscription: "s2" }]);
  });

  test("serial_numbers tells of those that a block of alpha spent", async () => {
    const { service, origin, pay } = await start();
    const client = await SocketClient.open(origin, "alpha");
    await client.subscribe("serial_numbers");
    await pay("alpha");
    await service.produceBlock("alpha");
    const [alice] = await devAccounts("alpha");
    const serialNumber = alice?.records[0]?.serialNumber;
    expect((await client.take(1))[0]?.result).toEqual({ serialNumber, blockNumber: 3 });
  });

  test("of another chain or unknown are refused with those of this chain", async () => {
    const { origin } = await start();
    const alpha = await SocketClient.open(origin, "alpha");
    expect((await alpha.call("chain_subscribe", ["validators"])).error).toEqual({
      code: -32602,
      message: "Invalid params",
      data: 'topic must be one of blocks, transactions, pending_transactions, reorgs, serial_numbers on alpha, got "validators"',
    });
    const delta = await SocketClient.open(origin, "delta");
    const topics =
      "blocks, transactions, pending_transactions, reorgs, validators, proposals on delta";
    for (const [topic, shown] of [
      ["serial_numbers", '"serial_numbers"'],
      ["mempool", '"mempool"'],
      [7, "7"],
    ]) {
      const { error } = await delta.call("chain_subscribe", [topic]);
      expect(error?.data).toBe(`topic must be one of ${topics}, got ${shown}`);
    }
  });

  test("of chain data carry the notice where the chain is reorganised, and the fallen is pending again", async () => {
    const running = await start();
    const { service, origin, pay } = running;
    const client = await SocketClient.open(origin, "delta");
    for (const topic of ["blocks", "transactions", "reorgs", "pending_transactions"])
      await client.subscribe(topic);
    const other = await SocketClient.open(origin, "delta");
    await other.subscribe("reorgs");
    const hash = await pay("delta");
    await mine(running, 1);
    await client.take(3);
    await service.reorganise("delta", 1);
    const told = (await client.take(10)).slice(3);
    const events = told.filter(({ subscription }) => subscription !== "s4");
    expect(
      events
        .map(({ subscription }) => subscription)
        .slice(0, 3)
        .toSorted(),
    ).toEqual(["s1", "s2", "s3"]);
    const reorg = events.find(({ subscription }) => subscription === "s3")?.result;
    expect(reorg).toMatchObject({ fromHeight: 3 });
    expect((await other.take(1))[0]).toMatchObject({ subscription: "s1", result: reorg });
    const notices = events.filter(({ result }) => result["reorg"] !== undefined);
    expect(notices.map(({ result }) => result)).toEqual([{ reorg }, { reorg }]);
    expect(told.filter(({ subscription }) => subscription === "s4")).toMatchObject([
      { result: { hash, status: "pending" } },
    ]);
    const after = events
      .slice(3)
      .map(({ subscription, result }) => [subscription, result["number"]]);
    expect(after).toEqual([
      ["s1", 3],
      ["s2", undefined],
      ["s1", 4],
    ]);
  });
});

describe("filters", () => {
  test("narrow transactions by sender or receiver and by type", async () => {
    const running = await start();
    const { origin, pay } = running;
    const [alice, bob, carol] = await devAccounts("delta");
    const client = await SocketClient.open(origin, "delta");
    await client.subscribe("transactions", { address: carol?.address });
    await client.subscribe("transactions", { address: alice?.address, type: "transfer" });
    await client.subscribe("transactions", { type: "vote" });
    await client.subscribe("blocks");
    const first = await pay("delta", bob?.address);
    const second = await pay("delta", carol?.address);
    await mine(running, 1);
    const events = await client.take(4);
    const seen = events.map(({ subscription, result }) => `${subscription} ${result["hash"]}`);
    expect(seen[1]).toBe(`s2 ${first}`);
    // Subscriptions get one event in any order.
    expect(seen.slice(2).toSorted()).toEqual([`s1 ${second}`, `s2 ${second}`]);
  });

  test.each([
    [["transactions", { address: "dx1nonsense" }], "filter.address must be an address"],
    [["transactions", { type: "all" }], "filter.type must be one of transfer, token_transfer"],
    [["transactions", { adress: "x" }], "filter.adress must be left out"],
    [
      ["blocks", { type: "transfer" }],
      "filter.type must be left out: a filter of the topic blocks",
    ],
    [["blocks", { after: 7 }], "filter.after must be a cursor, got 7"],
    [["blocks", null], "filter must be"],
    [["blocks", {}, 1], "chain_subscribe takes at most 2 parameters, got 3"],
    [{ topic: "blocks" }, "params must be an array"],
    [[], "topic must be one of blocks"],
  ])("%j are refused", async (params, text) => {
    const { origin } = await start({ segments: ["delta"] });
    const client = await SocketClient.open(origin, "delta");
    const { error } = await client.call("chain_subscribe", params);
    expect(error?.code).toBe(-32602);
    expect(error?.data).toContain(text);
  });
});

describe("cursors", () => {
  test("replay the events since the cursor, then live ones, without gap or repetition", async () => {
    const running = await start();
    const first = await SocketClient.open(running.origin, "delta");
    const cursor = await first.subscribe("blocks");
    await mine(running, 350);
    const second = await SocketClient.open(running.origin, "delta");
    const replaying = second.subscribe("blocks", { after: cursor });
    await mine(running, 50);
    expect(await replaying).toBe(cursor);
    await second.take(400);
    const expected = Array.from({ length: 400 }, (_, index) => index + 3);
    expect(numbers(second.events)).toEqual(expected);
    await first.take(400);
    expect(second.events.map(({ cursor: own }) => own)).toEqual(
      first.events.map(({ cursor: own }) => own),
    );
  });

  test("replay page by page at the rate of the address, which no day counts, and calls are answered meanwhile", async () => {
    const now = 1_800_000_000_000;
    const options = { keylessTier: "Public", clock: () => now } as const;
    const running = await start({ ...options, segments: ["delta"] });
    const first = await SocketClient.open(running.origin, "delta");
    const cursor = await first.subscribe("blocks");
    await mine(running, 1_300);
    const second = await SocketClient.open(running.origin, "delta");
    await second.call("chain_unsubscribe", ["s1"]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await second.subscribe("blocks", { after: cursor });
    await second.take(1_000);
    for (const passing of [0, 99]) {
      await vi.advanceTimersByTimeAsync(passing);
      expect((await second.call("chain_unsubscribe", ["s9"])).result).toBe(false);
      // A step of 100 more, and those that are passed over.
      expect(second.events.length).toBeLessThan(1_150);
    }
    await vi.advanceTimersByTimeAsync(200);
    await second.take(1_300);
    const expected = Array.from({ length: 1_300 }, (_, index) => index + 3);
    expect(numbers(second.events)).toEqual(expected);
    const { headers } = await fetch(`${running.origin}/v1/delta/blocks`);
    // Two connections, five calls on them, this request, and one page, which is none of the day.
    expect(headers.get("RateLimit")).toContain('"second";r=1;');
    expect(headers.get("RateLimit")).toContain('"day";r=9992;');
  });

  test("hold while blocks and reorganisations arrive during the replay", async () => {
    const running = await start();
    const live = await SocketClient.open(running.origin, "delta");
    const cursor = await live.subscribe("blocks");
    await mine(running, 250);
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => SocketClient.open(running.origin, "delta")),
    );
    const subscribing = clients.map((client) => client.subscribe("blocks", { after: cursor }));
    for (let i = 0; i < 10; i++) {
      await mine(running, 3);
      await running.service.reorganise("delta", 2);
    }
    await Promise.all(subscribing);
    const total = 250 + 10 * (3 + 1 + 3);
    await live.take(total);
    for (const client of clients) {
      await client.take(total);
      expect(client.events.map(({ result }) => result)).toEqual(
        live.events.map(({ result }) => result),
      );
    }
    expect(numbers(live.events).filter((one) => one === "reorg")).toHaveLength(10);
  });

  test("survive a restart of a service that keeps its chains, whatever came in between", async () => {
    const data = freshFolder();
    const before = await openEventService({ data, segments: ["delta"] });
    const first = await SocketClient.open(before.origin, "delta");
    const start0 = await first.subscribe("blocks");
    await mine(before, 5);
    const cursor = (await first.take(5))[1]?.cursor ?? "";
    await before.service.reorganise("delta", 1);
    await before.listener.close();
    expect((await first.closed).code).toBe(1001);
    const after = await start({ data, segments: ["delta"] });
    await mine(after, 1);
    const second = await SocketClient.open(after.origin, "delta");
    await second.subscribe("blocks", { after: cursor });
    expect(numbers(await second.take(7))).toEqual([5, 6, 7, "reorg", 7, 8, 9]);
    await second.subscribe("blocks", { after: start0 });
    await second.take(7 + 9);
    await mine(after, 1);
    expect(numbers(await second.take(18)).slice(16)).toEqual([10, 10]);
  });

  test("of another epoch, of no service, or of a later moment than the log knows have expired", async () => {
    const one = await start({ segments: ["delta"] });
    const other = await start({ segments: ["delta"] });
    const client = await SocketClient.open(one.origin, "delta");
    const stranger = await (await SocketClient.open(other.origin, "delta")).subscribe("blocks");
    const own = await client.subscribe("blocks");
    const late = Buffer.from(Buffer.from(own, "base64url").toString().replace(/:.*/, ":99999"));
    const begins = /^The log begins at the cursor [\w-]+$/;
    const isNone =
      /^"n?é?" is no cursor of this service: subscribe after the oldest one, [\w-]+, or/;
    for (const [after, told] of [
      [stranger, begins],
      ["MTo0ODEx", begins],
      [late.toString("base64url"), begins],
      ["", isNone],
      ["né", isNone],
    ] as const) {
      const { error } = await client.call("chain_subscribe", ["blocks", { after }]);
      expect(error).toMatchObject({ code: -32004, message: "Cursor expired" });
      expect(error?.data).toMatch(told);
    }
    const { error } = await client.call("chain_subscribe", ["blocks", { after: stranger }]);
    const named = error?.data?.split(" ").at(-1);
    expect(
      (await client.call("chain_subscribe", ["blocks", { after: named }])).error,
    ).toBeUndefined();
  });
});

describe("a slow reader", () => {
  test("is closed with 1013 past the bound, and resumes without gap or repetition", async () => {
    const running = await start({ segments: ["delta"], eventQueue: 200 });
    const slow = await SocketClient.open(running.origin, "delta");
    for (let i = 0; i < 100; i++) await slow.subscribe("blocks");
    slow.socket.pause();
    const blocks = 400;
    for (let i = 0; i < blocks; i++) {
      await mine(running, 1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    slow.socket.resume();
    expect(await slow.closed).toEqual({
      code: 1013,
      reason: "Too slow for live events, resume by cursor",
    });
    const own = slow.events.filter(({ subscription }) => subscription === "s1");
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(blocks);
    const again = await SocketClient.open(running.origin, "delta");
    await again.subscribe("blocks", { after: own.at(-1)?.cursor });
    await again.take(blocks - own.length);
    await mine(running, 1);
    await again.take(blocks - own.length + 1);
    const expected = Array.from({ length: blocks + 1 }, (_, index) => index + 3);
    expect(numbers([...own, ...again.events])).toEqual(expected);
  });

  test("of a replay is waited for, whatever the bound", async () => {
    const running = await start({ segments: ["delta"], eventQueue: 1 });
    const client = await SocketClient.open(running.origin, "delta");
    const cursor = await client.subscribe("reorgs");
    await mine(running, 500);
    for (let i = 0; i < 50; i++) {
      client.socket.send(
        JSON.stringify({
          jsonrpc: "2.0",
          id: `r${i}`,
          method: "chain_subscribe",
          params: ["blocks", { after: cursor }],
        }),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 300));
    client.socket.resume();
    await client.take(50 * 500);
    const last = client.events.filter(({ subscription }) => subscription === "s51");
    expect(numbers(last)).toEqual(Array.from({ length: 500 }, (_, index) => index + 3));
  });
});

test("200 subscribers get each of 50 blocks once and in order", async () => {
  const running = await start({ segments: ["delta"], connectionsPerSubject: 200 });
  const clients = await Promise.all(
    Array.from({ length: 200 }, () => SocketClient.open(running.origin, "delta")),
  );
  await Promise.all(clients.map((client) => client.subscribe("blocks")));
  await mine(running, 50);
  const expected = Array.from({ length: 50 }, (_, index) => index + 3);
  for (const client of clients) expect(numbers(await client.take(50))).toEqual(expected);
  expect(running.errors).toEqual([]);
});
