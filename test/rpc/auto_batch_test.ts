import { describe, expect, test } from "vitest";
import { connect, openTestService, ORIGIN } from "../_client.ts";
import { createClient } from "../../src/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { connectToRpc, replyTo } from "./_fake_rpc.ts";

const BATCH = { batch: true } as const;

describe("a client that batches by itself", () => {
  test("sends the calls that are made at the same time as one, without a timer", async () => {
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo).toReversed(), BATCH);
    const addresses = Array.from({ length: 12 }, (_, index) => `dx1${index}`);
    const found = await Promise.all(addresses.map((each) => client.rpc.account_getNonce(each)));
    expect(found).toEqual(addresses.map((_, nonce) => ({ nonce })));
    expect(sizes()).toEqual([12]);
    await client.rpc.account_getNonce("dx15");
    expect(sizes()).toEqual([12, 1]);
  });

  test("gets from the service what single calls get", async () => {
    const service = await openTestService(["delta"]);
    const alone = connect(service, "delta").client;
    let requests = 0;
    const client = createClient("delta", {
      endpoints: ORIGIN,
      batch: true,
      fetch(input, init) {
        requests += 1;
        return service.fetch(input, init);
      },
    });
    const heights = Array.from({ length: 40 }, (_, index) => index);
    const together = await Promise.all(
      heights.map((each) => client.rpc.chain_getBlockByNumber(each)),
    );
    expect(requests).toBe(1);
    const apart = await Promise.all(heights.map((each) => alone.rpc.chain_getBlockByNumber(each)));
    expect(together).toEqual(apart);
    await service.close();
  });

  test("fails each call with its own error", async () => {
    const error = { code: -32602, message: "Invalid params" };
    const { client } = connectToRpc(
      (calls) => calls.map((call, index) => (index === 0 ? { id: call.id, error } : replyTo(call))),
      BATCH,
    );
    const [failed, found] = await Promise.allSettled([
      client.rpc.account_getNonce("dx10"),
      client.rpc.account_getNonce("dx11"),
    ]);
    expect(failed).toMatchObject({ reason: { name: "RpcError", code: -32602 } });
    expect(found).toMatchObject({ value: { nonce: 1 } });
  });

  test("never puts a submission into a batch, nor a call with headers of its own", async () => {
    const { client, sent } = connectToRpc((calls) => calls.map(replyTo), BATCH);
    await Promise.allSettled([
      client.rpc.account_getNonce("dx10"),
      client.rpc.tx_sendRawTransaction("0x00"),
      client.rpc.account_getNonce("dx11", { headers: { "x-trace": "1" } }),
      client.rpc.account_getNonce("dx12"),
    ]);
    const methods = sent.map((calls) => calls.map(({ method }) => method));
    expect(methods).toContainEqual(["tx_sendRawTransaction"]);
    expect(methods).toContainEqual(["account_getNonce", "account_getNonce"]);
    expect(methods).toHaveLength(3);
  });

  test("batches calls of one policy only, up to the configured size", async () => {
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo), {
      batch: { maxCalls: 2 },
    });
    await Promise.all([
      ...["dx10", "dx11", "dx12", "dx13"].map((each) => client.rpc.account_getNonce(each)),
      ...["dx14", "dx15"].map((each) => client.rpc.account_getNonce(each, { timeout: 1_000 })),
    ]);
    expect(sizes()).toEqual([2, 2, 2]);
  });

  test("collects calls for the configured time", async () => {
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo), { batch: { wait: 5 } });
    const first = client.rpc.account_getNonce("dx10");
    await Promise.resolve();
    const second = client.rpc.account_getNonce("dx11");
    await Promise.all([first, second]);
    expect(sizes()).toEqual([2]);
  });

  test("takes out a call that is aborted, before it is sent and after", async () => {
    const before = new AbortController();
    const after = new AbortController();
    const { client, sizes } = connectToRpc((calls) => {
      after.abort(new Error("after"));
      return calls.map(replyTo);
    }, BATCH);
    const results = Promise.allSettled([
      client.rpc.account_getNonce("dx10", { signal: before.signal }),
      client.rpc.account_getNonce("dx11", { signal: after.signal }),
      client.rpc.account_getNonce("dx12"),
    ]);
    before.abort(new Error("before"));
    expect(await results).toMatchObject([
      { reason: { message: "before" } },
      { reason: { message: "after" } },
      { value: { nonce: 2 } },
    ]);
    expect(sizes()).toEqual([2]);
  });

  test("gives a request up when all of its calls are aborted", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const gone = Promise.withResolvers<void>();
    const { client } = connectToRpc((_, request) => {
      request.addEventListener("abort", () => gone.resolve());
      controller.abort(new Error("enough"));
      return new Promise(() => {});
    }, BATCH);
    const results = await Promise.allSettled([
      client.rpc.account_getNonce("dx10", { signal }),
      client.rpc.account_getNonce("dx11", { signal }),
    ]);
    expect(results).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    await gone.promise;
  });

  test("rejects a call whose options are wrong, and breaks nothing", async () => {
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo), BATCH);
    const wrong = { signal: {} as AbortSignal };
    const refused = expect(client.rpc.account_getNonce("dx10", wrong)).rejects.toThrow(
      "Cannot call account_getNonce: signal must be an AbortSignal, got an object",
    );
    expect(await client.rpc.account_getNonce("dx11")).toEqual({ nonce: 1 });
    await refused;
    expect(sizes()).toEqual([1]);
  });

  test("keeps no timer where all calls are aborted while it gathers, by the client's clock", async () => {
    const clock = new ManualClock();
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo), {
      batch: { wait: 500 },
      clock,
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const calls = Promise.allSettled(
      [one, two].map(({ signal }, index) => client.rpc.account_getNonce(`dx1${index}`, { signal })),
    );
    one.abort();
    expect(clock.pending).toBe(1);
    two.abort();
    expect(clock.pending).toBe(0);
    expect(await calls).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);

    const later = Promise.all([
      client.rpc.account_getNonce("dx12"),
      client.rpc.account_getNonce("dx13"),
    ]);
    await clock.advance(500);
    expect(await later).toEqual([{ nonce: 2 }, { nonce: 3 }]);
    expect(sizes()).toEqual([2]);
  });

  test("counts the time that it gathers in the deadline of a call", async () => {
    const clock = new ManualClock();
    const { client } = connectToRpc(() => new Promise(() => {}), { batch: { wait: 40 }, clock });
    const options = { deadline: 100 };
    const calls = ["dx10", "dx11"].map((each) => client.rpc.account_getNonce(each, options));
    const ends = Promise.allSettled(calls);
    let hasEnded = false;
    void ends.then(() => (hasEnded = true));
    await clock.advance(99);
    expect(hasEnded).toBe(false);
    await clock.advance(1);
    expect(await ends).toMatchObject([
      { reason: { kind: "timeout" } },
      { reason: { kind: "timeout" } },
    ]);
  });

  test.each([
    ["of the call", { deadline: 300 }, {}],
    ["of the client", {}, { deadline: 300 }],
  ])("gathers for no longer than a deadline leaves time: %s", async (_, call, options) => {
    const clock = new ManualClock();
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo), {
      batch: { wait: 2_000 },
      clock,
      ...options,
    });
    const addresses = ["dx10", "dx11"];
    const calls = Promise.all(addresses.map((each) => client.rpc.account_getNonce(each, call)));
    await clock.advance(299);
    expect(await calls).toEqual([{ nonce: 0 }, { nonce: 1 }]);
    expect(sizes()).toEqual([2]);
    expect(clock.pending).toBe(0);
  });

  test.each([
    ["of the call", { deadline: 300 }, {}],
    ["of the client", {}, { deadline: 300 }],
  ])("ends at a deadline that is shorter than its wait: %s", async (_, call, options) => {
    const clock = new ManualClock();
    const { client } = connectToRpc(() => new Promise(() => {}), {
      batch: { wait: 2_000 },
      clock,
      ...options,
    });
    const addresses = ["dx10", "dx11"];
    const ends = addresses.map((each) => endOf(client.rpc.account_getNonce(each, call), clock));
    await clock.advance(2_500);
    expect(await Promise.all(ends)).toEqual([300, 300]);
  });

  test("lets each call of a batch end at its own deadline", async () => {
    const clock = new ManualClock();
    const gone = Promise.withResolvers<void>();
    const { client } = connectToRpc(
      (_, request) => {
        request.addEventListener("abort", () => gone.resolve());
        return new Promise(() => {});
      },
      { batch: { wait: 100 }, clock },
    );
    const options = { deadline: 300 };
    const early = endOf(client.rpc.account_getNonce("dx10", options), clock);
    await clock.advance(90);
    const late = endOf(client.rpc.account_getNonce("dx11", options), clock);
    await clock.advance(400);
    expect(await Promise.all([early, late])).toEqual([300, 300]);
    await gone.promise;
    expect(clock.pending).toBe(0);
  });

  test("answers the calls that still wait after the deadline of another one", async () => {
    const clock = new ManualClock();
    const answer = Promise.withResolvers<void>();
    const { client, sizes } = connectToRpc(
      async (calls) => {
        await answer.promise;
        return calls.map(replyTo);
      },
      { batch: { wait: 100 }, clock },
    );
    const options = { deadline: 300 };
    const early = client.rpc.account_getNonce("dx10", options);
    const refused = expect((async () => await early)()).rejects.toMatchObject({
      kind: "timeout",
      operation: "account_getNonce",
      message: "No answer within the deadline of 300 ms",
      stack: expect.stringContaining("auto_batch_test.ts"),
    });
    await clock.advance(90);
    const late = client.rpc.account_getNonce("dx11", options);
    await clock.advance(220);
    await refused;
    answer.resolve();
    expect(await late).toEqual({ nonce: 1 });
    expect(sizes()).toEqual([2]);
  });

  test("sends a call alone that wants to know when it goes out", async () => {
    const { client, sizes } = connectToRpc((calls) => calls.map(replyTo), BATCH);
    const told: string[] = [];
    await Promise.all([
      client.rpc.account_getNonce("dx10", { onSend: () => void told.push("dx10") }),
      client.rpc.account_getNonce("dx11", { onSend: () => void told.push("dx11") }),
    ]);
    expect(told).toEqual(["dx10", "dx11"]);
    expect(sizes()).toEqual([1, 1]);
  });

  test("tells of the answer of the batch with each call", async () => {
    const { client } = connectToRpc((calls) => calls.map(replyTo), BATCH);
    const [one] = await Promise.all([
      client.rpc.account_getNonce("dx10").withResponse(),
      client.rpc.account_getNonce("dx11"),
    ]);
    expect(one).toMatchObject({ data: { nonce: 0 }, response: { status: 200 } });
  });

  test.each([
    [5, TypeError, "batch must be a boolean or an object, got 5"],
    [{ maxCalls: 0 }, RangeError, "maxCalls must be an integer from 1, got 0"],
    [{ wait: "5" }, TypeError, 'wait must be an integer from 0, got "5"'],
  ])("refuses %j as its option", (batch, kind, message) => {
    const make = (): unknown => connectToRpc(() => [], { batch: batch as never });
    expect(make).toThrow(kind);
    expect(make).toThrow(message);
  });
});

/** Milliseconds until a call failed for its time. */
async function endOf(call: Promise<unknown>, clock: ManualClock): Promise<number> {
  const startedAt = clock.now();
  try {
    await call;
  } catch (error) {
    expect(error).toMatchObject({ kind: "timeout" });
  }
  return clock.now() - startedAt;
}
