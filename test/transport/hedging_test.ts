import { expect, test } from "vitest";
import { createCall, type Sender } from "../../src/transport/pending_call.ts";
import { dedupe } from "../../src/transport/_dedupe.ts";
import { keyHider } from "../../src/transport/api_key.ts";
import { attempt } from "../../src/transport/attempt.ts";
import type { Clock } from "../../src/transport/clock.ts";
import type { TransportCall } from "../../src/transport/internal.ts";
import { readTier } from "../../src/transport/rate_limit/pace.ts";
import { createRateLimiters, rateLimit } from "../../src/transport/rate_limit/rate_limit.ts";
import { readPolicy } from "../../src/transport/transport_call.ts";
import { ManualClock } from "../_manual_clock.ts";

const DELAY = 100;

/** A policy of one function: asks again where no answer came for a while, takes the first outcome, and stops the rest. */
function hedge(send: Sender, clock: Clock): Sender {
  return async (pending) => {
    const attempts = [send(pending), pending.sleep(DELAY, clock).then(() => send(pending))];
    try {
      return await Promise.race(attempts);
    } finally {
      pending.cancel(new Error("Another attempt was faster"));
      void Promise.allSettled(attempts);
    }
  };
}

/** A request that was sent, and what answers it. */
interface Sent {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly answer: (text: string) => void;
}

function open({ maxInFlight = 256 } = {}) {
  const clock = new ManualClock();
  const sent: Sent[] = [];
  const fetch = (input: unknown, { signal }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
      const answer = (text: string): void => resolve(new Response(text));
      sent.push({ url: String(input), signal: signal as AbortSignal, answer });
    });
  const tier = readTier({ requestsPerSecond: 1_000, requestsPerDay: null }, false);
  const limiterOf = createRateLimiters({
    ...tier,
    maxInFlight,
    clock,
    random: () => 0,
    store: undefined,
  });
  const parts = { fetch, clock, present: undefined, hide: keyHider };
  const send = dedupe(hedge(rateLimit(attempt(parts), limiterOf, clock), clock));
  const call = createCall(send, { clock, defaults: readPolicy({}) });
  return { clock, sent, call };
}

function read(path: string): TransportCall<string> {
  return {
    url: `http://127.0.0.1:8645/${path}`,
    method: "GET",
    context: { operation: path },
    safe: true,
    key: path,
    read: ({ text, attempts }) => `${text} of ${attempts}`,
  };
}

test("a slow call is asked twice, and the request that is not needed any more is stopped", async () => {
  const { clock, sent, call } = open();
  const answered = call(read("slow"));
  await clock.advance(DELAY);
  expect(sent).toHaveLength(2);
  sent[1]?.answer("second");
  expect(await answered).toBe("second of 2");
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(clock.pending).toBe(0);
});

test("a call that is answered in time is sent once, and leaves no timer", async () => {
  const { clock, sent, call } = open();
  const answered = call(read("fast"));
  await clock.advance(DELAY - 1);
  sent[0]?.answer("first");
  expect(await answered).toBe("first of 1");
  await clock.advance(DELAY);
  expect(sent).toHaveLength(1);
  expect(clock.pending).toBe(0);
});

test("an abort stops both requests", async () => {
  const { clock, sent, call } = open();
  const stop = new AbortController();
  const answered = call(read("slow"), { signal: stop.signal });
  const refused = expect(answered).rejects.toBe("enough");
  await clock.advance(DELAY);
  stop.abort("enough");
  await refused;
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  await clock.advance(DELAY);
  expect(clock.pending).toBe(0);
});

test("both requests move forward in the queue with the priority of their call", async () => {
  const { clock, sent, call } = open({ maxInFlight: 1 });
  const busy = call(read("busy"), { priority: "interactive" });
  const others = ["other", "late"].map((path) => call(read(path), { priority: "backfill" }));
  await clock.advance(DELAY);
  // A third of the same call makes it urgent, after both of its requests came to wait.
  others.push(call(read("late"), { priority: "interactive" }));
  const settled = Promise.all([busy, ...others]);
  const order: string[] = [];
  for (let next = sent.shift(); next; next = sent.shift()) {
    order.push(next.url.replace(/.*\//, ""));
    next.answer("x");
    await clock.advance(1);
  }
  await settled;
  expect(order).toEqual(["busy", "late", "other"]);
});
