import { basename } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBatchError, isRestError, isRpcError, isTransportError } from "../../src/mod.ts";
import { connectByClock, refuse } from "./_canned.ts";
import { settle } from "../_manual_clock.ts";

const HERE = basename(import.meta.url);
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
    expect(isRestError(error)).toBe(true);
    expect(stack).toContain(HERE);
  });

  test("that called a REST operation with a signal and a deadline", async () => {
    const { client } = connectByClock(() => Response.json(MISSING, { status: 404 }));
    const { signal } = new AbortController();
    const { stack } = await stackOf(
      async () => await client.getBlock(7, { signal, deadline: 5_000 }),
    );
    expect(stack).toContain(HERE);
  });

  test("that called a JSON-RPC method", async () => {
    const { client } = connectByClock((sent) => refuse(sent, {}));
    const { stack, error } = await stackOf(
      async () => await client.rpc.chain_getInfo({ retries: 0 }),
    );
    expect(isRpcError(error)).toBe(true);
    expect(stack).toContain(HERE);
  });

  test("that sent a batch", async () => {
    const { client } = connectByClock(() => new Response("", { status: 400 }));
    const { stack, error } = await stackOf(
      async () => await client.rpc.batch([["chain_getInfo"], ["chain_getBlockByNumber", 7]]),
    );
    expect(isBatchError(error)).toBe(true);
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
    expect(isTransportError(error)).toBe(true);
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
});
