import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { findFaults } from "../_axe.ts";
import { IS_WHOLE } from "../_suites.ts";
import { FaultProxy } from "../fault_proxy.ts";
import { type Explorer, openExplorer, type Visit } from "./_explorer.ts";

/** Folder for screenshots, for people; left out, none are made. */
const PICTURES = process.env["EXPLORER_PICTURES"];
/** Milliseconds from one look of the page at its gateway to the next. */
const LOOK = 3_000;
const BADGE = ".upstream .state";

/** A devnet, which is the gateway's upstream, and a browser. */
let explorer: Explorer;
let gateway: Listener;
/** Between both. */
let proxy: FaultProxy;
/** A page of the gateway, whose clock a test moves. */
let visit: Visit;

/** A gateway in front of a service that is out of reach for a while. */
beforeAll(async () => {
  explorer = await openExplorer();
  proxy = await FaultProxy.open(explorer.origin);
  const service = await createService({
    ...{ segments: ["alpha", "delta"], keylessTier: "Enterprise", log: () => undefined },
    upstream: upstreamOf({ endpoints: proxy.origin, tier: "Enterprise", serveStale: true }),
  });
  gateway = await listen(service, { port: 0, stopTimeout: 500 });
  const viewport = { width: 1440, height: 900 };
  visit = await explorer.visit({ viewport }, `${gateway.origin}/`, (page) => page.clock.install());
});
afterAll(async () => {
  await gateway?.close();
  await proxy?.close();
  await explorer?.close();
});

/** What a part of the page says after it has looked again. */
async function lookAt(part: string): Promise<string> {
  await visit.page.clock.fastForward(LOOK);
  const text = await visit.page.locator(part).innerText();
  return text.replaceAll(/\s+/g, " ").replaceAll(new URL(proxy.origin).host, "HOST");
}

async function picture(name: string): Promise<void> {
  if (PICTURES) await visit.page.screenshot({ path: join(PICTURES, `upstream-${name}.png`) });
}

describe("the explorer of a gateway", () => {
  test("names the upstream and its lag, and all of them at a click", async () => {
    await expect.poll(() => lookAt(BADGE)).toBe("HOST 0 blocks behind");
    await explorer.service.produceBlock("delta");
    await visit.page.locator(BADGE).click();
    await expect.poll(() => lookAt("#upstream")).toContain("Newest block 41, ");
    expect(await lookAt("#upstream")).toContain("HOST in use, 0 blocks behind");
    await visit.page.keyboard.press("Escape");
    expect(await visit.page.locator("#upstream").isVisible()).toBe(false);
    await visit.go("/alpha/blocks");
    await expect.poll(() => lookAt(BADGE)).toBe("HOST 0 blocks behind");
    expect(visit.faults).toEqual([]);
  });

  test("says that the upstream is away, and that what is shown is stale, until it is back", async () => {
    await visit.go("/delta/block/7");
    await expect.poll(() => lookAt(BADGE)).toBe("HOST 0 blocks behind");
    proxy.target = 1;
    proxy.cutAll();
    await expect.poll(() => lookAt(BADGE), { timeout: 15_000 }).toBe("HOST interrupted");
    await expect.poll(() => visit.text()).toContain("The upstream does not answer");
    // Away and back, so that the page reads the block again.
    await visit.go("/delta/settings");
    await visit.go("/delta/block/7");
    await expect.poll(() => lookAt(BADGE)).toBe("HOST stale");
    await picture("stale");
    expect(await findFaults(visit.page)).toEqual([]);
    proxy.target = Number(new URL(explorer.origin).port);
    await expect.poll(() => lookAt(BADGE), { timeout: 20_000 }).toBe("HOST 0 blocks behind");
  });

  test("fits screens of 390 to 1440 pixels, moves nothing as it comes, and passes axe", async () => {
    for (const width of IS_WHOLE ? [390, 800, 1440] : [390, 1440]) {
      await visit.page.setViewportSize({ width, height: 900 });
      await visit.page.reload();
      await visit.page.waitForSelector("h1");
      const before = await visit.page.locator("main").boundingBox();
      await expect.poll(() => lookAt(BADGE)).toMatch(/0 blocks behind$/);
      expect(await visit.page.locator("main").boundingBox()).toMatchObject({
        ...{ x: before?.x, y: before?.y, width: before?.width },
      });
      const box = await visit.page.locator(BADGE).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect(
        await visit.page.evaluate(() => document.documentElement.scrollWidth),
      ).toBeLessThanOrEqual(width);
      await visit.page.locator(BADGE).click();
      await picture(String(width));
      if (width === 390) expect(await findFaults(visit.page.locator(".upstream"))).toEqual([]);
      await visit.page.emulateMedia({ colorScheme: "dark" });
      await picture(`${width}-dark`);
      await visit.page.emulateMedia({ colorScheme: "light" });
    }
  });
});

test("the explorer of a devnet has no such badge, and does not ask for it", async () => {
  const asked: string[] = [];
  const devnet = await explorer.visit({}, `${explorer.origin}/`, async (one) => {
    one.on("request", (request) => asked.push(new URL(request.url()).pathname));
  });
  await expect.poll(() => devnet.page.locator(".dot").innerText()).toBe("live");
  await devnet.go("/delta/blocks");
  expect(await devnet.page.locator(BADGE).count()).toBe(0);
  expect(asked).toContain("/v1/delta/blocks");
  expect(asked).not.toContain("/readyz");
});
