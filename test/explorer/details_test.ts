import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { heightsSince } from "../../explorer/values/heights.ts";
import { estimateFees } from "../../explorer/values/fees.ts";
import { devAccounts } from "../../src/devnet/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { findFaults } from "../_axe.ts";
import { type Explorer, openExplorer, openService, type Visit } from "./_explorer.ts";

let explorer: Explorer;
let visit: Visit;
let page: Page;
let delta: Client<"delta">;

describe("what the explorer adds to the interface", () => {
  beforeAll(async () => {
    explorer = await openExplorer({ segments: ["delta"] });
    delta = createClient("delta", { endpoints: explorer.origin, tier: "Enterprise" });
    visit = await explorer.visit({ timezoneId: "Asia/Dubai", colorScheme: "light" });
    ({ page } = visit);
  });

  afterAll(() => explorer?.close());

  const shows = (text: string | RegExp): Promise<void> =>
    expect.poll(() => visit.text()).toMatch(text);

  test("shows times with their zone, and in UTC at a click, also after a reload", async () => {
    const { timestamp } = await delta.getBlock(5);
    const shownIn = (timeZone: string): string =>
      new Date(timestamp * 1_000).toLocaleTimeString("en-GB", { timeZone });
    const moment = page.locator("button.moment").first();
    await visit.go("/delta/block/5");
    const own = new RegExp(`${shownIn("Asia/Dubai")} (?:GST|GMT\\+4)`);
    await expect.poll(() => moment.innerText()).toMatch(own);
    await moment.click();
    await expect.poll(() => moment.innerText()).toContain(`${shownIn("UTC")} UTC`);
    await page.reload();
    await expect.poll(() => moment.innerText()).toContain("UTC");
    await page.getByLabel("Times").selectOption({ label: "Asia/Dubai" });
    await expect.poll(() => moment.innerText()).toMatch(own);
    expect(visit.faults).toEqual([]);
  });

  test("takes the colours that the reader chooses, also after a reload", async () => {
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByLabel("Colours").selectOption("dark");
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await expect.poll(background).toBe(dark);
    await page.getByLabel("Colours").selectOption("system");
    await expect.poll(background).toBe(light);
  });

  test("draws the balance of an account over its life", async () => {
    const [account = fail()] = await devAccounts("delta");
    await visit.go(`/delta/account/${account.address}`);
    const chart = page.locator(".card", { hasText: "Balance history" }).locator(".chart");
    const { balance } = await delta.getAccount(account.address);
    const last = (Number(balance) / 1e18).toLocaleString("en-US", { maximumFractionDigits: 1 });
    await expect.poll(() => chart.locator(".reading").innerText()).toBe(`${last} delta at 40`);
    expect(await chart.locator(".hidden").textContent()).toMatch(
      new RegExp(`^Balance at 24 blocks: from .+, now ${last} delta$`),
    );
    const bars = chart.locator(".plot a:has(.bar)");
    expect(await bars.count()).toBe(24);
    expect(await bars.last().getAttribute("href")).toBe("#/delta/block/40");
  });

  test("shows the QR code of an address", async () => {
    const [account = fail()] = await devAccounts("delta");
    await visit.go(`/delta/account/${account.address}`);
    await page.getByRole("button", { name: "QR code of the address" }).click();
    const code = page.getByRole("img", { name: `QR code of ${account.address}` });
    await code.waitFor();
    expect((await code.locator("path").getAttribute("d"))?.length).toBeGreaterThan(1_000);
    expect(await findFaults(page.locator("#qr"))).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => code.isVisible()).toBe(false);
  });

  test("shows turnout and quorum of a vote, with block and date of its end", async () => {
    const [proposal = fail()] = (await delta.listProposals({ status: "all" })).items;
    const { totalStaked } = await delta.getChainStats();
    const votes = proposal.votesFor + proposal.votesAgainst + proposal.votesAbstain;
    const turnout = (Number(votes) / Number(totalStaked)) * 100;
    const shown = turnout.toLocaleString("en-US", { maximumFractionDigits: 1 });
    await visit.go(`/delta/proposal/${proposal.id}`);
    await shows(`Turnout ${shown} %`);
    await shows(/quorum of 20 % is (?:not )?reached/);
    await shows(new RegExp(`Voting ends[^]*block ${proposal.endBlock}[^]*20\\d\\d, \\d\\d:\\d\\d`));
  });

  test("lists pending transactions, with what a transfer costs", async () => {
    await visit.go("/delta/pending");
    await shows("None was announced yet");
    await page
      .getByRole("region", { name: "Fees by type" })
      .getByText("transfer")
      .first()
      .waitFor();
    const [account = fail()] = await devAccounts("delta");
    const { txHash } = (await explorer.service
      .dev("delta")
      .fund(account.address, 7n * 10n ** 18n)) as {
      txHash: string;
    };
    const row = page
      .getByRole("region", { name: "Pending transactions" })
      .locator("tr", { has: page.locator(`a[title="${txHash}"]`) });
    await expect.poll(() => row.innerText()).toMatch(/7 delta\s+[<\d.]+ delta/);
    await explorer.service.produceBlock("delta");
    await expect.poll(() => row.count()).toBe(0);
  });

  test("leaves on paper what cannot be clicked", async () => {
    await visit.go("/delta/block/5");
    await page.emulateMedia({ media: "print" });
    for (const name of [".top", ".menu", ".made", ".copy"])
      expect(await page.locator(name).first().isVisible(), name).toBe(false);
    await shows("State root");
    await page.emulateMedia({ media: "screen" });
  });

  test("asks before it reads a balance at many heights where requests are limited", async () => {
    const limited = await openService({ segments: ["delta"], keylessTier: "Registered" });
    const [account = fail()] = await devAccounts("delta");
    await page.goto(`${limited.origin}/#/delta/account/${account.address}`);
    const chart = page.locator(".card", { hasText: "Balance history" }).locator(".chart");
    const button = page.getByRole("button", { name: "Read it at 24 heights, a request each" });
    await button.waitFor();
    expect(await chart.count()).toBe(0);
    await button.click();
    await chart.waitFor();
    await limited.close();
  });
});

describe("heights of a history", () => {
  const blocks = [
    { number: 100, timestamp: 1_000 },
    { number: 90, timestamp: 900 },
  ];

  test("spread evenly from the moment to the newest block", () => {
    expect(heightsSince(600, blocks, 5)).toEqual([60, 70, 80, 90, 100]);
  });

  test("begin at 0 where the moment is before the chain, and are each there once", () => {
    expect(heightsSince(-90_000, blocks, 3)).toEqual([0, 50, 100]);
    expect(heightsSince(985, blocks, 9)).toEqual([98, 99, 100]);
    expect(heightsSince(0, [], 9)).toEqual([]);
  });
});

describe("fees lately", () => {
  const paid = (type: string, fee: number) => ({ type, gasPrice: BigInt(fee), gasUsed: 1n });

  test("are the tenth, the middle and the ninth tenth of each type", () => {
    const all = Array.from({ length: 11 }, (_none, index) => paid("transfer", 110 - 10 * index));
    expect(estimateFees([paid("vote", 7), ...all])).toEqual([
      { type: "transfer", low: 20n, usual: 60n, high: 100n, count: 11 },
      { type: "vote", low: 7n, usual: 7n, high: 7n, count: 1 },
    ]);
    expect(estimateFees([])).toEqual([]);
  });
});

function fail(): never {
  throw new Error("The devnet has none of it");
}
