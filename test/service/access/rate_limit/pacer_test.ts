import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitAlone, Limiter, Pacer } from "../../../../src/service/access/rate_limit/mod.ts";
import { TIERS } from "../../../../src/generated/tiers.gen.ts";
import type { RequestCaller } from "../../../../src/service/request.ts";

const NEVER = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

/** A pacer on the time of the test, and when each wait of `ask` ended, in milliseconds from its beginning. */
function openPacer() {
  const limiter = new Limiter({ clock: Date.now });
  const pacer = new Pacer(limitAlone(limiter));
  const began = Date.now();
  const ended: [name: string, at: number][] = [];
  const ask = (name: string, signal = NEVER, tier: RequestCaller["tier"] = "Public") => {
    const [subject = ""] = name.split(" ");
    const caller = { subject, tier, limits: TIERS[tier] } as RequestCaller;
    return pacer.wait(caller, signal).then(() => void ended.push([name, Date.now() - began]));
  };
  return { limiter, ask, ended };
}

test("however many of one subject wait, they go one after the other, and no other subject waits for them", async () => {
  const { limiter, ask, ended } = openPacer();
  for (let page = 0; page < 5; page++) await ask("many");
  ended.length = 0;
  for (let page = 0; page < 50; page++) void ask(`many ${page}`);
  void ask("one");
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual([["one", 0]]);
  // What waits owes one request, not fifty.
  expect(limiter.admit("many", { requestsPerSecond: 10, requestsPerDay: 100 }).isAdmitted).toBe(
    true,
  );
  await vi.advanceTimersByTimeAsync(399);
  // The second waits for the other request too.
  expect(ended.slice(1)).toEqual([
    ["many 0", 100],
    ["many 1", 300],
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toHaveLength(51);
  expect(vi.getTimerCount()).toBe(0);
});

test("a wait that is ended holds no timer, and those behind it do not pay for what has not begun", async () => {
  const { limiter, ask, ended } = openPacer();
  for (let page = 0; page < 5; page++) await ask("a");
  ended.length = 0;
  const waits = Array.from({ length: 20 }, () => new AbortController());
  for (const [index, { signal }] of waits.entries()) void ask(`a ${index}`, signal);
  await vi.advanceTimersByTimeAsync(50);
  expect([ended, vi.getTimerCount()]).toEqual([[], 1]);
  for (const wait of waits) wait.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect([ended.length, vi.getTimerCount()]).toEqual([20, 0]);
  const { quotas } = limiter.admit("a", { requestsPerSecond: 10, requestsPerDay: 100 });
  // Six pages of 50 ms ago, and this request.
  expect(quotas?.second.remaining).toBe(3);
});

test("a tier without limits never waits", async () => {
  const { ask, ended } = openPacer();
  await Promise.all(Array.from({ length: 100 }, () => ask("free", NEVER, "Enterprise")));
  expect(new Set(ended.map(([, at]) => at))).toEqual(new Set([0]));
});

test("counters that fail end the wait of one, not of those behind it", async () => {
  const limiter = new Limiter({ clock: Date.now });
  const broken = vi.spyOn(limiter, "pace").mockImplementationOnce(() => {
    throw new Error("no counters");
  });
  const pacer = new Pacer(limitAlone(limiter));
  const caller = { subject: "a", limits: TIERS.Public } as RequestCaller;
  const first = pacer.wait(caller, NEVER);
  const second = pacer.wait(caller, NEVER);
  await expect(first).rejects.toThrow("no counters");
  await expect(second).resolves.toBeUndefined();
  expect(broken).toHaveBeenCalledTimes(2);
});
