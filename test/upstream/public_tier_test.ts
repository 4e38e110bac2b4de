import { afterEach, expect, test } from "vitest";
import { type Segment } from "../../src/mod.ts";
import { SEGMENTS } from "../../src/chains/mod.ts";
import { type Gateway, openGateway } from "./_served.ts";
import { ManualClock } from "../_manual_clock.ts";

const ALL = Object.keys(SEGMENTS) as Segment[];

let gateway: Gateway;
afterEach(() => gateway.close());

test("four segments of an upstream of the lowest tier come up, and then answer from the cache", async () => {
  const errors: unknown[] = [];
  const clock = new ManualClock(Date.now());
  gateway = await openGateway({
    clock,
    behind: { segments: ALL, keylessTier: "Public", clock: () => clock.now() },
    upstream: { tier: "Public" },
    gateway: { log: (entry) => void (entry.level === "error" && errors.push(entry)) },
  });
  const ready = async (): Promise<string> => (await gateway.read("/readyz")).text;
  await clock.untilTrue(async () => (await ready()).match(/events live/g)?.length === ALL.length);
  expect(errors).toEqual([]);
  for (const segment of ALL) {
    const path = `/v1/${segment}/blocks/5`;
    await gateway.read(path);
    const { headers } = await gateway.read(path);
    expect(headers.get("Cache-Status")).toBe("alphadelta; hit");
  }
});
