import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Held, type Kind } from "./_held.ts";
import { Requests } from "./_kinds.ts";

/** Milliseconds for which a request may hold the event loop at a time. */
const MOST = 10;

/** Runs of a kind, of which the middle one counts: the first compiles, and in some the memory is cleaned up. */
const RUNS = 3;
/** The same where that one held it too long. */
const MOST_RUNS = 9;

/** The longest hold in most runs. */
async function longestHold(held: Held, kind: Kind): Promise<number> {
  const holds: number[] = [];
  for (;;) {
    holds.push(await held.measure(kind));
    const middle = holds.toSorted((one, other) => one - other)[(holds.length - 1) / 2];
    if (middle === undefined || holds.length < RUNS) continue;
    if (middle <= MOST || holds.length === MOST_RUNS) return middle;
  }
}

async function expectShortHolds(held: Held, kinds: Readonly<Record<string, Kind>>): Promise<void> {
  const holds: [string, number][] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    holds.push([name, await longestHold(held, kind)]);
  }
  expect(holds.filter(([, hold]) => !(hold <= MOST))).toEqual([]);
}

/** Milliseconds for all runs of the kinds of a test, each of which takes up to seconds on a busy machine. */
const TIMEOUT = 300_000;

describe(
  "no request holds the event loop longer than 10 ms at a time",
  { timeout: TIMEOUT },
  () => {
    let held: Held;
    let requests: Requests;
    beforeAll(async () => {
      held = await Held.start();
      requests = new Requests(held.facts);
    });
    afterAll(() => held.close());

    describe.each(["alpha", "delta"] as const)("on %s", (segment) => {
      test("a page or a thing of REST", () => expectShortHolds(held, requests.operations(segment)));
      test("a batch of any method", () => expectShortHolds(held, requests.methods(segment)));
      test("a submission", () => expectShortHolds(held, requests.submissions(segment)));
      test("a replay of events", () => expectShortHolds(held, requests.replays(segment)));
    });

    test("a body of 1 MiB", () => expectShortHolds(held, requests.bodies()));
    test("a list of addresses", () => expectShortHolds(held, requests.subscriptions()));
    test("a page, a long head, many requests", () => expectShortHolds(held, requests.others()));
    test("blocks that an operator mines", () => expectShortHolds(held, requests.control()));
  },
);
