import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import type { Budget } from "../../src/transport/mod.ts";
import { AnswerStore } from "../../src/upstream/_answer_store.ts";
import { ContradictionError } from "../../src/upstream/_failures.ts";
import { ChainCache, type ServedAnswer } from "../../src/upstream/_chain_cache.ts";
import { KnownChain } from "../../src/upstream/_known_chain.ts";
import type { UpstreamReply, UpstreamRequest } from "../../src/upstream/_upstream_request.ts";

/** Those that wait for the rate limit. */
let limited: (() => void)[] | undefined;
/** Requests that the upstream has not answered yet. */
let waiting: [(reply: Partial<UpstreamReply>) => void, (error: Error) => void][];
let follower: {
  head: { height: number; hash: `0x${string}` };
  isLive: boolean;
  known: KnownChain;
};
let isDisputed: boolean;
let cache: ChainCache;
let budget: Budget | undefined;

beforeEach(() => {
  waiting = [];
  limited = undefined;
  budget = undefined;
  isDisputed = false;
  const known = new KnownChain({ tip: undefined, blocks: new Map() });
  follower = { head: { height: 10, hash: "0x10" }, isLive: true, known };
  cache = new ChainCache({
    ...{ segment: "delta", follower, serveStale: false, now: () => 0, clock: SYSTEM_CLOCK },
    signal: new AbortController().signal,
    store: new AnswerStore({ path: ":memory:", maximumBytes: 1_000, onError: fail }),
    pool: {
      call: (make) =>
        new Promise((...settle) => {
          const { onSend } = make({} as never);
          const send = (): void => {
            onSend?.();
            waiting.push(settle as never);
          };
          if (limited) limited.push(send);
          else send();
        }),
      get budget() {
        return budget;
      },
      get isDisputed() {
        return isDisputed;
      },
    },
    reserveFor: "Registered",
    onError: fail,
  });
});

/** Blocks from a height on are gone, as the follower tells. */
function remove(fromHeight: number): void {
  cache.remove(fromHeight);
  follower.known.note([{ removedFrom: fromHeight }]);
}

function fail(error: unknown): void {
  throw error;
}

const client = { subject: "someone", tier: "Public", leastHeight: -1 } as const;

function requestOf(key: string, showsPending = false): UpstreamRequest {
  return { key, safe: true, showsPending, call: () => ({}) as never };
}

function read(key: string, showsPending = false): Promise<ServedAnswer> {
  return cache.answer(requestOf(key, showsPending), client);
}

/** Waits for a request to come to the pool. */
async function requested(count = 1): Promise<void> {
  while (waiting.length < count) await setImmediate();
}

/** Answers the oldest request. */
function reply(text: string, known: Partial<UpstreamReply> = {}): void {
  waiting.shift()?.[0]({ text, height: undefined, settledAt: undefined, ...known });
}

function settled(height: number): Partial<UpstreamReply> {
  return { settledAt: height, height };
}

/** Reads with a reply of the upstream. */
async function readAs(
  key: string,
  text: string,
  known?: Partial<UpstreamReply>,
): Promise<ServedAnswer> {
  const answer = read(key);
  await requested();
  reply(text, known);
  return answer;
}

function addBlock(): void {
  follower.head = { ...follower.head, height: follower.head.height + 1 };
  cache.advance();
}

/** Returns true if the next read of a key is a hit. */
async function isCached(key: string): Promise<boolean> {
  const answer = read(key);
  await setImmediate();
  reply("again");
  return (await answer).source === "hit";
}

test("an answer that the next block can change is cached until that block", async () => {
  expect((await readAs("info", "1")).source).toBe("miss");
  expect(await isCached("info")).toBe(true);
  addBlock();
  expect(await isCached("info")).toBe(false);
});

test("equal reads at the same time are one request", async () => {
  const answers = [read("info"), read("info"), read("other")];
  await requested(2);
  expect(waiting).toHaveLength(2);
  reply("1");
  reply("2");
  const served = await Promise.all(answers);
  expect(served.map(({ cached, source }) => [cached.json.text, source])).toEqual([
    ["1", "miss"],
    ["1", "collapsed"],
    ["2", "miss"],
  ]);
});

test("an answer that a block overtakes is not cached, nor shared with later reads", async () => {
  const early = read("info");
  await requested();
  addBlock();
  const late = read("info");
  await requested(2);
  reply("old");
  reply("new");
  expect((await early).cached.json.text).toBe("old");
  expect((await late).cached.json.text).toBe("new");
  expect((await read("info")).cached.json.text).toBe("new");
});

test("a read that waits for the rate limit is shared across blocks, since it is sent after them", async () => {
  limited = [];
  const early = read("block 5");
  await setImmediate();
  addBlock();
  const late = read("block 5");
  await setImmediate();
  for (const send of limited) send();
  await requested();
  reply("5", settled(5));
  expect((await late).source).toBe("collapsed");
  expect((await early).source).toBe("miss");
  expect(waiting).toHaveLength(0);
});

test("an answer that only a reorganisation can change outlasts blocks, but not its own removal", async () => {
  for (const height of [8, 9]) await readAs(`block ${height}`, `${height}`, settled(height));
  addBlock();
  remove(9);
  expect(await isCached("block 8")).toBe(true);
  expect(await isCached("block 9")).toBe(false);
});

test("an answer that a removal overtakes is not cached", async () => {
  const answer = read("block 10");
  await requested();
  remove(10);
  reply("gone", settled(10));
  await answer;
  expect(await isCached("block 10")).toBe(false);
});

test("a block without an event so far is not cached, and expires what was read before it", async () => {
  await readAs("info", "10");
  expect((await readAs("block 11", "11", settled(11))).height).toBe(11);
  expect(await isCached("info")).toBe(false);
  cache.advance();
  expect(await isCached("block 11")).toBe(false);
});

test("an older head is served once a reorganisation that makes the chain shorter has arrived", async () => {
  const answer = read("info");
  await requested();
  waiting.shift()?.[1](
    new ContradictionError("http://upstream.test", "answered at height 8, behind 10", {}),
  );
  follower.head = { ...follower.head, height: 8 };
  remove(9);
  await requested();
  reply("8", { height: 8 });
  expect(await answer).toMatchObject({ height: 8, cached: { json: { text: "8" } } });
});

test("an answer that shows pending transactions is never cached", async () => {
  const answer = read("nonce", true);
  await requested();
  reply("1");
  await answer;
  expect(await isCached("nonce")).toBe(false);
});

test("nothing is cached or served from the cache while events do not arrive", async () => {
  await readAs("block 5", "5", settled(5));
  follower.isLive = false;
  expect(await isCached("block 5")).toBe(false);
  await readAs("block 6", "6", settled(6));
  follower.isLive = true;
  expect(await isCached("block 6")).toBe(false);
  expect(await isCached("block 5")).toBe(true);
});

test("nothing outlasts a block while two upstreams contradict each other", async () => {
  isDisputed = true;
  await readAs("block 5", "5", settled(5));
  expect(await isCached("block 5")).toBe(true);
  addBlock();
  expect(await isCached("block 5")).toBe(false);
});

test("when the day's quota runs low, only clients of the reserved tier cause requests", async () => {
  const day = { limit: 1_000, remaining: 99, resetsAt: new Date(60_000) };
  budget = { second: { limit: 10, remaining: 10 }, day };
  await expect(read("a")).rejects.toMatchObject({
    message: expect.stringContaining("quota of the day is for the tier Registered"),
    retryAfter: 60,
  });
  const answer = cache.answer(requestOf("a"), { ...client, tier: "Registered" });
  await requested();
  reply("1");
  expect((await answer).cached.json.text).toBe("1");
});
