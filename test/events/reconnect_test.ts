import { LIMITS } from "../../src/generated/limits.gen.ts";
import { afterEach, describe, expect, test } from "vitest";
import { RPC_LIMIT_EXCEEDED } from "../../src/generated/errors.gen.ts";
import { isAlphadeltaError } from "../../src/mod.ts";
import { createTransport } from "../../src/transport/mod.ts";
import type { EventClock, WebSocketConstructor } from "../../src/events/mod.ts";
import { answer, type Asked, begin, HostileServer, refuse, sendBlock } from "./_hostile_server.ts";
import { heights, mine, Opened, take, until } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

async function hostile(react: (call: Asked) => void): Promise<HostileServer> {
  const server = await HostileServer.open((call) => {
    if (call.method === "chain_subscribe") react(call);
  });
  opened.add(() => server.close());
  return server;
}

/** Expects that a further subscription is refused, since the service gives it the id of another one. */
async function expectOwnId(events: ReturnType<typeof opened.delta>["events"]): Promise<void> {
  const reason: unknown = await events
    .subscribe("blocks")
    .next()
    .catch((error: unknown) => error);
  expect(isAlphadeltaError(reason, "ContractError") && reason.issues).toEqual([
    { path: "subscription", message: "expected an id of its own" },
  ]);
}

const QUICK = { heartbeat: { silence: 60, timeout: 300 } };

describe("without an answer, a change of the state says so after 4 s, with its error, and attempts go on", () => {
  /** A clock whose timers run when they are told to. */
  function handClock(): EventClock & { run(milliseconds: number): void } {
    const timers = new Set<{ readonly milliseconds: number; readonly callback: () => void }>();
    return {
      now: () => 0,
      random: () => 0,
      setTimeout(callback, milliseconds) {
        const timer = { milliseconds, callback };
        timers.add(timer);
        return timer;
      },
      clearTimeout: (timer) => void timers.delete(timer as never),
      run(milliseconds) {
        for (const timer of [...timers].filter((one) => one.milliseconds === milliseconds)) {
          timers.delete(timer);
          timer.callback();
        }
      },
    };
  }

  let made = 0;
  const Stuck = class {
    constructor() {
      made++;
    }
    addEventListener(): void {}
    close(): void {}
  } as unknown as WebSocketConstructor;

  test.each([
    ["a handshake", {}],
    ["a first read through REST", { fromHeight: 0 }],
  ])("to %s", async (_, options) => {
    made = 0;
    const clock = handClock();
    const fetch = (): Promise<Response> => new Promise(() => undefined);
    const events = { clock, webSocket: Stuck };
    const client = opened.delta("http://127.0.0.1:1", events, { fetch });
    const told: unknown[] = [];
    client.events.onState(({ state, error }) => told.push(["client", state, error?.message]));
    const blocks = client.events.subscribe("blocks", {}, options);
    blocks.onState(({ state, error }) => {
      told.push(["stream", state, isAlphadeltaError(error, "TransportError") && error.message]);
    });
    await until(() => made > 0 || "fromHeight" in options);
    told.length = 0;
    clock.run(4_000);
    const message = "Cannot subscribe to blocks yet: no answer within 4000 ms";
    expect(told).toEqual([
      ["stream", "waiting", message],
      ["client", "waiting", message],
    ]);
    await until(() => made > 0);
    clock.run(10_000);
    clock.run(0);
    expect(made).toBe(2);
    await blocks.return();
  });

  test("and once it has begun, not at all", async () => {
    const service = await opened.service();
    const clock = handClock();
    const blocks = opened.delta(service.origin, { clock }).events.subscribe("blocks");
    const states: string[] = [];
    blocks.onState(({ state }) => states.push(state));
    await blocks.ready;
    clock.run(4_000);
    expect(states).toEqual(["open"]);
  });
});

describe("a connection that is lost is replaced, and resumed by cursor", () => {
  test.each([1001, 1013, 1011, 4000])("closed with %i", async (code) => {
    const server = await hostile((call) => {
      begin(call, "c0");
      if (call.connection === 0) {
        sendBlock(call, 1, "c1");
        call.socket.close(code);
      } else sendBlock(call, 2, "c2");
    });
    const blocks = opened.delta(server.origin).events.subscribe("blocks");
    expect(heights(await take(blocks, 2))).toEqual([1, 2]);
    expect(server.asked.map(({ params }) => params)).toEqual([
      ["blocks"],
      ["blocks", { after: "c1" }],
    ]);
  });

  test("fallen silent, without ever closing: one cheap call finds it out", async () => {
    const server = await hostile((call) => {
      begin(call, "c0");
      sendBlock(call, call.connection + 1, `c${call.connection + 1}`);
      // Nothing more is read or answered, and no closing handshake is.
      if (call.connection === 0) call.socket.pause();
    });
    const blocks = opened.delta(server.origin, QUICK).events.subscribe("blocks");
    const reasons: unknown[] = [];
    blocks.onState(({ reason }) => reasons.push(reason));
    expect(heights(await take(blocks, 2))).toEqual([1, 2]);
    expect(server.asked[1]?.params).toEqual(["blocks", { after: "c1" }]);
    expect(reasons).toContain("WebSocket: No answer within 300 ms");
  });

  test("that cannot be made at first: several subscriptions have one in the end", async () => {
    const server = await hostile((call) => begin(call, "c0"));
    let refusals = 2;
    const webSocket = function Refusing(url: string): WebSocket {
      if (refusals-- > 0) throw new Error("Refused");
      return new WebSocket(url);
    } as unknown as WebSocketConstructor;
    const { events } = opened.delta(server.origin, { webSocket });
    const streams = [events.subscribe("blocks"), events.subscribe("transactions")];
    await Promise.all(streams.map(({ ready }) => ready));
    await Promise.all(streams.map((stream) => stream.return()));
    await until(() => server.closed.length === server.connections);
    expect(server.connections).toBe(1);
  });

  test("that answers nothing to the subscription", async () => {
    const server = await hostile((call) => {
      if (call.connection === 0) return;
      begin(call, "c0");
      sendBlock(call, 1, "c1");
    });
    const blocks = opened.delta(server.origin, QUICK).events.subscribe("blocks");
    expect(heights(await take(blocks, 1))).toEqual([1]);
    expect(server.connections).toBe(2);
  });

  test("that never opens", async () => {
    let made = 0;
    class Stuck extends WebSocket {
      constructor(url: string) {
        super(url);
        if (made++ === 0) this.addEventListener = () => undefined;
      }
    }
    const service = await opened.service();
    const { events } = opened.delta(service.origin, {
      heartbeat: { silence: 1_000, timeout: 300 },
      webSocket: Stuck,
    });
    const reasons: unknown[] = [];
    events.onState(({ reason }) => reasons.push(reason));
    await events.subscribe("blocks").ready;
    expect(reasons).toContain("WebSocket: No connection within 300 ms");
  });

  test("whose constructor throws", async () => {
    let made = 0;
    class Throwing extends WebSocket {
      constructor(url: string) {
        if (made++ === 0) throw new SyntaxError("Not now");
        super(url);
      }
    }
    const service = await opened.service();
    const { events } = opened.delta(service.origin, { webSocket: Throwing });
    const states: string[] = [];
    events.onState(({ state, reason }) => states.push(reason ? `${state}: ${reason}` : state));
    await events.subscribe("blocks").ready;
    expect(states).toEqual(["connecting", "waiting: WebSocket: Not now", "connecting", "open"]);
  });

  test("that sends no JSON object", async () => {
    const server = await hostile((call) => {
      begin(call, "c0");
      if (call.connection === 0) call.socket.send("<html>");
      else if (call.connection === 1) call.socket.send(new Uint8Array([1]));
      else sendBlock(call, 1, "c1");
    });
    const blocks = opened.delta(server.origin).events.subscribe("blocks");
    expect(heights(await take(blocks, 1))).toEqual([1]);
    expect(server.connections).toBe(3);
  });

  test("with pauses of full jitter under a bound that doubles up to the cap", async () => {
    const pauses: number[] = [];
    const timers: (() => void)[] = [];
    const clock = {
      now: () => 0,
      random: () => 0.5,
      setTimeout(callback: () => void, milliseconds: number) {
        if (milliseconds > 0) pauses.push(milliseconds);
        timers.push(callback);
        return callback;
      },
      clearTimeout: (timer: unknown) => {
        const at = timers.indexOf(timer as () => void);
        if (at !== -1) timers.splice(at, 1);
      },
    };
    const webSocket = function Throwing(): void {
      throw new Error("No");
    } as never;
    const { events } = opened.delta("http://127.0.0.1:1", {
      clock,
      webSocket,
      reconnect: { base: 100, cap: 1000, maximum: 8, fallbackAfter: 100 },
    });
    const blocks = events.subscribe("blocks");
    await Promise.resolve();
    while (timers.length > 0) timers.shift()?.();
    const reason: unknown = await blocks.next().catch((error: unknown) => error);
    // The first timer tells that nothing has answered.
    expect(pauses).toEqual([4_000, 50, 100, 200, 400, 500, 500, 500]);
    expect(isAlphadeltaError(reason, "TransportError") && reason.attempts).toBe(8);
  });
});

describe("a subscription stops trying", () => {
  test.each([1003, 1007, 1008, 1009])("after a close with %i", async (code) => {
    const server = await hostile((call) => {
      begin(call, "c0");
      call.socket.close(code, "As it is");
    });
    const { events } = opened.delta(server.origin);
    const reason: unknown = await events
      .subscribe("blocks")
      .next()
      .catch((error: unknown) => error);
    expect(String(reason)).toContain(`closed with ${code}: As it is`);
    expect(isAlphadeltaError(reason, "TransportError") && reason.retryable).toBe(false);
    expect(events.state).toBe("idle");
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(server.connections).toBe(1);
  });

  test("to a topic that is not polled after it was answered without an id", async () => {
    const server = await hostile(({ socket, id }) => socket.send(`{"id":${id},"result":{}}`));
    const next = opened.delta(server.origin).events.subscribe("proposals").next();
    const reason: unknown = await next.catch((error: unknown) => error);
    expect(isAlphadeltaError(reason, "ContractError")).toBe(true);
  });

  test("after it was given the id of another one, which goes on", async () => {
    const result = { subscription: "s1" };
    const server = await hostile(({ socket, id }) => socket.send(JSON.stringify({ id, result })));
    const { events } = opened.delta(server.origin);
    const first = events.subscribe("blocks");
    await first.ready;
    await expectOwnId(events);
    const [asked] = server.asked;
    if (asked) sendBlock({ ...asked, id: 1 }, 7);
    expect(await take(first, 1)).toMatchObject([{ data: { number: 7 } }]);
  });

  test("where the service gives no cursors: a lost connection is a gap, and said to be", async () => {
    const server = await hostile((call) => {
      begin(call);
      sendBlock(call, call.connection);
      if (call.connection === 0) call.socket.close(1001);
    });
    const blocks = opened.delta(server.origin).events.subscribe("blocks");
    expect(await take(blocks, 1)).toMatchObject([{ data: { number: 0 }, cursor: null }]);
    await expect(blocks.next()).rejects.toThrow("Cannot resume blocks without a gap");
  });

  test("where the service gives no cursors: one that would backfill begins all the same", async () => {
    const { origin } = await opened.service();
    const server = await hostile((call) => begin(call));
    const endpoints = { apiHost: origin, wsUrl: server.origin.replace("http", "ws") };
    const { events } = opened.delta(origin, {}, { endpoints });
    const blocks = events.subscribe("blocks", {}, { onExpired: "backfill" });
    await blocks.ready;
    expect([blocks.state, blocks.cursor, blocks.oldest]).toEqual(["open", null, null]);
  });
});

describe("events that arrive before the reply to their subscription", () => {
  test("are delivered after it, in order", async () => {
    const server = await hostile((call) => {
      sendBlock(call, 1, "c1");
      sendBlock(call, 2, "c2");
      begin(call, "c0");
      sendBlock(call, 3, "c3");
    });
    const { events } = opened.delta(server.origin);
    const streams = [events.subscribe("blocks"), events.subscribe("blocks")];
    for (const stream of streams) expect(heights(await take(stream, 3))).toEqual([1, 2, 3]);
    expect(server.connections).toBe(1);
  });

  test("are delivered after the reply to a subscription that resumes, without repetition", async () => {
    const server = await hostile((call) => {
      const [, { after } = {}] = call.params;
      if (after === undefined) {
        begin(call, "c0");
        sendBlock(call, 1, "c1");
        return call.socket.close(1001);
      }
      sendBlock(call, 1, "c1");
      sendBlock(call, 2, "c2");
      begin(call, "c1");
    });
    const blocks = opened.delta(server.origin).events.subscribe("blocks");
    expect(heights(await take(blocks, 2))).toEqual([1, 2]);
  });

  test("replace the connection where they are too many to buffer", async () => {
    const server = await hostile((call) => {
      for (let number = 1; call.connection === 0 && number <= 1_001; number++) {
        sendBlock(call, number, `c${number}`);
      }
      begin(call, "c0");
      sendBlock(call, 1, "c1");
    });
    const blocks = opened.delta(server.origin).events.subscribe("blocks");
    const reasons: unknown[] = [];
    blocks.onState(({ reason }) => reasons.push(reason));
    expect(heights(await take(blocks, 1))).toEqual([1]);
    expect(reasons[0]).toBe(
      "WebSocket: More than 1000 events arrived before their subscription was confirmed",
    );
    expect(server.connections).toBe(2);
  });
});

describe("an id of a subscription that a service gives again", () => {
  /** Sends a reply or an event that names an id of the test's own. */
  function accept({ socket, id }: Asked, subscription: string, cursor?: string): void {
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: { subscription, cursor } }));
  }
  /** The reply to a call that ends a subscription, which the test sends when it likes. */
  const ended: Asked[] = [];
  async function reusing(react: (call: Asked) => void): Promise<HostileServer> {
    ended.length = 0;
    const server = await HostileServer.open((call) => {
      if (call.method === "chain_subscribe") react(call);
      else ended.push(call);
    });
    opened.add(() => server.close());
    return server;
  }

  test("before it answers that it has ended breaks the interface", async () => {
    const server = await reusing((call) => accept(call, call.id === 1 ? "s1" : "s2", "c0"));
    const { events } = opened.delta(server.origin);
    const first = events.subscribe("blocks");
    await first.ready;
    const before = events.subscribe("blocks");
    await before.ready;
    await before.return();
    await expectOwnId(events);
    const [asked] = server.asked;
    if (asked) sendBlock({ ...asked, id: 1 }, 7, "c7");
    expect(heights(await take(first, 1))).toEqual([7]);
    expect(server.connections).toBe(1);
  });

  test("after it has answered that it ended belongs to the new one", async () => {
    const server = await reusing((call) => accept(call, call.id === 1 ? "s1" : "s2", "c0"));
    const { events } = opened.delta(server.origin);
    const first = events.subscribe("blocks");
    await first.ready;
    const before = events.subscribe("blocks");
    await before.ready;
    await before.return();
    await until(() => ended.length === 1);
    const [end] = ended;
    if (!end) throw new Error("The service was not told of the end");
    answer(end);
    // It comes after the answer.
    sendBlock({ ...end, id: 1 }, 5, "c5");
    await first.next();
    const after = events.subscribe("blocks");
    await after.ready;
    sendBlock({ ...end, id: 2 }, 7, "c7");
    expect(heights(await take(after, 1))).toEqual([7]);
  });

  test("to one that nobody waits for any more ends none that is live", async () => {
    const server = await reusing((call) => {
      if (call.id < 3) accept(call, "s1", "c0");
      else accept(call, `s${call.id}`, "c0");
    });
    const { events } = opened.delta(server.origin);
    const live = events.subscribe("blocks");
    await live.ready;
    const dropped = events.subscribe("blocks");
    await dropped.return();
    await events.subscribe("blocks").ready;
    const [call] = server.asked;
    if (call) sendBlock(call, 7, "c7");
    expect(heights(await take(live, 1))).toEqual([7]);
    expect(ended).toEqual([]);
  });

  test("brings no event of the one before it that came early", async () => {
    const server = await reusing((call) => {
      const { id } = call;
      if (id === 1) accept(call, "s1", "c0");
      if (id !== 3) return;
      const [, dropped] = server.asked;
      if (!dropped) throw new Error("There was no second subscription");
      sendBlock(dropped, 66, "c66");
      accept(dropped, "s2", "c0");
    });
    const { events } = opened.delta(server.origin);
    await events.subscribe("blocks").ready;
    await events.subscribe("blocks").return();
    const after = events.subscribe("blocks");
    await until(() => ended.length === 1);
    const [, dropped, asked] = server.asked;
    const [end] = ended;
    if (!dropped || !asked || !end) throw new Error("There was no third subscription");
    answer(end);
    accept(asked, "s2", "c0");
    sendBlock(dropped, 1, "c1");
    expect(heights(await take(after, 1))).toEqual([1]);
  });
});

test("a null error beside a result counts as none", async () => {
  const server = await hostile((call) => {
    const result = { subscription: `s${call.id}`, cursor: "c0" };
    call.socket.send(JSON.stringify({ jsonrpc: "2.0", id: call.id, result, error: null }));
    sendBlock(call, 1, "c1");
  });
  const blocks = opened.delta(server.origin).events.subscribe("blocks");
  expect(heights(await take(blocks, 1))).toEqual([1]);
});

test("an error without a code breaks the interface, and says so", async () => {
  const server = await hostile(({ socket, id }) => socket.send(`{"id":${id},"error":"no"}`));
  const next = opened.delta(server.origin).events.subscribe("blocks").next();
  const reason: unknown = await next.catch((error: unknown) => error);
  expect(isAlphadeltaError(reason, "ContractError")).toBe(true);
  expect(String(reason)).toContain("error.code: expected a number");
});

test("a limit that is exceeded is waited for", async () => {
  const server = await hostile((call) => {
    if (server.asked.length < 3) return refuse(call, -32005);
    begin(call, "c0");
    sendBlock(call, 1, "c1");
  });
  const blocks = opened.delta(server.origin).events.subscribe("blocks");
  const states: string[] = [];
  blocks.onState(({ state }) => states.push(state));
  expect(heights(await take(blocks, 1))).toEqual([1]);
  expect(states).toEqual(["waiting", "connecting", "waiting", "connecting", "open"]);
  expect(server.connections).toBe(1);
});

test("a service that fails again and again ends the subscription", async () => {
  const server = await hostile((call) => refuse(call, -32603));
  const next = opened.delta(server.origin).events.subscribe("blocks").next();
  const reason: unknown = await next.catch((error: unknown) => error);
  expect(isAlphadeltaError(reason, "RpcError") && [reason.code, reason.attempts]).toEqual([
    -32603, 5,
  ]);
});

test("limits that were exceeded before do not count as failures of the service", async () => {
  const server = await hostile((call) => {
    const { length } = server.asked;
    if (length <= 9) return refuse(call, length <= 5 ? -32005 : -32603);
    begin(call, "c0");
    sendBlock(call, 1, "c1");
  });
  const blocks = opened.delta(server.origin).events.subscribe("blocks");
  expect(heights(await take(blocks, 1))).toEqual([1]);
  expect(server.connections).toBe(1);
});

test("an event that breaks the interface rejects, after those before it", async () => {
  const server = await hostile((call) => {
    begin(call, "c0");
    sendBlock(call, 1, "c1");
    sendBlock(call, 1.5, "c2");
    sendBlock(call, 3, "c3");
  });
  const { events } = opened.delta(server.origin);
  const blocks = events.subscribe("blocks");
  expect(heights(await take(blocks, 1))).toEqual([1]);
  const reason: unknown = await blocks.next().catch((error: unknown) => error);
  expect(isAlphadeltaError(reason, "ContractError") && reason.message).toContain("number");
  expect(await blocks.next()).toEqual({ done: true, value: undefined });
  expect(events.state).toBe("idle");
});

test("a silent socket that answers stays open", async () => {
  const server = await HostileServer.open((call) => {
    if (call.method === "chain_subscribe") begin(call, "c0");
    else answer(call);
  });
  opened.add(() => server.close());
  const { events } = opened.delta(server.origin, { heartbeat: { silence: 40, timeout: 1_000 } });
  await events.subscribe("blocks").ready;
  await until(() => server.asked.filter(({ method }) => method === "chain_getInfo").length >= 2);
  expect(server.connections).toBe(1);
  expect(server.asked.length).toBeLessThan(8);
});

test("closing ends all subscriptions with the connection, without a request for each", async () => {
  const server = await HostileServer.open((call) => begin(call, "c0"));
  opened.add(() => server.close());
  const { events } = opened.delta(server.origin);
  const streams = ["blocks", "transactions", "reorgs"] as const;
  await Promise.all(streams.map((topic) => events.subscribe(topic).ready));
  await events.close();
  await until(() => server.closed.length === 1);
  expect(server.asked.map(({ method }) => method)).toEqual(streams.map(() => "chain_subscribe"));
});

test("a subscription that the rate limit refuses costs nothing of the budget", async () => {
  let refusals = 0;
  const server = await HostileServer.open((call) => {
    if (refusals < 3 && ++refusals) refuse(call, RPC_LIMIT_EXCEEDED);
    else begin(call, "c0");
  });
  opened.add(() => server.close());
  const transport = createTransport({ tier: "Public" });
  const { events } = opened.delta(server.origin, {}, { transport });
  await Promise.all(["blocks", "reorgs"].map((topic) => events.subscribe(topic as "blocks").ready));
  expect(server.asked).toHaveLength(5);
  const { limit, remaining } = transport.budget(server.origin).day;
  // A connection, and two subscriptions.
  expect(limit - remaining).toBe(3);
});

test("a quiet subscription advances its cursor, and resumes at one that has not expired", async () => {
  let cursors = 0;
  const server = await HostileServer.open((call) => {
    if (call.method === "chain_subscribe") begin(call, `c${cursors++}`);
    else answer(call);
  });
  opened.add(() => server.close());
  const heartbeat = { silence: 4, timeout: 1_000 };
  const { events } = opened.delta(server.origin, { heartbeat });
  const quiet = events.subscribe("transactions", { type: "vote" });
  await until(() => numberOf(quiet.cursor) >= 2);
  server.asked.at(-1)?.socket.close(1001);
  const resumed = () => server.asked.find(({ connection }) => connection === 1);
  await until(() => resumed() !== undefined);
  const [, filter] = resumed()?.params ?? [];
  expect(filter).toMatchObject({ type: "vote" });
  expect(numberOf(filter?.after)).toBeGreaterThanOrEqual(2);
  // Each subscription that read a cursor is ended, but for one under way.
  const count = (name: string) => server.asked.filter(({ method }) => method === name).length;
  const kept = count("chain_subscribe") - count("chain_unsubscribe");
  expect(kept).toBeLessThanOrEqual(3);
});

test("a quiet subscription keeps its cursor while the service replays, however long that takes", async () => {
  let cursors = 0;
  const server = await HostileServer.open((call) => {
    if (call.method !== "chain_subscribe") return answer(call);
    const replaying = cursors > 0 && cursors < 5;
    begin(call, `c${cursors++}`, replaying ? { replaying } : {});
  });
  opened.add(() => server.close());
  const { events } = opened.delta(server.origin, { heartbeat: { silence: 4, timeout: 1_000 } });
  const quiet = events.subscribe("transactions", { type: "vote" });
  await until(() => ![null, "c0"].includes(quiet.cursor));
  expect(numberOf(quiet.cursor)).toBeGreaterThanOrEqual(5);
});

test("a replay that waits for the rate limit is no silence: it comes whole on the first connection", async () => {
  const now = 1_800_000_000_000;
  const service = await opened.service({ keylessTier: "Public", clock: () => now });
  const first = opened.delta(service.origin).events.subscribe("blocks");
  await first.ready;
  await mine(service, 1_300);
  const { events } = opened.delta(service.origin, { heartbeat: { silence: 20, timeout: 1_000 } });
  const after = first.oldest ?? "";
  const replay = events.subscribe("blocks", { after }, { buffer: { size: 2_000 } });
  const states: string[] = [];
  replay.onState(({ state }) => states.push(state));
  await replay.ready;
  // The second page waits for several silences, since nothing is refilled.
  for (let call = 0; call < 3; call++) await fetch(`${service.origin}/v1/delta/blocks`);
  expect(heights(await take(replay, 1_300))).toEqual(
    Array.from({ length: 1_300 }, (_, at) => at + 3),
  );
  expect(states).toEqual(["open"]);
});

test("a connection has room for what reads the newest cursor, however many subscriptions there are", async () => {
  const refusals: string[] = [];
  class Noted extends WebSocket {
    constructor(url: string) {
      super(url);
      this.addEventListener("message", ({ data }) => {
        if (String(data).includes('"error"')) refusals.push(String(data));
      });
    }
  }
  const service = await opened.service();
  const events = { webSocket: Noted, heartbeat: { silence: 20, timeout: 1_000 } };
  const client = opened.delta(service.origin, events);
  const quiet = client.events.subscribe("transactions", { type: "vote" });
  const { subscriptionsPerConnection: most } = LIMITS;
  const others = Array.from({ length: most - 1 }, () => client.events.subscribe("blocks"));
  await Promise.all([quiet, ...others].map(({ ready }) => ready));
  const begun = quiet.cursor;
  await mine(service, 2);
  await until(() => quiet.cursor !== begun || refusals.length > 0);
  expect(refusals).toEqual([]);
});

function numberOf(cursor: string | null | undefined): number {
  return Number(cursor?.slice(1));
}

test("the service's own slow reader is resumed", async () => {
  const service = await opened.service({ eventQueue: 1 });
  const { events } = opened.delta(service.origin);
  const blocks = events.subscribe("blocks");
  await blocks.ready;
  await mine(service, 50);
  expect(heights(await take(blocks, 50))).toEqual(Array.from({ length: 50 }, (_, at) => at + 3));
});

describe("a key that is repeated is taken out of the error", () => {
  const KEY = "key-a1b2c3";

  test("by a service that closes for it", async () => {
    const server = await hostile(({ socket }) => socket.close(1008, `Unknown key ${KEY}`));
    const { events } = opened.delta(server.origin, {}, { apiKey: KEY });
    const blocks = events.subscribe("blocks");
    const reasons: unknown[] = [];
    blocks.onState(({ reason }) => reasons.push(reason));
    const message = "WebSocket: closed with 1008: Unknown key …";
    await expect(blocks.next()).rejects.toThrow(message);
    expect(reasons).toContain(message);
  });

  test("by a service that refuses the subscription", async () => {
    const server = await hostile(({ socket, id }) => {
      const error = { code: -32_600, message: "Invalid request", data: `Unknown key ${KEY}` };
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, error }));
    });
    const { events } = opened.delta(server.origin, {}, { apiKey: KEY });
    const refusal = events.subscribe("blocks").next();
    await expect(refusal).rejects.toMatchObject({ data: "Unknown key …" });
    await expect(refusal).rejects.not.toThrow(KEY);
  });

  test("by a WebSocket that cannot be made", async () => {
    const Throwing = function Throwing(url: string): void {
      throw new SyntaxError(`Invalid URL: ${url}`);
    } as unknown as WebSocketConstructor;
    const { events } = opened.delta(
      "http://127.0.0.1:1",
      { webSocket: Throwing, reconnect: { maximum: 1 } },
      { apiKey: KEY },
    );
    const error = events.subscribe("blocks").next();
    await expect(error).rejects.toThrow("Invalid URL: ws://127.0.0.1:1/ws/delta…");
  });
});

describe("a key is sent in the query", () => {
  test.each([
    ["k1", "apiKey=k1"],
    [{ value: "k2", in: "header", name: "X-Other" }, "apiKey=k2"],
    [{ value: "Bearer k8", in: "header", name: "Authorization" }, "apiKey=k8"],
    [{ value: "k9", in: "header", name: "authorization" }, "apiKey=k9"],
    [{ value: "Bearer k10", in: "header", name: "X-Other" }, "apiKey=Bearer+k10"],
    [{ value: "k3", in: "query", name: "token" }, "token=k3"],
    [{ value: "k6", in: "query", name: "api[key]" }, "api%5Bkey%5D=k6"],
    [(request: Request) => new Request(`${request.url}?sign=k4`), "sign=k4"],
    [
      (request: Request) => new Request(request, { headers: { Authorization: "Bearer k5" } }),
      "apiKey=k5",
    ],
    [async (request: Request) => new Request(`${request.url}?sign=k7`), "sign=k7"],
  ] as const)("%s", async (apiKey, query) => {
    const urls: string[] = [];
    class Kept extends WebSocket {
      constructor(url: string) {
        super(url);
        urls.push(url);
      }
    }
    const { events } = opened.delta("http://127.0.0.1:1", { webSocket: Kept }, { apiKey });
    events.subscribe("blocks");
    await until(() => urls.length > 0);
    expect(urls).toEqual([`ws://127.0.0.1:1/ws/delta?${query}`]);
    await until(() => events.state === "waiting");
  });
});
