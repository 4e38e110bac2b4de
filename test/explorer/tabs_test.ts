import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as quotaStore from "../../explorer/session/quota_store.ts";
import { IS_WHOLE } from "../_suites.ts";
import { type Explorer, openExplorer, type Visit } from "./_explorer.ts";

/** Tabs that are open at once. */
const TABS = IS_WHOLE ? 3 : 2;

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

describe("tabs of one browser", () => {
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
    await pages[0]?.close();
    expect(visit.faults).toEqual([]);
  });

  test("lose no request of one another's in what they have spent", async () => {
    const module = await bundle("../../explorer/session/quota_store.ts", "quotas");
    const context = visit.page.context();
    const pages = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
    await Promise.all(pages.map((page) => page.goto(`${explorer.origin}/healthz`)));
    const used = await Promise.all(
      pages.map((page) => page.evaluate(`${module}; (${spendFifty.toString()})(quotas)`)),
    );
    expect(Math.max(...used.map(Number))).toBe(TABS * 50);
    await Promise.all(pages.map((page) => page.close()));
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

/** Takes note of 50 requests, one after another, in a page. Resolves to the number that all tabs had sent by then. */
async function spendFifty({ sharedQuotas }: typeof quotaStore): Promise<number> {
  const store = sharedQuotas(undefined);
  const none = { refilledAt: 0, blockedUntil: 0, dayEndsAt: 0, used: 0 };
  let used = 0;
  for (let sent = 0; sent < 50; sent += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    ({ used } = await store.update("host", (state = none) => ({ ...state, used: state.used + 1 })));
  }
  return used;
}

/** A module of the explorer as a script that names it. */
async function bundle(path: string, globalName: string): Promise<string> {
  const entryPoints = [join(import.meta.dirname, path)];
  const options = { bundle: true, write: false, format: "iife", globalName } as const;
  const { outputFiles } = await build({ ...options, entryPoints });
  return outputFiles[0]?.text ?? fail();
}

function fail(): never {
  throw new Error("Expected a page and a count");
}
