import { afterEach, expect, test } from "vitest";
import { NO_WISH } from "../../src/events/_read_subscribing.ts";
import { RestSide } from "../../src/events/_rest_side.ts";
import { readTiming } from "../../src/events/_timing.ts";
import { type ChainReads, RUNTIME_CLOCK } from "../../src/events/mod.ts";
import { Opened } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

test("a back-fill that begins anew ends the one under way, so that each block is told once", async () => {
  const { origin } = await opened.service({ history: 5 });
  const delta = opened.delta(origin);
  const gate = Promise.withResolvers<void>();
  const reads: ChainReads = {
    listBlockTransactions: (...args) => delta.listBlockTransactions(...args),
    getChainStats: (...args) => delta.getChainStats(...args),
    async listBlocks(query) {
      const answer = await delta.listBlocks(query);
      await gate.promise;
      return answer;
    },
  };
  const told: unknown[] = [];
  const parts = {
    segment: "delta",
    lines: undefined,
    noLines: "",
    reads,
    polling: undefined,
    clock: RUNTIME_CLOCK,
    timing: readTiming({}, {}),
    onFallback: () => undefined,
    onEnd: () => undefined,
    onState: () => undefined,
  } as const;
  const wish = { ...NO_WISH, isFillable: true, fromHeight: 3 };
  const side: RestSide = new RestSide("blocks", wish, parts, {
    put: async (result) => void told.push((result as { number: number }).number),
    askPlace: () => queueMicrotask(() => side.foundPlace("place")),
    goesOn: () => undefined,
    failed: (reason) => expect.unreachable(String(reason)),
  });
  const both = [side.fill(), side.fill()];
  gate.resolve();
  expect(await Promise.all(both)).toEqual([undefined, "place"]);
  expect(told).toEqual([3, 4, 5]);
});
