import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devAccounts } from "../../src/devnet/mod.ts";
import { IS_WHOLE } from "../_suites.ts";
import { type Explorer, openExplorer, type Visit } from "./_explorer.ts";

/** Clicks on rows of a page to which blocks come all the time: once in each of its three areas, where all tests run more often. */
const CLICKS = IS_WHOLE ? 15 : 3;
/** Milliseconds between blocks that are made until one has what a test waits for: each draws the page. */
const PACE = { interval: 250 };
/** Most layout shift, as browsers sum it, while a page loads and a block comes. */
const MOST_SHIFT = 0.02;

let explorer: Explorer;
let visit: Visit;
let page: Page;

/** Keys of the rows of a table, from the top. */
function rows(caption: string): Promise<string[]> {
  return page
    .getByRole("region", { name: caption, exact: true })
    .locator("tbody tr")
    .evaluateAll((all) => all.map((one) => one.querySelector("a")?.hash ?? ""));
}

const produce = (): Promise<unknown> => explorer.service.produceBlock("delta");
const away = (): Promise<void> => page.mouse.move(5, 5);
const scrolled = (): Promise<number> => page.evaluate(() => Math.round(scrollY));

beforeAll(async () => {
  explorer = await openExplorer({ segments: ["delta"], history: 120 });
});

afterAll(() => explorer?.close());

describe("a page that loads", () => {
  beforeAll(async () => {
    visit = await explorer.visit(
      { viewport: { width: 1280, height: 900 }, reducedMotion: "no-preference" },
      `${explorer.origin}/#/delta/settings`,
      (one) => one.addInitScript(sumShifts),
    );
    ({ page } = visit);
  });

  afterAll(() => page?.context().close());

  test.each([
    ["the overview", "#/delta", "Latest blocks"],
    // Their lists are drawn as those of the overview are.
    ...(IS_WHOLE
      ? ([
          ["the blocks", "#/delta/blocks", "Blocks"],
          ["the transactions", "#/delta/transactions", "Transactions"],
          ["the validators", "#/delta/validators", "Validators by stake"],
          ["the proposals", "#/delta/proposals", "Proposals"],
        ] as const)
      : []),
  ] as const)("moves nothing: %s", async (_name, hash, caption) => {
    // A service that takes its time, so that every state in between is drawn: names come after what they name.
    await page.route("**/v1/**", async (route) => {
      const isOfNames = new URL(route.request().url()).pathname.endsWith("/validators");
      await new Promise((resolve) => setTimeout(resolve, isOfNames ? 400 : 150));
      await route.continue();
    });
    await page.goto("about:blank");
    await page.goto(`${explorer.origin}/${hash}`);
    await expect.poll(async () => (await rows(caption))[0] ?? "").not.toBe("");
    await expect.poll(() => page.locator(".loading, .bone").count()).toBe(0);
    await expect.poll(() => page.locator("td .who .mono").count()).toBe(0);
    if (caption.endsWith("locks")) {
      const [newest] = await rows(caption);
      await produce();
      await expect.poll(async () => (await rows(caption))[0]).not.toBe(newest);
    }
    // Those of the last frames.
    await page.evaluate(twoFrames);
    const { sum, moved } = await page.evaluate(
      () => (globalThis as unknown as { shifts: Shifts }).shifts,
    );
    expect(sum, moved.join("\n")).toBeLessThanOrEqual(MOST_SHIFT);
    await page.unrouteAll({ behavior: "wait" });
  });

  test("says that there is nothing only once the service said so", async () => {
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("about:blank");
    await page.goto(`${explorer.origin}/#/delta`);
    await page.locator("tbody tr").first().waitFor();
    expect(await visit.text()).not.toMatch(/No blocks yet|No transactions yet/);
    expect(await page.locator("[aria-busy=true]").count()).toBe(2);
    held.resolve();
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    await page.unrouteAll({ behavior: "wait" });
  });

  test("says which pages a list has", async () => {
    await visit.go("/delta/blocks?page=999999");
    await expect.poll(() => visit.text()).toContain("There is no page 999,999");
    expect(await visit.text()).toContain("The list has pages 1 to 5.");
    await page.getByRole("link", { name: "To the last page" }).click();
    await expect.poll(() => visit.text()).toContain("Page 5 of 5");
    expect(visit.faults).toEqual([]);
  });
});

describe("the way back", () => {
  beforeAll(async () => {
    visit = await explorer.visit({ viewport: { width: 1280, height: 500 } });
    ({ page } = visit);
  });

  test("leads to where a list was left, and a link to the top of a page", async () => {
    await visit.go("/delta/blocks?page=2");
    await expect.poll(() => rows("Blocks")).toHaveLength(25);
    await page.mouse.move(600, 300);
    await page.mouse.wheel(0, 400);
    await expect.poll(scrolled).toBe(400);
    await page.locator("tbody tr").nth(14).locator("a").first().click();
    await page.waitForURL((url) => url.hash.startsWith("#/delta/block/"));
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect.poll(() => rows("Blocks")).toHaveLength(25);
    await expect.poll(scrolled).toBe(400);
    await page.goForward();
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect.poll(scrolled).toBe(400);
  });

  test("leads to where a page of a list was left, and the next one stays in place", async () => {
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await expect.poll(() => visit.text()).toContain("Page 3 of 5");
    await expect.poll(() => page.locator(".bone").count()).toBe(0);
    await expect.poll(scrolled).toBeGreaterThan(500);
    const position = await scrolled();
    await page.goBack();
    await expect.poll(() => visit.text()).toContain("Page 2 of 5");
    await page.mouse.wheel(0, -5_000);
    await expect.poll(scrolled).toBe(0);
    await page.goForward();
    await expect.poll(() => visit.text()).toContain("Page 3 of 5");
    await expect.poll(scrolled).toBe(position);
    expect(visit.faults).toEqual([]);
  });
});

describe("live rows", () => {
  beforeAll(() => page.setViewportSize({ width: 1280, height: 900 }));

  test("stay where they are between aiming and the click", async () => {
    let hits = 0;
    for (let click = 0; click < CLICKS; click += 1) {
      await visit.go("/delta");
      await away();
      await expect.poll(() => page.locator(".bone").count()).toBe(0);
      const area = page.locator(".live-rows").nth(click % 3);
      const target = area.locator("a").nth(click % 5);
      const link = await target.elementHandle();
      await link?.hover();
      const aimed = await link?.evaluate((one) => (one as HTMLAnchorElement).hash);
      // A block may be empty.
      await expect
        .poll(async () => {
          await produce();
          return area.locator(".arrived").innerText();
        }, PACE)
        .toMatch(/^\d+ new (?:block|transaction)/);
      await page.mouse.down();
      await page.mouse.up();
      await expect.poll(() => page.locator("h1").innerText()).not.toBe("Delta mainnet");
      if (new URL(page.url()).hash === aimed) hits += 1;
    }
    expect(hits).toBe(CLICKS);
    expect(visit.faults).toEqual([]);
  });

  test("wait behind a button that says how many came, and come when the pointer leaves", async () => {
    await visit.go("/delta/blocks");
    await away();
    await expect.poll(() => rows("Blocks")).toHaveLength(25);
    const before = await rows("Blocks");
    await page.getByRole("region", { name: "Blocks" }).hover();
    await produce();
    await produce();
    await produce();
    const button = page.getByRole("button", { name: "3 new blocks" });
    await button.waitFor();
    expect(await rows("Blocks")).toEqual(before);
    await button.click();
    await expect.poll(async () => (await rows("Blocks"))[3]).toBe(before[0]);
    await produce();
    await page.getByRole("button", { name: "1 new block" }).waitFor();
    await page.locator("h1").focus();
    await away();
    await expect.poll(async () => (await rows("Blocks"))[4]).toBe(before[0]);
  });

  test("wait while the focus is inside, and keep it", async () => {
    await visit.go("/delta/transactions");
    await away();
    await expect.poll(() => rows("Transactions")).toHaveLength(25);
    const link = page.getByRole("region", { name: "Transactions" }).locator("tbody a").first();
    await link.focus();
    const focused = await link.evaluate((one) => (one as HTMLAnchorElement).hash);
    const button = page.getByRole("button", { name: /^\d+ new transactions?$/ });
    await expect
      .poll(async () => {
        await produce();
        return button.count();
      }, PACE)
      .toBe(1);
    expect((await rows("Transactions"))[0]).toBe(focused);
    await page.locator("h1").focus();
    await expect.poll(async () => (await rows("Transactions")).indexOf(focused)).toBeGreaterThan(0);
  });

  test("give way to a reorganisation, even while they are held", async () => {
    await visit.go("/delta/blocks");
    const region = page.getByRole("region", { name: "Blocks" });
    await region.hover();
    const hash = region.locator("tbody tr").first().locator("a[title]").first();
    const replaced = (await hash.getAttribute("title")) ?? "";
    await explorer.service.reorganise("delta", 1);
    await expect.poll(() => region.locator(`a[title="${replaced}"]`).count()).toBe(0);
    await away();
  });

  test("shows the gas of a block with more transactions than are read", async () => {
    const [account] = await devAccounts("delta");
    for (let made = 0; made <= 200; made += 1)
      await explorer.service.dev("delta").fund(account?.address ?? "", 1n);
    await produce();
    await visit.go("/delta");
    const newest = visit.page.locator(".strip li:nth-child(2)");
    await expect.poll(() => newest.innerText()).toMatch(/20\d transactions\s+\d[\d.]* % of gas/);
    const gas = visit.page.locator(".charts .card", { hasText: "Gas by block" });
    await expect.poll(() => gas.locator(".reading").innerText()).toMatch(/\d gas at 1/);
    expect(visit.faults).toEqual([]);
  });
});

interface Shifts {
  sum: number;
  readonly moved: string[];
}

/** In the page: sums layout shifts from its beginning on, with what moved. */
function sumShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  }
  const shifts: Shifts = { sum: 0, moved: [] };
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      shifts.sum += value;
      const nodes = sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 90));
      shifts.moved.push(`${value.toFixed(4)} ${nodes.join(" | ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

function twoFrames(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  );
}
