import { afterEach, expect, test } from "vitest";
import { ManualClock } from "../_manual_clock.ts";
import { type Gateway, openGateway } from "./_served.ts";

const clock = new ManualClock(Date.now());
let gateway: Gateway;
afterEach(() => gateway.close());

const MIB = 2 ** 20;
const CHUNK = new Uint8Array(64 * 1_024).fill(0x20);

/** An answer whose body never ends, which tells how many bytes of it were read. */
function endless(onRead: (bytes: number) => void): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        onRead(CHUNK.length);
        controller.enqueue(CHUNK);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

/** A gateway whose upstream never ends its answers to a path; gives the bytes read of each of them. */
async function openEndless(path: string): Promise<number[]> {
  const reads: number[] = [];
  let isEndless = false;
  gateway = await openGateway({
    clock,
    upstream: {
      async fetch(input, init) {
        if (!isEndless || new URL(String(input)).pathname !== path) return fetch(input, init);
        const place = reads.push(0) - 1;
        return endless((bytes) => (reads[place] = (reads[place] ?? 0) + bytes));
      },
    },
  });
  isEndless = true;
  return reads;
}

function expectReadUpTo(most: number, reads: readonly number[]): void {
  expect(reads.length).toBeGreaterThan(0);
  expect(Math.max(...reads)).toBeGreaterThan(most);
  expect(Math.max(...reads)).toBeLessThanOrEqual(most + CHUNK.length);
}

test("an endless answer is read up to 8 MiB", async () => {
  const reads = await openEndless("/v1/delta/blocks/7");
  expect((await gateway.read("/v1/delta/blocks/7")).status).toBe(503);
  expectReadUpTo(8 * MIB, reads);
});

test("an endless answer to a check is read up to 64 KiB", async () => {
  const reads = await openEndless("/v1/delta/blocks");
  // The connection of the events is lost.
  await gateway.listener.close();
  await clock.untilTrue(() => reads.length > 0);
  expect((await gateway.read("/v1/delta/blocks/7")).status).toBe(503);
  expectReadUpTo(64 * 1_024, reads);
});
