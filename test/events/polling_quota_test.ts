import { expect, test } from "vitest";
import { createPollingQuota, type PollingToday } from "../../src/events/polling_quota.ts";

const DAY = { remaining: 10_000, seconds: 86_400 };

/** Seconds to wait after a poll of one request, with what is left of the day and a share of it. */
async function secondsOf(today?: PollingToday, share?: number): Promise<number> {
  const parts = { reads: readsOf(2), ...(today && { today: () => today }) };
  const quota = createPollingQuota({ ...parts, ...(share !== undefined && { share }) });
  return (await quota(new AbortController().signal))(1) / 1000;
}

function readsOf(avgBlockTime: number): Parameters<typeof createPollingQuota>[0]["reads"] {
  return { getChainStats: async () => ({ avgBlockTime }) as never };
}

test.each([
  ["the block time without a limit", undefined, 2],
  ["the block time where a quarter of what is left pays for that", { ...DAY, seconds: 5_000 }, 2],
  ["so long that a quarter of the day lasts", DAY, 34.56],
  ["longer when less is left", { remaining: 400, seconds: 43_200 }, 432],
  ["at most until the next day, though nearly nothing is left", { ...DAY, remaining: 1 }, 86_400],
  ["until the next day when nothing is left", { remaining: 0, seconds: 60 }, 60],
] as const)("polling waits %s", async (_, today, seconds) => {
  expect(await secondsOf(today)).toBe(seconds);
});

test("another share of what is left can be given", async () => {
  expect(await secondsOf(DAY, 1)).toBe(8.64);
});

test("a poll that took more is followed by a longer pause", async () => {
  const quota = createPollingQuota({ reads: readsOf(2), today: () => DAY });
  const pause = await quota(new AbortController().signal);
  expect(pause(5)).toBe(5 * pause(1));
});

test("subscriptions share a quota until they end", async () => {
  const quota = createPollingQuota({ reads: readsOf(2), today: () => DAY });
  const other = new AbortController();
  const pause = await quota(new AbortController().signal);
  await quota(other.signal);
  expect(pause(1)).toBe(69_120);
  other.abort();
  expect(pause(1)).toBe(34_560);
});

test("a chain without a block time is polled each second", async () => {
  const pause = await createPollingQuota({ reads: readsOf(0) })(new AbortController().signal);
  expect(pause(1)).toBe(1000);
});
