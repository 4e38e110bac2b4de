import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { findFaults } from "../_axe.ts";
import { FaultProxy } from "../fault_proxy.ts";
import { type Explorer, openExplorer, openService, type Visit } from "./_explorer.ts";

/** Folder for screenshots, for people; left out, none are made. */
const PICTURES = process.env["EXPLORER_PICTURES"];
const BADGE = ".upstream .state";

let explorer: Explorer;
let behind: Awaited<ReturnType<typeof openService>>;
let gateway: Listener;
/** Between both. */
let proxy: FaultProxy;

/** A gateway in front of a service that a test can end, and a browser. */
beforeEach(async () => {
  explorer = await openExplorer();
  behind = await openService();
  proxy = await FaultProxy.open(behind.origin);
  const service = await createService({
    ...{ segments: ["alpha", "delta"], keylessTier: "Enterprise", log: () => undefined },
    upstream: upstreamOf({ endpoints: proxy.origin, tier: "Enterprise", serveStale: true }),
  });
  gateway = await listen(service, { port: 0, stopTimeout: 500 });
});
afterEach(async () => {
  await gateway?.close();
  await proxy?.close();
  await behind?.close();
  await explorer?.close();
});

async function badgeOf({ page }: Visit): Promise<string> {
  const text = await page.locator(BADGE).innerText();
  return text.replaceAll(/\s+/g, " ").replace(new URL(proxy.origin).host, "HOST");
}

async function picture({ page }: Visit, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `upstream-${name}.png`) });
}

describe("the explorer of a gateway", { tags: "browser" }, () => {
  test("names the upstream and its lag, and all of them at a click", async () => {
    const visit = await explorer.visit({ reducedMotion: "reduce" }, gateway.origin);
    await expect.poll(() => badgeOf(visit)).toBe("HOST 0 blocks behind");
    await behind.service.produceBlock("delta");
    await visit.page.locator(BADGE).click();
    const details = visit.page.locator("#upstream");
    await expect.poll(() => details.innerText()).toContain("Newest block 41, ");
    expect(await details.innerText()).toContain(
      `${new URL(proxy.origin).host} in use, 0 blocks behind`,
    );
    await visit.page.keyboard.press("Escape");
    expect(await details.isVisible()).toBe(false);
    await visit.go("/alpha/blocks");
    await expect.poll(() => badgeOf(visit)).toBe("HOST 0 blocks behind");
    expect(visit.faults).toEqual([]);
  });

  test("says that the upstream is away, and that what is shown is stale, until it is back", async () => {
    const visit = await explorer.visit({ reducedMotion: "reduce" }, gateway.origin);
    await visit.go("/delta/block/7");
    await expect.poll(() => badgeOf(visit)).toBe("HOST 0 blocks behind");
    proxy.target = 1;
    proxy.cutAll();
    await expect.poll(() => badgeOf(visit), { timeout: 15_000 }).toBe("HOST interrupted");
    await expect.poll(() => visit.text()).toContain("The upstream does not answer");
    await visit.go("/delta/blocks");
    await visit.go("/delta/block/7");
    await expect.poll(() => badgeOf(visit)).toBe("HOST stale");
    await picture(visit, "stale");
    expect(await findFaults(visit.page)).toEqual([]);
    proxy.target = Number(new URL(behind.origin).port);
    await expect.poll(() => badgeOf(visit), { timeout: 20_000 }).toBe("HOST 0 blocks behind");
  });

  test("fits screens of 390 to 1440 pixels, moves nothing as it comes, and passes axe", async () => {
    for (const width of [390, 800, 1440]) {
      const viewport = { width, height: 900 };
      const visit = await explorer.visit({ viewport, reducedMotion: "reduce" }, gateway.origin);
      const before = await visit.page.locator("main").boundingBox();
      await expect.poll(() => badgeOf(visit)).toMatch(/0 blocks behind$/);
      expect(await visit.page.locator("main").boundingBox()).toMatchObject({
        ...{ x: before?.x, y: before?.y, width: before?.width },
      });
      const box = await visit.page.locator(BADGE).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect(
        await visit.page.evaluate(() => document.documentElement.scrollWidth),
      ).toBeLessThanOrEqual(width);
      await visit.page.locator(BADGE).click();
      await picture(visit, String(width));
      expect(await findFaults(visit.page), String(width)).toEqual([]);
      await visit.page.emulateMedia({ colorScheme: "dark" });
      await picture(visit, `${width}-dark`);
      await visit.page.close();
    }
  });
});

test("the explorer of a devnet has no such badge, and does not ask for it", async () => {
  const visit = await explorer.visit();
  const asked: string[] = [];
  visit.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visit.page.reload();
  await expect.poll(() => visit.page.locator(".dot").innerText()).toBe("live");
  await visit.go("/delta/blocks");
  expect(await visit.page.locator(BADGE).count()).toBe(0);
  expect(asked).toContain("/v1/delta/blocks");
  expect(asked).not.toContain("/readyz");
});
