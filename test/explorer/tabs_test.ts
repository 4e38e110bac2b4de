import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Explorer, openExplorer, type Visit } from "./_explorer.ts";

const TABS = 5;

let explorer: Explorer;
let visit: Visit;

/** Open WebSockets, as the service counts them. */
async function connections(): Promise<number> {
  const answer = await fetch(`${explorer.origin}/metrics`);
  const [, count] =
    /_connections\{transport="websocket"\} (\d+)/.exec(await answer.text()) ?? fail();
  return Number(count);
}

const newest = (page: Page): Promise<string> =>
  page.locator(".strip li:nth-child(2) strong").innerText();

describe("tabs of one browser", { tags: "browser" }, () => {
  beforeAll(async () => {
    explorer = await openExplorer({ segments: ["delta"], keylessTier: "Public" });
    visit = await explorer.visit({}, `${explorer.origin}/#/delta/settings`);
  });

  afterAll(() => explorer?.close());

  test("share one budget and one connection", async () => {
    const context = visit.page.context();
    const refused: string[] = [];
    context.on("response", (response) => {
      if (response.status() === 429) refused.push(response.url());
    });
    const pages = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
    await Promise.all(pages.map((page) => page.goto(`${explorer.origin}/#/delta`)));
    for (const page of pages) {
      await expect.poll(() => page.locator(".dot").innerText()).toBe("live");
      await expect.poll(() => page.locator(".bone").count()).toBe(0);
    }
    expect(refused).toEqual([]);
    await expect.poll(connections).toBe(1);

    await explorer.service.produceBlock("delta");
    for (const page of pages) await expect.poll(() => newest(page)).toBe("41");

    await Promise.all(pages.slice(1).map((page) => page.close()));
    await explorer.service.produceBlock("delta");
    await expect.poll(() => newest(pages[0] ?? fail())).toBe("42");
    expect(await connections()).toBe(1);
    expect(visit.faults).toEqual([]);
  });

  test("have connections of their own where the shared one cannot be made", async () => {
    const page = await visit.page.context().newPage();
    await page.addInitScript(() => {
      const { port1: port } = new MessageChannel();
      class Broken extends EventTarget {
        readonly port = port;
        constructor() {
          super();
          setTimeout(() => this.dispatchEvent(new Event("error")));
        }
      }
      Object.assign(globalThis, { SharedWorker: Broken });
    });
    await page.goto(`${explorer.origin}/#/delta`);
    await expect.poll(() => page.locator(".dot").innerText()).toBe("live");
    await page.close();
  });

  test("leave no connection behind", async () => {
    await visit.page.context().close();
    await expect.poll(connections).toBe(0);
  });
});

function fail(): never {
  throw new Error("Expected a page and a count");
}
