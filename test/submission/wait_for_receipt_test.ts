import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isAlphadeltaError, type NoReceiptError } from "../../src/errors/mod.ts";
import { createClient } from "../../src/mod.ts";
import {
  type SubmissionContext,
  waitForReceipt,
  type WaitOptions,
} from "../../src/submission/mod.ts";
import type { PlatformFetch } from "../../src/transport/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { openWorld, type World } from "./_world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.plan = () => ({ kind: "none" });
});

async function submit(index: number, value = 1n): Promise<{ txHash: string; nonce: number }> {
  const { nonce } = await world.direct.rpc.account_getNonce(world.accounts[index]?.address ?? "");
  const { signedTx, txHash } = await world.sign(nonce, index, value);
  await world.direct.sendRawTransaction(signedTx);
  return { txHash, nonce };
}

function produce(): Promise<void> {
  return world.service.produceBlock("delta");
}

function contextOf(
  parts: Partial<SubmissionContext> = {},
  fetch?: PlatformFetch,
): SubmissionContext {
  const options = { endpoints: world.proxy.origin, tier: "Enterprise", fetch } as const;
  const { segment, rpc, getChainStats, listAccountTransactions } = createClient("delta", options);
  return { segment, rpc, getChainStats, listAccountTransactions, ...parts };
}

/** Waits until something is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** A wait whose clock stands still, and how it ends. */
function startWait(
  txHash: string,
  options: WaitOptions,
  parts: Partial<SubmissionContext> = {},
  start = 0,
) {
  const clock = new ManualClock(start);
  const state: { end?: unknown } = {};
  const done = waitForReceipt(contextOf({ clock, ...parts }), txHash, options).then(
    (receipt) => (state.end = receipt),
    (error: unknown) => (state.end = error),
  );
  /** Until it has ended, or pauses: it has a timer for its end, and one for the pause. */
  const idle = (): Promise<void> => until(() => "end" in state || clock.pending === 2);
  const advance = (ms: number): Promise<void> => {
    clock.pass(ms);
    return idle();
  };
  return { clock, state, done, idle, advance };
}

describe("a wait", () => {
  test("takes a client, and looks as its events tell of blocks", async () => {
    const { txHash } = await submit(0);
    const wait = waitForReceipt(world.direct, txHash, { timeout: 30_000 });
    await produce();
    expect((await wait).transactionHash).toBe(txHash);
  });

  test("resolves to the receipt once the transaction is in a block", async () => {
    const { txHash } = await submit(0);
    const { clock, state, idle, advance } = startWait(txHash, { pollInterval: 100 });
    await idle();
    await advance(100);
    expect(state.end).toBeUndefined();
    await produce();
    await advance(100);
    expect(state.end).toMatchObject({ transactionHash: txHash, status: 1 });
    expect(clock.pending).toBe(0);
  });

  test("resolves to the receipt of a failed transaction too", async () => {
    const { nonce } = await submit(1);
    const poor = { type: "undelegate", value: 5n, nonce: nonce + 1 } as const;
    const { signTransaction } = await import("../../src/devnet/mod.ts");
    const [, account] = world.accounts;
    if (!account) throw new Error("No account");
    const signed = await signTransaction(account, poor);
    await world.direct.sendRawTransaction(signed.signedTx);
    await produce();
    await expect(world.client.waitForReceipt(signed.txHash)).resolves.toMatchObject({ status: 0 });
  });

  test("says that time is up, and what was seen", async () => {
    const { txHash } = await submit(2);
    const { clock, state, idle, advance } = startWait(txHash, { timeout: 500, pollInterval: 200 });
    await idle();
    for (const step of [200, 200, 100]) await advance(step);
    expect(state.end).toMatchObject({ name: "NoReceiptError", reason: "timeout", retryable: true });
    expect(String(state.end)).toContain("is pending");
    expect(clock.pending).toBe(0);
  });

  test.each(["tx_getTransaction", "tx_getTransactionReceipt"])(
    "takes no answer of %s about another transaction",
    async (method) => {
      const { txHash } = await submit(2);
      await produce();
      const other = `0x${"11".repeat(32)}`;
      const parts = contextOf({}, async (input, init) => {
        const answer = await fetch(input, init);
        if (!String(init?.body).includes(`"${method}"`)) return answer;
        return new Response((await answer.text()).replaceAll(txHash, other));
      });
      const { state, idle, advance } = startWait(txHash, { timeout: 100, pollInterval: 99 }, parts);
      await idle();
      await advance(99);
      await advance(1);
      expect(state.end).toMatchObject({ reason: "timeout" });
      expect(String(state.end)).toContain(`expected "${txHash}", got "${other}"`);
    },
  );

  test("ends in time while the service is silent", async () => {
    const { txHash } = await submit(2);
    const before = world.proxy.seen.length;
    world.plan = () => ({ kind: "delay", ms: 3_000 });
    const started = performance.now();
    const { clock, state, done } = startWait(txHash, { timeout: 60 });
    await until(() => world.proxy.seen.length > before);
    clock.pass(59);
    expect(state.end).toBeUndefined();
    clock.pass(1);
    await done;
    expect(state.end).toMatchObject({ name: "NoReceiptError", reason: "timeout" });
    expect(performance.now() - started).toBeLessThan(2_500);
    const text = "tx_getTransaction did not respond in time";
    const evidence = [{ kind: "fault", operation: "tx_getTransaction", text }];
    expect((state.end as NoReceiptError).evidence).toEqual(evidence);
    expect(String(state.end)).toContain(`No receipt of ${txHash} (timeout): ${text}`);
  });

  test("says what was seen before the service fell silent, and what was asked then", async () => {
    const { txHash } = await submit(2);
    const { clock, state, done, idle } = startWait(txHash, { timeout: 60, pollInterval: 10 });
    await idle();
    const before = world.proxy.seen.length;
    world.plan = () => ({ kind: "delay", ms: 3_000 });
    clock.pass(10);
    await until(() => world.proxy.seen.length > before);
    clock.pass(50);
    await done;
    expect((state.end as NoReceiptError).evidence.map(({ text }) => text)).toEqual([
      `${txHash} is pending`,
      "tx_getTransaction did not respond in time",
    ]);
  });

  test("rejects with the signal's reason in each phase", async () => {
    const { txHash } = await submit(2);
    for (const plan of ["none", "delay"] as const) {
      world.plan = () => ({ kind: plan, ms: 100 });
      const controller = new AbortController();
      const reason = new Error("enough");
      setTimeout(() => controller.abort(reason), 30);
      const { signal } = controller;
      await expect(world.client.waitForReceipt(txHash, { signal })).rejects.toBe(reason);
    }
    const signal = AbortSignal.abort(null);
    await expect(world.client.waitForReceipt(txHash, { signal })).rejects.toBe(null);
  });

  test("goes on over faults until there is an answer", async () => {
    const { txHash } = await submit(3);
    await produce();
    const faults = ["drop", "badGateway", "cut", "internal"] as const;
    let at = 0;
    world.plan = () => ({ kind: faults[at++] ?? "none" });
    await expect(world.client.waitForReceipt(txHash, { pollInterval: 5 })).resolves.toMatchObject({
      status: 1,
    });
    expect(at).toBeGreaterThan(faults.length);
  });

  test("rejects at once where the service does not take the question", async () => {
    const error: unknown = await world.client
      .waitForReceipt("0x12")
      .catch((reason: unknown) => reason);
    expect(isAlphadeltaError(error, "RpcError") && error.code).toBe(-32602);
  });

  test.each([
    [{ timeout: -1 }, "timeout"],
    [{ timeout: Infinity }, "timeout"],
    [{ confirmations: 0 }, "confirmations"],
    [{ confirmations: 1.5 }, "confirmations"],
    [{ pollInterval: 0 }, "pollInterval"],
    [{ share: 0 }, "share"],
  ])("refuses %o", async (options, name) => {
    const before = world.proxy.seen.length;
    await expect(world.client.waitForReceipt("0x12", options)).rejects.toThrow(
      `Cannot wait for a receipt: ${name} must be`,
    );
    expect(world.proxy.seen.length).toBe(before);
  });
});

describe("a transaction that will never have a receipt", () => {
  test("was replaced, once another one with its nonce is in a block", async () => {
    const { nonce, txHash: other } = await submit(4, 2n);
    const from = world.accounts[4]?.address ?? "";
    const { txHash } = await world.sign(nonce, 4, 3n);
    await produce();
    const error: unknown = await world.client
      .waitForReceipt(txHash, { from, nonce })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ reason: "replaced", replacedBy: other, retryable: false });
  });

  test("was dropped, once it was pending and is neither that nor in a block for three looks", async () => {
    const hash = `0x${"ab".repeat(32)}`;
    const { txHash } = await submit(4);
    let isKnown = true;
    const { rpc } = contextOf();
    const call = (method: string, params: never, options: never) =>
      method === "tx_getTransaction"
        ? rpc.call(method as never, [isKnown ? txHash : hash] as never, options)
        : rpc.call(method as never, params, options);
    const parts = { rpc: { ...rpc, call: call as typeof rpc.call } };
    const { state, idle, advance } = startWait(txHash, { pollInterval: 10 }, parts);
    await idle();
    isKnown = false;
    for (let look = 0; look < 3; look++) {
      expect(state.end).toBeUndefined();
      await advance(10);
    }
    expect(state.end).toMatchObject({ reason: "dropped" });
    expect(String(state.end)).toContain("is not used in a block");
  });

  test.each([
    ["pending", 1, false],
    ["in a block", 3, true],
  ])("was dropped where the chain went back to before it, and it was %s", async (_, ...how) => {
    const [confirmations, isInBlock] = how;
    const control = world.service.dev("delta");
    const snapshot = await control.snapshot();
    const { txHash } = await submit(5);
    if (isInBlock) await produce();
    const plan = { pollInterval: 10, confirmations };
    const { clock, state, idle, advance } = startWait(txHash, plan);
    await idle();
    await control.revert(snapshot);
    for (let look = 0; look < 3; look++) {
      expect(state.end).toBeUndefined();
      await advance(clock.untilNext);
    }
    expect(state.end).toMatchObject({ name: "NoReceiptError", reason: "dropped" });
    expect(await world.direct.rpc.tx_getTransaction(txHash)).toBeNull();
    // It may be sent again.
    expect((await submit(5)).txHash).toBe(txHash);
    await produce();
    await expect(world.client.waitForReceipt(txHash)).resolves.toMatchObject({ status: 1 });
  });

  test("that was never seen is no dropped one", async () => {
    const unknown = `0x${"cd".repeat(32)}`;
    const { state, idle, advance } = startWait(unknown, { pollInterval: 10, timeout: 100 });
    await idle();
    for (let look = 0; look < 6; look++) await advance(10);
    expect(state.end).toBeUndefined();
    await advance(100);
    expect(state.end).toMatchObject({ reason: "timeout" });
  });
});

describe("a wait for depth", () => {
  test("counts the receipt's own block, and asks when it can be deep enough", async () => {
    const { txHash } = await submit(5);
    const { clock, state, idle, advance } = startWait(txHash, {
      pollInterval: 10,
      confirmations: 3,
    });
    await idle();
    await produce();
    await advance(10);
    expect(clock.untilNext).toBe(20);
    await produce();
    await advance(20);
    expect(state.end).toBeUndefined();
    expect(clock.untilNext).toBe(10);
    await produce();
    await advance(10);
    expect(state.end).toMatchObject({ transactionHash: txHash, status: 1 });
  });

  test("follows the transaction to another block in a reorganisation", async () => {
    const { txHash } = await submit(6);
    await produce();
    const first = await world.direct.rpc.tx_getTransactionReceipt(txHash);
    const { state, idle, advance } = startWait(txHash, { pollInterval: 10, confirmations: 4 });
    await idle();
    await world.service.reorganise("delta", 1);
    const moved = await world.direct.rpc.tx_getTransactionReceipt(txHash);
    expect(moved?.blockHash).not.toBe(first?.blockHash);
    for (let round = 0; round < 6 && state.end === undefined; round++) {
      await produce();
      await advance(40);
    }
    expect(state.end).toMatchObject({ blockHash: moved?.blockHash });
  });

  test("does not count the blocks of another branch than the receipt's", async () => {
    const { txHash } = await submit(9);
    await produce();
    await produce();
    const { rpc } = contextOf();
    let isFirst = true;
    async function call(method: string, params: never, options: never): Promise<unknown> {
      const answer: unknown = await rpc.call(method as never, params, options);
      if (method === "chain_getInfo" && isFirst) {
        isFirst = false;
        await world.service.reorganise("delta", 2);
      }
      return answer;
    }
    const parts = { rpc: { ...rpc, call: call as typeof rpc.call } };
    const old = await world.direct.rpc.tx_getTransactionReceipt(txHash);
    const plan = { pollInterval: 10, confirmations: 2 };
    const { state, idle, advance } = startWait(txHash, plan, parts);
    await idle();
    expect(state.end).toBeUndefined();
    await produce();
    await advance(10);
    const moved = await world.direct.rpc.tx_getTransactionReceipt(txHash);
    expect(moved?.blockHash).not.toBe(old?.blockHash);
    expect(state.end).toMatchObject({ blockHash: moved?.blockHash });
  });
});

describe("a wait polls", () => {
  test("once for each new block while events report them, and not in between", async () => {
    const { txHash } = await submit(7);
    let tell: () => void = () => undefined;
    const stopped = Promise.withResolvers<void>();
    async function* events(signal: AbortSignal) {
      signal.addEventListener("abort", () => stopped.resolve());
      for (;;) {
        await Promise.race([new Promise<void>((resolve) => (tell = resolve)), stopped.promise]);
        if (signal.aborted) return;
        yield 0;
      }
    }
    const { clock, state, done, idle } = startWait(txHash, {}, { newBlocks: events });
    await idle();
    const interval = clock.untilNext;
    const first = world.proxy.seen.length;
    tell();
    await until(() => world.proxy.seen.length > first);
    await idle();
    const before = world.proxy.seen.length;
    expect(clock.untilNext).toBe(3 * interval);
    clock.pass(3 * interval - 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.proxy.seen.length).toBe(before);
    await produce();
    tell();
    await done;
    expect(state.end).toMatchObject({ status: 1 });
    await stopped.promise;
  });

  test("at intervals if events end or fail", async () => {
    const { txHash } = await submit(7);
    async function* broken() {
      yield 0;
      throw new Error("No socket");
    }
    const { state, idle, advance } = startWait(txHash, {}, { newBlocks: broken });
    await idle();
    await produce();
    // The one block that was told of, then the interval.
    for (let looks = 0; looks < 3; looks++) await advance(2_000);
    expect(state.end).toMatchObject({ status: 1 });
  });

  test("and follows events again, half a minute after they ended, while others still wait", async () => {
    const { txHash } = await submit(7);
    let follows = 0;
    async function* ended() {
      follows++;
      yield 0;
    }
    const stop = new AbortController();
    const waitFrom = (start: number) => {
      const options = { confirmations: 9, signal: stop.signal };
      return startWait(txHash, options, { newBlocks: ended }, start);
    };
    const waits = [waitFrom(0)];
    await waits[0]?.idle();
    waits.push(waitFrom(29_999));
    await waits[1]?.idle();
    expect(follows).toBe(1);
    waits.push(waitFrom(30_000));
    await waits[2]?.idle();
    expect(follows).toBe(2);
    stop.abort();
    await Promise.all(waits.map(({ done }) => done));
  });

  test("at the chain's block time, or less often if the daily quota is short", async () => {
    const { txHash } = await submit(8);
    const { avgBlockTime } = await world.direct.getChainStats();
    const open = (remaining: number) =>
      startWait(txHash, { timeout: 60_000 }, { remainingToday: () => remaining });
    const [plenty, short, none] = [open(1e6), open(800), open(0)] as const;
    await Promise.all([plenty, short, none].map(({ idle }) => idle()));
    const interval = plenty.clock.untilNext;
    expect(interval).toBeLessThanOrEqual(Math.max(250, avgBlockTime * 1_000));
    expect(none.clock.untilNext).toBe(60_000);
    // 800 * 0.01 / 2 are four looks: two at once, the others spread over what is left of 60 seconds.
    expect(short.clock.untilNext).toBe(interval);
    await short.advance(interval);
    expect(short.clock.untilNext).toBeCloseTo((60_000 - interval) / 2);
    for (const { done, clock } of [plenty, short, none]) {
      clock.pass(60_000);
      await done;
    }
  });
});
