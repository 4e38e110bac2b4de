import { basename } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WebSocketConstructor } from "../../src/events/mod.ts";
import { type Client, createClient, isAlphadeltaError } from "../../src/mod.ts";
import type { PagedList } from "../../src/pagination/mod.ts";
import { newestFirst, pageOf } from "../pagination/_fake_list.ts";
import { connectByClock, refuse, type Sent } from "./_canned.ts";
import { openHostileServer } from "./_hostile_server.ts";
import { settle } from "../_manual_clock.ts";

const HERE = basename(import.meta.url);
const ADDRESS = "dx1a";
const FIRST_PAGE = {
  success: true,
  data: pageOf(newestFirst(3), 1, 1),
  meta: { timestamp: 1, requestId: "r" },
};
const MISSING = { success: false, error: { code: "NOT_FOUND", message: "No block" } };

let limit: number;
beforeEach(() => {
  limit = Error.stackTraceLimit;
  // Node's own; vitest raises it.
  Error.stackTraceLimit = 10;
});
afterEach(() => {
  Error.stackTraceLimit = limit;
});

async function stackOf(call: () => Promise<unknown>): Promise<{ stack: string; error: unknown }> {
  try {
    await call();
  } catch (error) {
    return { stack: (error as Error).stack ?? "", error };
  }
  throw new Error("It did not fail");
}

describe("the stack of a failed call shows the line of the program", () => {
  test("that called a REST operation", async () => {
    const { client } = connectByClock(() => Response.json(MISSING, { status: 404 }));
    const { stack, error } = await stackOf(async () => await client.getBlock(7));
    expect(isAlphadeltaError(error, "RestError")).toBe(true);
    expect(stack).toContain(HERE);
  });

  test.each<[string, (client: Client<"delta">) => PromiseLike<unknown>]>([
    ["a REST operation", (client) => client.getAccount("x")],
    ["a JSON-RPC method", (client) => client.rpc.account_getNonce("x")],
    ["a list", (client) => client.listBlocks({}, { resume: "x" })],
  ])("that gave %s a wrong argument", async (_, call) => {
    const { client } = connectByClock(() => Response.json(MISSING, { status: 404 }));
    async function program(): Promise<void> {
      await call(client);
    }
    expect((await stackOf(program)).stack).toContain("program");
  });

  test("that subscribed, where the subscription fails", async () => {
    const { client, clock } = connectByClock(() => Response.json(MISSING, { status: 404 }), {
      events: { polling: false, webSocket: Refused, reconnect: { maximum: 1 } },
    });
    async function program(): Promise<void> {
      for await (const _ of client.events.subscribe("blocks"));
    }
    const ended = stackOf(program);
    await clock.advance(1);
    const { stack, error } = await ended;
    expect(isAlphadeltaError(error, "TransportError")).toBe(true);
    expect(stack).toContain("program");
  });

  test("that called a REST operation with a signal and a deadline", async () => {
    const { client } = connectByClock(() => Response.json(MISSING, { status: 404 }));
    const { signal } = new AbortController();
    const { stack } = await stackOf(
      async () => await client.getBlock(7, { signal, deadline: 5_000 }),
    );
    expect(stack).toContain(HERE);
  });

  test.each<[string, (client: Client<"delta">) => PromiseLike<unknown>]>([
    ["fetch", (client) => client.fetch("http://service.test/a")],
    ["rest.GET", (client) => client.rest.GET("/chain/info", {})],
  ])("that called %s", async (_, call) => {
    const { client } = connectByClock(() => new Response("", { status: 302 }));
    async function program(): Promise<void> {
      await call(client);
    }
    const { stack, error } = await stackOf(program);
    expect(isAlphadeltaError(error, "TransportError")).toBe(true);
    expect(stack).toContain("program");
  });

  test("that called a JSON-RPC method", async () => {
    const { client } = connectByClock((sent) => refuse(sent, {}));
    const { stack, error } = await stackOf(
      async () => await client.rpc.chain_getInfo({ retries: 0 }),
    );
    expect(isAlphadeltaError(error, "RpcError")).toBe(true);
    expect(stack).toContain(HERE);
  });

  test("that sent a batch", async () => {
    const { client } = connectByClock(() => new Response("", { status: 400 }));
    const { stack, error } = await stackOf(
      async () => await client.rpc.batch([["chain_getInfo"], ["chain_getBlockByNumber", 7]]),
    );
    expect(isAlphadeltaError(error, "BatchError")).toBe(true);
    expect(stack).toContain(HERE);
  });

  test.each([
    ["that cannot connect", { retries: 0 }],
    ["after retries", { retries: 1 }],
  ])("whose request is lost, %s", async (_, options) => {
    const { client, clock } = connectByClock(() => Promise.reject(new Error("Refused")), options);
    const ended = stackOf(async () => await client.getBlock(7));
    await clock.advance(1_000);
    const { stack, error } = await ended;
    expect(isAlphadeltaError(error, "TransportError")).toBe(true);
    expect(stack).toContain(HERE);
  });

  test.each([
    ["a timeout", { timeout: 50, retries: 0 }],
    ["a deadline", { deadline: 50 }],
  ])("that is ended by %s", async (_, options) => {
    const { client, clock } = connectByClock(() => new Promise(() => {}));
    const ended = stackOf(async () => await client.getBlock(7, options));
    await clock.advance(50);
    expect((await ended).stack).toContain(HERE);
  });

  test("whose request the runtime's own fetch gave up at its timeout", async () => {
    await using server = await openHostileServer(() => {});
    const client = createClient("delta", { endpoints: server.origin });
    const { stack, error } = await stackOf(
      async () => await client.getBlock(7, { timeout: 20, retries: 0 }),
    );
    expect(error).toMatchObject({ name: "TransportError", kind: "timeout" });
    expect(stack).toContain(HERE);
  });

  test("that a spent day refuses", async () => {
    const tier = { requestsPerSecond: null, requestsPerDay: 1 };
    const { client } = connectByClock(() => Response.json(MISSING, { status: 404 }), { tier });
    await stackOf(async () => await client.getBlock(7));
    const { stack, error } = await stackOf(async () => await client.getBlock(8));
    expect(error).toMatchObject({ name: "QuotaExhaustedError" });
    expect(stack).toContain(HERE);
  });

  test("of each caller where the request is shared", async () => {
    const { client } = connectByClock(async () => {
      await settle();
      return Response.json(MISSING, { status: 404 });
    });
    async function firstCaller(): Promise<void> {
      await client.getBlock(7);
    }
    async function secondCaller(): Promise<void> {
      await client.getBlock(7);
    }
    const [first, second] = await Promise.all([stackOf(firstCaller), stackOf(secondCaller)]);
    expect(second.error).toBe(first.error);
    expect(first.stack).toContain("firstCaller");
    expect(first.stack).toContain("secondCaller");
  });

  test("of each call that an automatic batch sends", async () => {
    const { client } = connectByClock(() => new Response("", { status: 400 }), { batch: true });
    async function firstCaller(): Promise<void> {
      await client.rpc.chain_getInfo();
    }
    async function secondCaller(): Promise<void> {
      await client.rpc.account_getNonce(ADDRESS);
    }
    const [first, second] = await Promise.all([stackOf(firstCaller), stackOf(secondCaller)]);
    expect(first.stack).toContain("firstCaller");
    expect(second.stack).toContain("secondCaller");
  });

  test("whose call in an automatic batch is refused", async () => {
    const { client } = connectByClock(refuseEach, { batch: true, retries: 0 });
    async function firstCaller(): Promise<void> {
      await client.rpc.chain_getInfo();
    }
    const [first] = await Promise.all([
      stackOf(firstCaller),
      stackOf(async () => await client.rpc.account_getNonce(ADDRESS)),
    ]);
    expect(isAlphadeltaError(first.error, "RpcError")).toBe(true);
    expect(first.stack).toContain("firstCaller");
  });

  test.each<[string, number, (list: PagedList<unknown>) => Promise<unknown>]>([
    ["awaits it", 0, async (list) => await list],
    ["gathers its items", 0, (list) => list.toArray()],
    ["loops over its items", 1, (list) => list.toArray()],
    ["loops over its pages", 1, (list) => drain(list.pages())],
    ["asks for its next page", 1, async (list) => (await list).next()],
  ])("that made a list, where it %s", async (_, healthy, use) => {
    const { client } = connectByClock((_sent, count) =>
      count > healthy ? Response.json(MISSING, { status: 404 }) : Response.json(FIRST_PAGE),
    );
    async function program(): Promise<unknown> {
      return use(client.listTransactions({ limit: 1 }));
    }
    const { stack, error } = await stackOf(program);
    expect(isAlphadeltaError(error, "RestError")).toBe(true);
    expect(stack).toContain("program");
  });

  test("but leaves the reason of an abort as it is", async () => {
    const { client } = connectByClock(() => new Promise(() => {}));
    const reason = new Error("Enough");
    const { stack } = reason;
    const controller = new AbortController();
    const { signal } = controller;
    const ended = stackOf(async () => await client.listTransactions({}, { signal }));
    controller.abort(reason);
    expect(await ended).toEqual({ stack, error: reason });
  });

  test("and so does the runtime's own fetch", async () => {
    await using server = await openHostileServer(() => controller.abort(reason));
    const controller = new AbortController();
    const reason = new Error("Enough");
    const { stack } = reason;
    const client = createClient("delta", { endpoints: server.origin });
    const ended = await stackOf(
      async () => await client.getBlock(7, { signal: controller.signal }),
    );
    // The request ends after the call.
    await settle();
    expect(ended.error).toBe(reason);
    expect(reason.stack).toBe(stack);
  });
});

/** A constructor of WebSockets that makes none. */
const Refused = function Refused(): void {
  throw new Error("Refused");
} as unknown as WebSocketConstructor;

/** Replies to each call of a batch that it is refused. */
async function refuseEach({ body }: Sent): Promise<Response> {
  const calls = body as unknown as readonly Sent["body"][];
  const error = { code: -32_004, message: "Not found" };
  return Response.json(calls.map(({ id }) => ({ jsonrpc: "2.0", id, error })));
}

async function drain(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}
