import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { ManualClock } from "../_manual_clock.ts";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { RUNTIME_CLOCK } from "../../src/events/internal.ts";
import type { WebSocketConstructor } from "../../src/events/mod.ts";
import { isAlphadeltaError } from "../../src/mod.ts";
import { heights, mine, Opened, take, until } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

describe("a subscription", () => {
  test("gives the events of its topic in order, typed and decoded", async () => {
    const service = await opened.service();
    const delta = opened.delta(service.origin);
    const blocks = delta.events.subscribe("blocks");
    const transactions = delta.events.subscribe("transactions");
    await Promise.all([blocks.ready, transactions.ready]);
    const hash = await service.pay("delta");
    await mine(service, 2);
    expect(heights(await take(blocks, 2))).toEqual([3, 4]);
    const [event] = await take(transactions, 1);
    expect(event).toMatchObject({ topic: "transactions", data: { hash, value: 1n } });
    expect(event?.cursor).toBe(transactions.cursor);
    expect(transactions.state).toBe("open");
    expect(transactions.transport).toBe("webSocket");
  });

  test("shares one listener of a signal with others, and releases it at its end", async () => {
    const { events } = opened.delta("http://127.0.0.1:1");
    const controller = new AbortController();
    const { signal } = controller;
    const streams = Array.from({ length: 12 }, () => events.subscribe("blocks", {}, { signal }));
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    const reason = new Error("Enough");
    controller.abort(reason);
    const ends = await Promise.allSettled(streams.map((stream) => stream.next()));
    expect(ends).toEqual(streams.map(() => ({ status: "rejected", reason })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("delivers a reorganisation in its place", async () => {
    const service = await opened.service();
    const blocks = opened.delta(service.origin).events.subscribe("blocks");
    await blocks.ready;
    await mine(service, 2);
    await service.service.reorganise("delta", 1);
    expect(heights(await take(blocks, 5))).toEqual([3, 4, "reorg 4", 4, 5]);
  });

  test("of validators is narrowed by address", async () => {
    const service = await opened.service();
    const delta = opened.delta(service.origin);
    const [first, second] = (await delta.listValidators()).items.map(({ address }) => address);
    const all = delta.events.subscribe("validators");
    const [alice, bob] = await devAccounts("delta");
    if (!alice || !bob || !first || !second) throw new Error("No accounts");
    const one = delta.events.subscribe("validators", { address: second });
    await Promise.all([all.ready, one.ready]);
    const delegate = async (account: typeof alice, validator: string): Promise<void> => {
      const transaction = { type: "delegate", validator, value: 1_000n, nonce: 0 } as const;
      const { signedTx } = await signTransaction(account, transaction);
      await delta.sendRawTransaction(signedTx);
    };
    await delegate(alice, first);
    await delegate(bob, second);
    await mine(service, 1);
    const addresses = new Set((await take(all, 2)).map(({ data }) => data?.address));
    expect(addresses).toEqual(new Set([first, second]));
    expect(await take(one, 1)).toMatchObject([{ data: { address: second } }]);
  });

  test("tells the oldest cursor that it can be resumed from", async () => {
    const service = await opened.service();
    const { events } = opened.delta(service.origin);
    const blocks = events.subscribe("blocks");
    expect(blocks.oldest).toBeNull();
    await blocks.ready;
    await mine(service, 3);
    const { oldest } = blocks;
    if (oldest === null) throw new Error("No oldest cursor");
    expect(heights(await take(events.subscribe("blocks", { after: oldest }), 3))).toEqual([
      3, 4, 5,
    ]);
  });

  test("resumes after a cursor of another client", async () => {
    const service = await opened.service();
    const first = opened.delta(service.origin).events.subscribe("blocks");
    await first.ready;
    await mine(service, 5);
    const seen = await take(first, 2);
    const after = seen[1]?.cursor ?? "";
    const second = opened.delta(service.origin).events.subscribe("blocks", { after });
    expect(heights(await take(second, 3))).toEqual([5, 6, 7]);
  });

  test("shares one socket with twenty others, and the last one closes it", async () => {
    const service = await opened.service();
    let sockets = 0;
    let open = 0;
    class Counted extends WebSocket {
      constructor(url: string) {
        super(url);
        sockets++;
        open++;
        this.addEventListener("close", () => open--);
      }
    }
    const { events } = opened.delta(service.origin, { webSocket: Counted });
    const streams = Array.from({ length: 20 }, () => events.subscribe("blocks"));
    await Promise.all(streams.map(({ ready }) => ready));
    expect(events.state).toBe("open");
    await mine(service, 1);
    for (const stream of streams) expect(heights(await take(stream, 1))).toEqual([3]);
    expect(sockets).toBe(1);
    for (const stream of streams.slice(1)) await stream.return();
    await mine(service, 1);
    expect(heights(await take(streams[0] as (typeof streams)[0], 1))).toEqual([4]);
    await streams[0]?.return();
    expect(events.state).toBe("idle");
    await until(() => open === 0);
  });

  test("beyond a hundred on a connection opens another", async () => {
    const service = await opened.service();
    let sockets = 0;
    class Counted extends WebSocket {
      constructor(url: string) {
        super(url);
        sockets++;
      }
    }
    const { events } = opened.delta(service.origin, { webSocket: Counted });
    const streams = Array.from({ length: 101 }, () => events.subscribe("blocks"));
    await Promise.all(streams.map(({ ready }) => ready));
    expect(sockets).toBe(2);
    await mine(service, 1);
    for (const stream of streams) expect(heights(await take(stream, 1))).toEqual([3]);
  });
});

describe("invalid input rejects from the iterator", () => {
  test("a topic of another chain, before anything is sent", async () => {
    const { events } = opened.delta("http://127.0.0.1:1");
    const stream = events.subscribe("serial_numbers" as "blocks");
    const reason: unknown = await stream.next().catch((error: unknown) => error);
    expect(isAlphadeltaError(reason, "WrongChainError")).toBe(true);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(events.state).toBe("idle");
  });

  test.each([
    [["nothing"], "topic must be one of blocks"],
    [["blocks", 7], "filter must be an object, got 7"],
    [["blocks", { after: 7 }], "filter.after must be a cursor, got 7"],
    [["blocks", {}, { buffer: { size: 0 } }], "buffer.size must be an integer from 1, got 0"],
    [["blocks", {}, { buffer: { overflow: "wait" } }], 'must be "pause" or "dropOldest"'],
    [["reorgs", {}, { onExpired: "backfill" }], "reorgs cannot be backfilled"],
    [["blocks", {}, { signal: "stop" }], "signal must be an AbortSignal"],
  ])("%j", async (args, message) => {
    const { events } = opened.delta("http://127.0.0.1:1");
    const stream = events.subscribe(...(args as ["blocks"]));
    await expect(stream.next()).rejects.toThrow(message);
    await expect(stream.ready).rejects.toThrow(message);
  });

  test.each([
    [["blocks", {}, { signal: {} }], "signal must be an AbortSignal"],
    [
      ["blocks", { signal: null, fromHeight: 3 }],
      "Cannot subscribe to blocks: signal is an option, and options follow the filter",
    ],
    [["blocks", { address: "dx1" }], "there is no filter field address, there are after"],
    [["transactions", { adress: "dx1" }], "Did you mean address?"],
    [["accountActivity", { addresses: [], onExpired: "backfill" }], "onExpired is an option"],
  ])("%j, with a TypeError", async ([topic, ...args], message) => {
    const { events } = opened.delta("http://127.0.0.1:1");
    const stream =
      topic === "accountActivity"
        ? events.accountActivity(...(args as [{ addresses: [] }]))
        : events.subscribe(topic as "blocks", ...(args as [{}]));
    const reason: unknown = await stream.next().catch((error: unknown) => error);
    expect(reason).toBeInstanceOf(TypeError);
    expect((reason as Error).message).toContain(message);
    await expect(stream.ready).rejects.toBe(reason);
  });

  test("what the service refuses", async () => {
    const service = await opened.service();
    const { events } = opened.delta(service.origin);
    const stream = events.subscribe("transactions", { address: "nobody" });
    const reason: unknown = await stream.next().catch((error: unknown) => error);
    expect(isAlphadeltaError(reason, "RpcError") && reason.code).toBe(-32602);
    expect(stream.state).toBe("closed");
    expect(events.state).toBe("idle");
  });

  test("an unknown key, without connecting again", async () => {
    const service = await opened.service();
    let sockets = 0;
    class Counted extends WebSocket {
      constructor(url: string) {
        super(url);
        sockets++;
      }
    }
    const { events } = opened.delta(service.origin, { webSocket: Counted }, { apiKey: "secret" });
    const reason: unknown = await events
      .subscribe("blocks")
      .next()
      .catch((error: unknown) => error);
    expect(isAlphadeltaError(reason, "TransportError") && reason.retryable).toBe(false);
    expect(String(reason)).toContain("closed with 1008: The API key is unknown");
    expect(String(reason)).not.toContain("secret");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sockets).toBe(1);
  });
});

test("listeners that reject change nothing", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  opened.add(() => process.off("unhandledRejection", note));
  const reject = (): never => Promise.reject(new Error("Not handled")) as never;
  const service = await opened.service();
  const live = opened.delta(service.origin, { onState: reject });
  const blocks = live.events.subscribe("blocks");
  blocks.onState(reject);
  await blocks.ready;
  const webSocket = function Refused(): void {
    throw new Error("Refused");
  } as unknown as WebSocketConstructor;
  const reconnect = { base: 1, fallbackAfter: 1 };
  const polling = opened.delta(service.origin, { webSocket, reconnect, onFallback: reject });
  const polled = polling.events.subscribe("blocks", {}, { fromHeight: 1 });
  expect(heights(await take(polled, 1))).toEqual([1]);
  expect(unhandled).toEqual([]);
});

test("a pause that is longer than any timer of the runtime does not end at once", async () => {
  const ended: number[] = [];
  const timers = [Infinity, 2 ** 31].map((delay) =>
    RUNTIME_CLOCK.setTimeout(() => ended.push(delay), delay),
  );
  await new Promise<void>((resolve) => RUNTIME_CLOCK.setTimeout(resolve, 20));
  for (const timer of timers) RUNTIME_CLOCK.clearTimeout(timer);
  expect(ended).toEqual([]);
});

describe("options of events of a wrong type are refused", () => {
  test.each([
    [{ heartbeat: 300 }, "heartbeat must be an object, got 300"],
    [{ reconnect: "never" }, 'reconnect must be an object, got "never"'],
    [{ reconnect: false }, "reconnect must be an object, got false"],
    [{ reconnect: [] }, "reconnect must be an object, got an array"],
    [
      { heartbeats: {} },
      "there is no option heartbeats, there are webSocket, reconnect, heartbeat, polling, onState, onFallback, clock. Did you mean heartbeat?",
    ],
    [{ polling: true }, "polling must be an object or false, got true"],
    [{ clock: 7 }, "clock must be an object with now, setTimeout, clearTimeout, random, got 7"],
    [
      { clock: {} },
      "clock must be an object with now, setTimeout, clearTimeout, random, got an obj",
    ],
    [{ clock: null }, "clearTimeout, random, got null"],
    [{ webSocket: {} }, "webSocket must be a function, got an object"],
    [{ onState: "log" }, 'onState must be a function, got "log"'],
    [{ onFallback: [] }, "onFallback must be a function, got "],
    [{ heartbeat: { silence: "30" } }, 'silence must be a number from 1, got "30"'],
  ])("%j", (events, message) => {
    expect(() => opened.delta("http://127.0.0.1:1", events as never)).toThrow(TypeError);
    expect(() => opened.delta("http://127.0.0.1:1", events as never)).toThrow(message);
  });

  test.each([
    { heartbeat: { timeout: 0 } },
    { reconnect: { cap: Number.NaN } },
    { polling: { share: 2 } },
    { polling: { share: 0 } },
  ])("and numbers out of range: %j", (events) => {
    expect(() => opened.delta("http://127.0.0.1:1", events)).toThrow(RangeError);
  });
});

describe("a subscription ends", () => {
  test("on break, and the process can end: nothing stays open", async () => {
    const service = await opened.service();
    const { events } = opened.delta(service.origin);
    const stream = events.subscribe("blocks");
    await stream.ready;
    await mine(service, 3);
    for await (const { data } of stream) if (data?.number === 4) break;
    expect(stream.state).toBe("closed");
    expect(events.state).toBe("idle");
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("on an abort, with the signal's own reason", async () => {
    const service = await opened.service();
    const { events } = opened.delta(service.origin);
    for (const reason of [new Error("enough"), 0, undefined]) {
      const controller = new AbortController();
      const stream = events.subscribe("blocks", {}, { signal: controller.signal });
      await stream.ready;
      await mine(service, 1);
      const { value } = await stream.next();
      expect(value).toBeDefined();
      const next = stream.next().catch((error: unknown) => ({ error }));
      controller.abort(reason);
      expect(await next).toEqual({ error: controller.signal.reason });
      expect(events.state).toBe("idle");
    }
  });

  test("on an abort before it begins, and leaves no timer", async () => {
    const service = await opened.service();
    const clock = new ManualClock();
    const { events } = opened.delta(service.origin, {}, { clock });
    const aborted = events.subscribe("blocks", {}, { signal: AbortSignal.abort("before") });
    await expect(aborted.next()).rejects.toBe("before");
    expect(clock.pending).toBe(0);
  });

  test("with await using, and close ends them all", async () => {
    const service = await opened.service();
    const { events } = opened.delta(service.origin);
    {
      await using stream = events.subscribe("blocks");
      await stream.ready;
    }
    expect(events.state).toBe("idle");
    const stream = events.subscribe("blocks");
    const next = stream.next();
    await events.close();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(events.state).toBe("closed");
    await expect(events.subscribe("blocks").next()).rejects.toThrow("events are closed");
  });
});

test("a connection and the calls on it count as requests, so that reads keep to the pace", async () => {
  const clock = new ManualClock(Date.now());
  const service = await opened.service({ keylessTier: "Public", clock: () => clock.now() });
  const statuses: number[] = [];
  const client = opened.delta(
    service.origin,
    {},
    {
      ...{ dedupe: false, clock },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        statuses.push(response.status);
        return response;
      },
    },
  );
  const limit = client.budget().day.limit;
  const streams = Array.from({ length: 8 }, () => client.events.subscribe("blocks"));
  await clock.until(Promise.all(streams.map(({ ready }) => ready)));
  expect(client.budget().day.remaining).toBe(limit - 1 - streams.length);
  await clock.until(Promise.all(streams.map(() => client.getChainInfo())));
  expect(statuses).toEqual(streams.map(() => 200));
  expect(client.budget().day.remaining).toBe(limit - 1 - 2 * streams.length);
});
