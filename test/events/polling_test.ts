import { afterEach, describe, expect, test } from "vitest";
import { RUNTIME_CLOCK } from "../../src/events/internal.ts";
import type { EventsOptions, WebSocketConstructor } from "../../src/events/mod.ts";
import { type Client, createClient, isAlphadeltaError } from "../../src/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { ORIGIN, openTestService } from "../_client.ts";
import { ManualClock } from "../_manual_clock.ts";
import { heights, Opened, take, until } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

interface Polled {
  readonly service: Service;
  readonly delta: Client<"delta">;
  readonly clock: ManualClock;
  /** Paths of the requests sent. */
  readonly sent: string[];
  /** Waits until all timers are set, then runs the next poll. */
  readonly poll: () => Promise<void>;
  /** Requests fail while it is shut. */
  readonly network: { isShut: boolean };
}

/** A client whose service has no WebSocket endpoint. */
async function polled(events: EventsOptions = {}): Promise<Polled> {
  const service = await openTestService(["delta"]);
  opened.add(() => service.close());
  const clock = new ManualClock(0);
  const sent: string[] = [];
  const network = { isShut: false };
  const delta = createClient("delta", {
    endpoints: { apiHost: ORIGIN },
    tier: { requestsPerSecond: 100_000, requestsPerDay: 10_000 },
    clock: { ...RUNTIME_CLOCK, now: () => clock.now() },
    events: { clock, ...events },
    fetch(input, init) {
      if (network.isShut) return Promise.reject(new TypeError("Down"));
      sent.push(new URL(new Request(input).url).pathname.replace("/v1/delta", ""));
      return service.fetch(input, init);
    },
  });
  opened.add(() => delta.events.close());
  const poll = async (): Promise<void> => {
    await until(() => clock.pending > 0);
    clock.pass(clock.untilNext);
  };
  return { service, delta, clock, sent, poll, network };
}

/** A constructor of WebSockets that makes none. */
function refusing(onMake: () => void = () => undefined): WebSocketConstructor {
  return function Refused(): void {
    onMake();
    throw new Error("Refused");
  } as unknown as WebSocketConstructor;
}

async function mine(service: Service, count: number): Promise<void> {
  for (let made = 0; made < count; made++) await service.produceBlock("delta");
}

describe("where no WebSocket answers", () => {
  test("blocks are polled for, and onFallback is called", async () => {
    const fallbacks: string[] = [];
    const onFallback = (topic: string, cause: Error): void =>
      void fallbacks.push(`${topic}: ${cause.message}`);
    const { service, delta, clock, poll } = await polled({ onFallback });
    const blocks = delta.events.subscribe("blocks");
    await blocks.ready;
    expect([blocks.state, blocks.transport, delta.events.state]).toEqual([
      "polling",
      "polling",
      "polling",
    ]);
    expect(fallbacks).toEqual(["blocks: no endpoint is configured, pass endpoints.wsUrl"]);
    await mine(service, 3);
    await poll();
    const seen = await take(blocks, 3);
    expect(heights(seen)).toEqual([31, 32, 33]);
    expect(seen[0]?.cursor).toBeNull();
    await mine(service, 120);
    await poll();
    expect(heights(await take(blocks, 120))).toEqual(
      Array.from({ length: 120 }, (_, at) => at + 34),
    );
    await service.reorganise("delta", 2);
    await poll();
    expect(heights(await take(blocks, 4))).toEqual(["reorg 152", 152, 153, 154]);
    await blocks.return();
    expect(delta.events.state).toBe("idle");
    expect(clock.pending).toBe(0);
  });

  test("at the pace that the granted share of what is left of the day allows", async () => {
    const { service, delta, clock, sent, poll } = await polled({ polling: { share: 0.1 } });
    const blocks = delta.events.subscribe("blocks");
    await blocks.ready;
    const noon = 43_200_000;
    let polls = 0;
    while (clock.now() < noon) {
      await mine(service, polls % 50 === 0 ? 3 : 0);
      await poll();
      polls++;
    }
    await until(() => clock.pending > 0);
    // A tenth of what is left each time is 10,000 * (1 - 0.5 ** 0.1) = 670 until noon.
    expect(sent.length).toBeLessThanOrEqual(675);
    expect(sent.length).toBeGreaterThan(600);
  });

  test("an error of REST is reported, and polling continues once it has passed", async () => {
    const { service, delta, poll, network } = await polled();
    const blocks = delta.events.subscribe("blocks");
    const states: unknown[] = [];
    blocks.onState(({ state, reason = "" }) => states.push([state, reason]));
    await blocks.ready;
    await mine(service, 1);
    network.isShut = true;
    await poll();
    await until(() => blocks.state === "waiting");
    expect(states.at(-1)).toEqual(["waiting", expect.stringContaining("Down")]);
    network.isShut = false;
    while (blocks.state === "waiting") await poll();
    expect(heights(await take(blocks, 1))).toEqual([31]);
    expect(blocks.state).toBe("polling");
  });

  test("an error of REST long after another one is followed by as short a pause", async () => {
    const { delta, clock, poll, network } = await polled();
    const blocks = delta.events.subscribe("blocks");
    await blocks.ready;
    const pauses: number[] = [];
    while (pauses.length < 3) {
      network.isShut = true;
      await poll();
      await until(() => blocks.state === "waiting" && clock.pending > 0);
      pauses.push(clock.untilNext);
      network.isShut = false;
      await poll();
      await until(() => blocks.state === "polling" && clock.pending > 0);
    }
    expect(pauses).toEqual([250, 250, 250]);
  });

  test("a second subscription shares the quota", async () => {
    const { delta, clock } = await polled();
    const first = delta.events.subscribe("blocks");
    await first.ready;
    await until(() => clock.pending === 1);
    const alone = clock.untilNext;
    const second = delta.events.subscribe("blocks");
    await second.ready;
    await until(() => clock.pending === 2);
    clock.pass(alone);
    await until(() => clock.pending === 2);
    expect(clock.untilNext).toBeGreaterThan(0);
    // What is left to the second one, which has waited as long as the first one did.
    expect(clock.untilNext).toBeGreaterThan(alone * 0.9);
  });

  test("pauses stretch to the rest of today's budget, and a stream goes on where nearly none is left", async () => {
    const service = await openTestService(["delta"]);
    opened.add(() => service.close());
    const clock = new ManualClock(Date.UTC(2026, 0, 1, 12));
    const delta = createClient("delta", {
      endpoints: { apiHost: ORIGIN },
      tier: { requestsPerSecond: 100_000, requestsPerDay: 600 },
      clock,
      events: { polling: { share: 1 } },
      fetch: (...args) => service.fetch(...args),
    });
    opened.add(() => delta.events.close());
    const stream = delta.events.subscribe("blocks", {}, { fromHeight: 30 });
    await stream.ready;
    while (delta.budget().day.remaining > 20) await delta.getChainInfo({ cache: false });
    await until(() => clock.pending > 0);
    let polls = 0;
    for (; clock.now() < Date.UTC(2026, 0, 2); polls++) {
      clock.pass(clock.untilNext);
      await until(() => clock.pending > 0);
    }
    expect(polls).toBeGreaterThan(10);
    expect(polls).toBeLessThanOrEqual(21);
    expect(clock.untilNext).toBeLessThan(600_000);
  });

  test.each(["pending_transactions", "validators", "proposals", "reorgs"] as const)(
    "%s cannot be polled for, and rejects",
    async (topic) => {
      const { delta } = await polled();
      const reason: unknown = await delta.events
        .subscribe(topic)
        .next()
        .catch((error: unknown) => error);
      expect(isAlphadeltaError(reason, "TransportError")).toBe(true);
      expect(String(reason)).toContain(
        `Cannot subscribe to ${topic}: the WebSocket is unreachable`,
      );
      expect(String(reason)).toContain("polling supports only blocks and transactions");
    },
  );

  test("polling can be turned off", async () => {
    const { delta } = await polled({ polling: false });
    await expect(delta.events.subscribe("blocks").next()).rejects.toThrow("polling is off");
  });

  test("an abort ends it between polls, and leaves no timer", async () => {
    const { delta, clock } = await polled();
    const controller = new AbortController();
    const blocks = delta.events.subscribe("blocks", {}, { signal: controller.signal });
    await blocks.ready;
    await until(() => clock.pending > 0);
    const next = blocks.next();
    controller.abort("enough");
    await expect(next).rejects.toBe("enough");
    expect(clock.pending).toBe(0);
  });

  test("a cursor cannot be resumed from, which is an error instead of a gap", async () => {
    const { delta } = await polled();
    const blocks = delta.events.subscribe("blocks", { after: "a.1" });
    await expect(blocks.next()).rejects.toThrow(
      "Cannot resume blocks without a gap: the WebSocket is unreachable (no endpoint is configured, pass endpoints.wsUrl), and polling does not support cursors; pass fromHeight",
    );
  });

  test("from a height on", async () => {
    const { delta } = await polled();
    const blocks = delta.events.subscribe("blocks", {}, { fromHeight: 28 });
    expect(heights(await take(blocks, 3))).toEqual([28, 29, 30]);
  });
});

test("a service that refuses every connection is polled after so many attempts", async () => {
  const service = await opened.service({}, {});
  let made = 0;
  const webSocket = refusing(() => made++);
  let attempts = 0;
  const onFallback = (): void => void (attempts = made);
  // As many as by default.
  const reconnect = { base: 5, cap: 50 };
  const { events } = opened.delta(service.origin, { webSocket, onFallback, reconnect });
  const states: string[] = [];
  const stream = events.subscribe("blocks", {}, { fromHeight: 1 });
  stream.onState(({ state }) => states.push(state));
  expect(heights(await take(stream, 2))).toEqual([1, 2]);
  expect(attempts).toBe(3);
  expect(states).toContain("polling");
  expect(events.state).toBe("polling");
});

test("transactions are polled for by block, through their filter", async () => {
  const service = await opened.service();
  const clock = new ManualClock(0);
  const { events } = opened.delta(
    service.origin,
    {
      clock,
      webSocket: refusing(),
      reconnect: { fallbackAfter: 1 },
      polling: { share: 1 },
    },
    { tier: "Registered" },
  );
  const stream = events.subscribe("transactions", { type: "transfer" });
  clock.pass(1);
  await stream.ready;
  const sent = [await service.pay("delta"), await service.pay("delta")];
  await service.service.produceBlock("delta");
  sent.push(await service.pay("delta"));
  await service.service.produceBlock("delta");
  await until(() => clock.pending > 0);
  clock.pass(clock.untilNext);
  const seen = await take(stream, 3);
  expect(seen.map(({ data }) => data?.hash)).toEqual(sent);
  expect(seen.every(({ data }) => typeof data?.value === "bigint")).toBe(true);
});

interface Switch {
  /** True if WebSockets can be opened. */
  isUp: boolean;
  /** Attempts to have one. */
  attempts: number;
  readonly webSocket: WebSocketConstructor;
  /** Closes those that are open, and lets none be had. */
  shut(): void;
}

function switched(isUp = false): Switch {
  const sockets = new Set<WebSocket>();
  const webSocket = function Switched(url: string): WebSocket {
    network.attempts++;
    if (!network.isUp) throw new Error("Refused");
    const socket = new WebSocket(url);
    sockets.add(socket);
    return socket;
  } as unknown as WebSocketConstructor;
  const shut = (): void => {
    network.isUp = false;
    for (const socket of sockets) socket.close();
  };
  const network: Switch = { isUp, attempts: 0, webSocket, shut };
  return network;
}

describe("when a WebSocket answers again", () => {
  test.each(["blocks", "transactions"] as const)(
    "%s that were polled for go on there, without gap or repetition",
    async (topic) => {
      const service = await opened.service();
      const network = switched();
      const fallbacks: string[] = [];
      const { events } = opened.delta(
        service.origin,
        {
          webSocket: network.webSocket,
          reconnect: { base: 1, cap: 20, fallbackAfter: 1 },
          onFallback: (name) => void fallbacks.push(name),
        },
        { tier: "Enterprise" },
      );
      const stream = events.subscribe(topic);
      const states: string[] = [];
      stream.onState(({ state }) => states.push(state));
      await stream.ready;
      expect([stream.transport, events.state]).toEqual(["polling", "polling"]);
      const blocks: number[] = [];
      const make = async (count: number): Promise<void> => {
        for (let made = 0; made < count; made++) {
          await service.pay("delta");
          await service.service.produceBlock("delta");
          blocks.push(blocks.length + 3);
        }
      };
      await make(5);
      network.isUp = true;
      while (stream.transport === "polling") await make(1);
      await make(3);
      await until(() => stream.state === "open");
      await make(3);
      const seen = await take(stream, blocks.length);
      const heightsSeen = seen.map(({ data }) =>
        data && "blockNumber" in data ? data.blockNumber : data?.number,
      );
      expect(heightsSeen).toEqual(blocks);
      expect(seen[0]?.cursor).toBeNull();
      expect(seen.at(-1)?.cursor).toEqual(expect.any(String));
      expect([stream.transport, events.state]).toEqual(["webSocket", "open"]);
      expect(states.filter((state) => state !== "waiting")).toEqual(
        expect.arrayContaining(["polling", "backfilling", "open"]),
      );
      expect(fallbacks).toEqual([topic]);
    },
  );

  test("no WebSocket is tried once nothing polls", async () => {
    const service = await opened.service();
    const clock = new ManualClock(0);
    let made = 0;
    const webSocket = refusing(() => made++);
    const options = { clock, webSocket, reconnect: { fallbackAfter: 1, cap: 1_000 } };
    const { events } = opened.delta(service.origin, options, { tier: "Enterprise" });
    const stream = events.subscribe("blocks");
    clock.pass(1);
    await stream.ready;
    await until(() => clock.pending === 2);
    for (let turn = 0; turn < 4; turn++) clock.pass(250);
    await until(() => made === 2);
    await stream.return();
    expect(clock.pending).toBe(0);
  });
});

test("a service whose connections open and close at once is polled, and what cannot be polled rejects", async () => {
  const service = await opened.service();
  const webSocket = function Closing(url: string): WebSocket {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => socket.close());
    return socket;
  } as unknown as WebSocketConstructor;
  const { events } = opened.delta(
    service.origin,
    { webSocket, reconnect: { base: 1, cap: 20 } },
    { tier: "Enterprise" },
  );
  const blocks = events.subscribe("blocks", {}, { fromHeight: 1 });
  expect(heights(await take(blocks, 2))).toEqual([1, 2]);
  expect(blocks.transport).toBe("polling");
  await expect(events.subscribe("validators").next()).rejects.toThrow(
    "the WebSocket is unreachable",
  );
});

describe("when a WebSocket was open and is lost for good", () => {
  const RECONNECT = { base: 1, cap: 20 };

  test("blocks are polled for after three attempts, from the last one delivered, through a reorganisation, and back", async () => {
    const service = await opened.service();
    const network = switched(true);
    const fallbacks: string[] = [];
    const { events } = opened.delta(
      service.origin,
      {
        webSocket: network.webSocket,
        // Pauses in which REST answers.
        clock: { ...RUNTIME_CLOCK, random: () => 0.99 },
        reconnect: { base: 60, cap: 200 },
        onFallback: (topic, { message }) => void fallbacks.push(`${topic}: ${message}`),
      },
      { tier: "Enterprise" },
    );
    const stream = events.subscribe("blocks");
    const states: string[] = [];
    stream.onState(({ state }) => states.push(state));
    await stream.ready;
    await mine(service.service, 3);
    const seen = await take(stream, 3);
    states.length = 0;
    network.attempts = 0;
    network.shut();
    await service.service.reorganise("delta", 2);
    await mine(service.service, 1);
    await until(() => stream.state === "polling");
    expect(network.attempts).toBe(3);
    expect(states).toEqual([
      ...["waiting", "connecting", "waiting", "connecting"],
      ...["waiting", "connecting", "waiting", "polling"],
    ]);
    expect([stream.transport, events.state]).toEqual(["polling", "polling"]);
    expect(fallbacks).toEqual(["blocks: WebSocket: Refused"]);
    seen.push(...(await take(stream, 4)));
    expect(seen.at(-1)?.cursor).toBeNull();
    expect(stream.cursor).toBeNull();
    network.isUp = true;
    await mine(service.service, 1);
    await until(() => stream.state === "open");
    await mine(service.service, 1);
    seen.push(...(await take(stream, 2)));
    expect(heights(seen)).toEqual([3, 4, 5, "reorg 4", 4, 5, 6, 7, 8]);
    expect([stream.transport, events.state]).toEqual(["webSocket", "open"]);
    expect(stream.cursor).toBe(seen.at(-1)?.cursor);
  });

  test("other topics wait for one, and blocks come back to the one they get", async () => {
    const service = await opened.service();
    const network = switched(true);
    const { events } = opened.delta(
      service.origin,
      { webSocket: network.webSocket, reconnect: RECONNECT },
      { tier: "Enterprise" },
    );
    const blocks = events.subscribe("blocks");
    const reorgs = events.subscribe("reorgs");
    await Promise.all([blocks.ready, reorgs.ready]);
    await mine(service.service, 1);
    await take(blocks, 1);
    network.shut();
    await until(() => blocks.state === "polling");
    await until(() => reorgs.state === "waiting");
    expect(reorgs.transport).toBe("webSocket");
    network.isUp = true;
    await until(() => blocks.state === "open" && reorgs.state === "open");
    await service.service.reorganise("delta", 1);
    expect((await take(reorgs, 1)).length).toBe(1);
    expect(heights(await take(blocks, 2))).toEqual(["reorg 3", 3]);
  });

  test("it stays waiting where polling is off, and resumes by cursor", async () => {
    const service = await opened.service();
    const network = switched(true);
    const { events } = opened.delta(
      service.origin,
      { webSocket: network.webSocket, reconnect: RECONNECT, polling: false },
      { tier: { requestsPerSecond: 100_000, requestsPerDay: 10_000 } },
    );
    const stream = events.subscribe("blocks");
    const reasons: string[] = [];
    stream.onState((change) => reasons.push(change.reason ?? ""));
    await stream.ready;
    await mine(service.service, 1);
    await take(stream, 1);
    network.attempts = 0;
    network.shut();
    await mine(service.service, 2);
    await until(() => network.attempts > 5 && reasons.includes("WebSocket: Refused"));
    expect(stream.transport).toBe("webSocket");
    network.isUp = true;
    const seen = await take(stream, 2);
    expect(heights(seen)).toEqual([4, 5]);
    expect(seen[0]?.cursor).toEqual(expect.any(String));
  });

  test("it stays waiting where REST does not answer either", async () => {
    const service = await opened.service();
    const network = switched(true);
    let isShut = false;
    const { events } = opened.delta(
      service.origin,
      { webSocket: network.webSocket, reconnect: RECONNECT },
      {
        tier: "Enterprise",
        retries: 0,
        fetch: (...args) => (isShut ? Promise.reject(new TypeError("Down")) : fetch(...args)),
      },
    );
    const stream = events.subscribe("blocks");
    await stream.ready;
    await mine(service.service, 1);
    await take(stream, 1);
    isShut = true;
    network.shut();
    await until(() => network.attempts > 8);
    expect(stream.transport).toBe("webSocket");
    isShut = false;
    await until(() => stream.transport === "polling");
  });
});
