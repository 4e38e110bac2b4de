import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import type { Budget } from "../../src/transport/mod.ts";
import { AnswerStore } from "../../src/upstream/answer_store.ts";
import { type Answered, Answers, type Asking } from "../../src/upstream/answers.ts";
import type { Question, Reply } from "../../src/upstream/_question.ts";

/** Questions that the upstream has not answered yet. */
let waiting: ((reply: Partial<Reply>) => void)[];
let follower: {
  head: { height: number; hash: `0x${string}` };
  generation: number;
  isLive: boolean;
};
let answers: Answers;
let budget: Budget | undefined;

beforeEach(() => {
  waiting = [];
  budget = undefined;
  follower = { head: { height: 10, hash: "0x10" }, generation: 1, isLive: true };
  answers = new Answers({
    ...{ segment: "delta", follower, serveStale: false, clock: () => 0 },
    store: new AnswerStore({ path: ":memory:", maximumBytes: 1_000, onError: fail }),
    pool: {
      call: () => new Promise((resolve) => void waiting.push(resolve as never)),
      budget: () => budget,
    },
    reserveFor: "Registered",
    onError: fail,
  });
});

function fail(error: unknown): void {
  throw error;
}

const asking: Pick<Asking, "subject" | "tier"> = { subject: "someone", tier: "Public" };

function ask(key: string, showsPending = false): Promise<Answered> {
  const question: Question = { key, safe: true, showsPending, call: () => undefined as never };
  return answers.answer(question, { leastHeight: -1, ...asking });
}

/** Answers what has waited longest. */
function reply(text: string, known: Partial<Reply> = {}): void {
  const mutability = known.mutability ?? { changedBy: "anything" as const };
  waiting.shift()?.({ text, height: undefined, mutability, ...known });
}

function settled(height: number): Partial<Reply> {
  return { mutability: { changedBy: "reorganisation", height }, height };
}

function addBlock(): void {
  follower.head = { ...follower.head, height: follower.head.height + 1 };
  follower.generation++;
}

/** Tells whether the next question of a key is answered from what is kept. */
async function isKept(key: string): Promise<boolean> {
  const asked = ask(key);
  await setImmediate();
  const isAsked = waiting.length > 0;
  reply("again");
  await asked;
  return !isAsked;
}

test("what the next block can change is kept until that block", async () => {
  const first = ask("info");
  reply("1");
  expect((await first).source).toBe("miss");
  expect(await isKept("info")).toBe(true);
  addBlock();
  expect(await isKept("info")).toBe(false);
});

test("what a block overtakes on its way is not kept, and nobody joins it who asks after that", async () => {
  const early = ask("info");
  addBlock();
  const late = ask("info");
  expect(waiting).toHaveLength(2);
  reply("old");
  reply("new");
  expect((await early).kept.json.text).toBe("old");
  expect((await late).kept.json.text).toBe("new");
  expect((await ask("info")).kept.json.text).toBe("new");
});

test("what only a reorganisation can change outlasts blocks, and not the removal of its own", async () => {
  for (const height of [8, 9]) {
    const asked = ask(`block ${height}`);
    reply(`${height}`, settled(height));
    await asked;
  }
  addBlock();
  answers.remove(9);
  expect(await isKept("block 8")).toBe(true);
  expect(await isKept("block 9")).toBe(false);
});

test("what a removal overtakes on its way is not kept", async () => {
  const asked = ask("block 10");
  answers.remove(10);
  reply("gone", settled(10));
  await asked;
  expect(await isKept("block 10")).toBe(false);
});

test("a block that no event told of is not kept, and what was read before it is asked again", async () => {
  const before = ask("info");
  reply("10");
  await before;
  const asked = ask("block 11");
  reply("11", settled(11));
  expect((await asked).height).toBe(11);
  expect(await isKept("info")).toBe(false);
  follower.generation++;
  expect(await isKept("block 11")).toBe(false);
});

test("what shows pending transactions is never kept", async () => {
  const asked = ask("nonce", true);
  reply("1");
  await asked;
  expect(await isKept("nonce")).toBe(false);
});

test("nothing is kept or served from what is kept while events do not come", async () => {
  const asked = ask("block 5");
  reply("5", settled(5));
  await asked;
  follower.isLive = false;
  expect(await isKept("block 5")).toBe(false);
  const other = ask("block 6");
  reply("6", settled(6));
  await other;
  follower.isLive = true;
  expect(await isKept("block 6")).toBe(false);
  expect(await isKept("block 5")).toBe(true);
});

test("when the day's quota runs low, only clients of the reserved tier are asked for", async () => {
  const day = { limit: 1_000, remaining: 99, resetsAt: new Date(60_000) };
  budget = { second: { limit: 10, remaining: 10 }, day };
  await expect(ask("a")).rejects.toMatchObject({
    message: expect.stringContaining("quota of the day is for the tier Registered"),
    retryAfter: 60,
  });
  const question: Question = { key: "a", safe: true, showsPending: false, call: fail as never };
  const asked = answers.answer(question, { ...asking, leastHeight: -1, tier: "Registered" });
  await setImmediate();
  reply("1");
  expect((await asked).kept.json.text).toBe("1");
});
