import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient, type Transaction } from "../../src/mod.ts";
import { formatToken } from "../../src/units/mod.ts";
import { type Explorer, openExplorer, type Visit } from "./_explorer.ts";

let explorer: Explorer;
let visit: Visit;
let page: Page;
let delta: Client<"delta">;
let transfer: Transaction;
/** The amount of `transfer` as it is shown, with the symbol. */
let amount: string;
let contract: string;

describe("tokens in the explorer", () => {
  beforeAll(async () => {
    explorer = await openExplorer({ segments: ["delta"] });
    delta = createClient("delta", { endpoints: explorer.origin, tier: "Enterprise" });
    const { items } = await delta.listTransactions({ type: "token_transfer", limit: 20 });
    transfer = items.find(({ token }) => token !== undefined) ?? fail();
    const { token: moved = fail() } = transfer;
    ({ contract } = moved);
    amount = formatToken(moved.amount, await delta.getToken(contract));
    visit = await explorer.visit({ viewport: { width: 1280, height: 900 } });
    ({ page } = visit);
  });

  afterAll(() => explorer?.close());

  const plain = async (): Promise<string> => (await visit.text()).replaceAll(",", "");

  test("have their amount in every list, never as native tokens", async () => {
    for (const hash of [
      "/delta/transactions?type=token_transfer",
      `/delta/block/${transfer.blockNumber}`,
      `/delta/account/${transfer.from}?direction=out`,
    ]) {
      await visit.go(hash);
      await page.locator(".bone").first().waitFor({ state: "detached" });
      const titles = (): Promise<(string | null)[]> =>
        page
          .locator("tbody tr", { has: page.locator(`a[title="${transfer.hash}"]`) })
          .locator(".amount")
          .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
      await expect
        .poll(async () => (await titles()).map((one) => one?.replaceAll(",", "").split(", ")[0]))
        .toEqual([expect.stringContaining(amount)]);
    }
    await visit.go("/delta/transactions?type=token_transfer");
    await expect.poll(() => page.locator("tbody .bone").count()).toBe(0);
    expect(await page.locator("tbody").innerText()).not.toMatch(/\b0 delta/);
    expect(visit.faults).toEqual([]);
  });

  test("cost one request for each distinct token, however many rows name it", async () => {
    await page.context().close();
    visit = await explorer.visit({ viewport: { width: 1280, height: 900 } });
    ({ page } = visit);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/\/tokens|Receipt/.test(request.url() + request.postData())) asked.push(request.url());
    });
    await visit.go("/delta/transactions?type=token_transfer");
    const rows = page.locator("tbody .amount a.symbol");
    await expect.poll(() => rows.count()).toBeGreaterThan(10);
    const contracts = new Set(
      await rows.evaluateAll((all) =>
        all.map((one) => one.getAttribute("href")?.split("/").at(-1)),
      ),
    );
    const tokens = [...contracts].map((one) => `${explorer.origin}/v1/delta/tokens/${one}`);
    expect(asked.toSorted()).toEqual(tokens.toSorted());
  });

  test("have it in the file of a list, with every decimal", async () => {
    await visit.go("/delta/transactions?type=token_transfer");
    await page.locator("tbody .moved.bone").first().waitFor({ state: "detached" });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /CSV of these/ }).click();
    const lines = (await text(await (await download).createReadStream())).split("\r\n");
    const line = lines.find((one) => one.startsWith(transfer.hash));
    expect(line).toMatch(new RegExp(`,0,success,${amount.split(" ")[0]},${contract}$`));
  });

  test("have it on the page of the transaction, with every decimal, and in its events", async () => {
    await visit.go(`/delta/transaction/${transfer.hash}`);
    await expect.poll(async () => (await plain()).split(amount).length - 1).toBeGreaterThan(1);
  });

  test("have a page with holders and transfers, to which a symbol leads", async () => {
    await visit.go(`/delta/account/${transfer.to}`);
    await page
      .getByRole("region", { name: "Tokens of the account" })
      .locator("a")
      .first()
      .waitFor();
    await page.locator(`a.symbol[title$="${contract}"]`).first().click();
    await expect.poll(() => page.locator("h1").innerText()).toBe(amount.split(" ")[1]);
    await expect.poll(() => page.locator(".bone").count()).toBe(0);
    const transfers = page.getByRole("region", { name: "Transfers of the token" });
    await expect.poll(() => transfers.locator(`a[title="${transfer.hash}"]`).count()).toBe(1);
    const holders = page.getByRole("region", { name: "Holders seen" }).locator("tbody tr");
    expect(await holders.count()).toBeGreaterThan(0);
    expect(visit.faults).toEqual([]);
  });

  test("stand in a headline with six decimals, and with all at a click", async () => {
    await visit.go(`/delta/account/${transfer.from}`);
    const more = page.locator(".lead").getByRole("button", { name: "Show every decimal" }).first();
    await more.waitFor();
    const figure = (): Promise<string> => page.locator(".lead .figure").innerText();
    expect(await figure()).toMatch(/\.\d{6}…/);
    const count = await page.locator(".lead .link").count();
    await more.click();
    await expect.poll(() => page.locator(".lead .link").count()).toBe(count - 1);
    expect(await figure()).toMatch(/\.\d{7,18} /);
  });

  test("of a service with one chain come without the others", async () => {
    expect(await page.locator(".segments a").allInnerTexts()).toEqual(["Delta"]);
    expect(await page.locator(".segment-select option").count()).toBe(1);
  });

  test("show a transfer as it arrives", async () => {
    await visit.go(`/delta/token/${contract}`);
    await expect.poll(() => page.locator(".bone").count()).toBe(0);
    const rows = page.getByRole("region", { name: "Transfers of the token" }).locator("tbody tr");
    const before = await rows.count();
    await page.mouse.move(5, 5);
    for (let made = 0; made < 20; made += 1) await explorer.service.produceBlock("delta");
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  });

  test("are listed as far as they were seen", async () => {
    await visit.go("/delta/tokens");
    const [, symbol = ""] = amount.split(" ");
    await expect.poll(() => page.locator("tbody").innerText()).toContain(symbol);
  });

  test("are counted in base units where the service does not know the token", async () => {
    await page.context().close();
    visit = await explorer.visit();
    ({ page } = visit);
    const error = { code: "NOT_FOUND", message: "No token" };
    const meta = { timestamp: 0, requestId: "id" };
    await page.route("**/v1/delta/tokens/*", (route) =>
      route.fulfill({ status: 404, json: { success: false, error, meta } }),
    );
    await visit.go("/delta/transactions?type=token_transfer");
    await expect.poll(() => page.locator("tbody .bone").count()).toBe(0);
    const row = page.locator("tbody tr", { has: page.locator(`a[title="${transfer.hash}"]`) });
    await expect.poll(() => row.innerText()).toMatch(/[\d,]+ units of dx1/);
    expect(visit.faults).toEqual([]);
  });
});

function fail(): never {
  throw new Error("The devnet has none of it");
}
