import type { CDPSession } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Explorer, openExplorer } from "./_explorer.ts";

/** Blocks that the page sees: `npm run test:explorer-memory` sets their number; `npm test` leaves this file out. */
const BLOCKS = Number(process.env["EXPLORER_BLOCKS"] ?? 0);
/** Blocks after which everything that is kept is full. */
const FULL = 300;
/** Bytes by which the heap may grow from then on, whatever the number of blocks. */
const MOST_GROWTH = 2_000_000;
const PATIENCE = 600_000;

let explorer: Explorer;

describe("the overview", { timeout: PATIENCE }, () => {
  beforeAll(async () => {
    explorer = await openExplorer({ segments: ["delta"] });
  });

  afterAll(() => explorer?.close());

  test("keeps no more memory however many blocks come", async () => {
    const { page, faults } = await explorer.visit();
    const session = await page.context().newCDPSession(page);
    const head = (): Promise<string> => page.locator(".strip li:nth-child(2) strong").innerText();
    await expect.poll(() => page.locator(".dot").innerText()).toBe("live");
    const mineTo = async (height: number): Promise<number> => {
      for (let made = await heightOf(); made < height; made += 1)
        await explorer.service.produceBlock("delta");
      await expect.poll(head).toBe(height.toLocaleString("en-US"));
      return heapOf(session);
    };
    const start = await heightOf();
    const before = await mineTo(start + FULL);
    const after = await mineTo(start + BLOCKS);
    console.log(`heap after ${FULL} blocks ${before} bytes, after ${BLOCKS} blocks ${after} bytes`);
    expect(after - before).toBeLessThan(MOST_GROWTH);
    expect(faults).toEqual([]);
  });
});

/** Bytes that are in use once everything that is not has been freed. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

async function heightOf(): Promise<number> {
  const answer = await explorer.service.fetch(`${explorer.origin}/v1/delta/chain/info`);
  const { data } = (await answer.json()) as { readonly data: { readonly blockHeight: number } };
  return data.blockHeight;
}
