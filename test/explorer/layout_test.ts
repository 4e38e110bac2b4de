import { text } from "node:stream/consumers";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient } from "../../src/mod.ts";
import { findFaults } from "../_axe.ts";
import { IS_WHOLE } from "../_suites.ts";
import { type Explorer, openExplorer, type Visit } from "./_explorer.ts";

/** Folder for screenshots of the pages at each width, for people; left out, none are made. */
const PICTURES = process.env["EXPLORER_PICTURES"];

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let explorer: Explorer;
let visit: Visit;
let delta: Client<"delta">;
/** A page of every type. */
let pages: Record<string, Shown>;

/** A page, and text that it shows. */
type Shown = readonly [hash: string, ...texts: string[]];

async function findPages(): Promise<Record<string, Shown>> {
  const alpha = createClient("alpha", { endpoints: explorer.origin, tier: "Enterprise" });
  const [transfer] = (await delta.listTransactions({ type: "transfer", limit: 1 })).items;
  const [spending] = (await alpha.listTransactions({ limit: 1 })).items;
  const [validator] = (await delta.listValidators()).items;
  const [proposal] = (await delta.listProposals({ status: "all" })).items;
  const [moved] = (await delta.listTransactions({ type: "token_transfer", limit: 1 })).items;
  const [holding] = (await delta.listAccountTokens(moved?.to ?? "")).tokens;
  const { name = "" } = validator ?? {};
  const { title = "" } = proposal ?? {};
  return {
    overview: ["/delta", "Delta mainnet", "Latest blocks", "Staked", "Gas by block"],
    "overview of alpha": ["/alpha", "Alpha mainnet", "Producers"],
    blocks: ["/delta/blocks", "Height"],
    "last page of blocks": ["/delta/blocks?page=2", "Page 2 of 2"],
    block: [`/delta/block/${transfer?.blockNumber}`, "State root", "transaction"],
    "block of alpha": ["/alpha/block/5", "State root"],
    transactions: ["/delta/transactions", "transfer"],
    votes: ["/delta/transactions?type=vote", "vote"],
    transaction: [
      `/delta/transaction/${transfer?.hash}`,
      "success",
      "confirmation",
      "Fee",
      "Events",
    ],
    "transaction of a token": [`/delta/transaction/${moved?.hash}`, "Events"],
    "transaction of alpha": [
      `/alpha/transaction/${spending?.hash}`,
      "Serial numbers spent",
      "Records created",
    ],
    account: [
      `/delta/account/${transfer?.from}?direction=out`,
      ...["Balance", "Tokens", "Delegated to", "out"],
    ],
    "account of alpha": [`/alpha/account/${spending?.from}`, "First seen"],
    tokens: ["/delta/tokens", "Decimals"],
    token: [`/delta/token/${holding?.contract}`, "Holders seen"],
    pending: ["/delta/pending", "Fees lately"],
    validators: ["/delta/validators", "Stake by validator", name],
    validator: [`/delta/validator/${validator?.address}`, name, "Commission"],
    proposals: ["/delta/proposals", title, "block"],
    proposal: [`/delta/proposal/${proposal?.id}`, title, "Abstain", "Voting ends"],
    records: ["/alpha/records", "Created lately", "Spent lately"],
    record: [`/alpha/record/${spending?.commitments?.[0]}`, "Created in block", "Owner"],
    serial: [`/alpha/serial/${spending?.serialNumbers?.[0]}`, "Spent in block"],
    search: ["/delta/search?q=1", "Found"],
    settings: ["/delta/settings", "API key"],
    devnet: ["/delta/devnet", "Reorganisation", "Faults"],
    missing: ["/delta/block/99999999", "There is no block"],
  };
}

/** Pages with figures, charts and live rows, and with a form. upstream_test looks at one with facts, a table and a notice. */
const KINDS = ["overview", "settings"];

/** Pages whose widest parts others have too, and that other tests of the explorer show. */
const ALIKE =
  /(?:overview|account) of alpha|last page|^(?:blocks|transaction of a token|tokens|token|pending|validator|proposal|records|record|serial|search)$/;

/** Whether the test looks at a page closely: at those of {@linkcode KINDS}, where all tests run at each. */
const isLooked = (name: string): boolean => IS_WHOLE || KINDS.includes(name);

describe("the layout of the explorer", () => {
  beforeAll(async () => {
    explorer = await openExplorer();
    delta = createClient("delta", { endpoints: explorer.origin, tier: "Enterprise" });
    pages = await findPages();
    const url = `${explorer.origin}/#/delta/settings`;
    visit = await explorer.visit({ viewport: DESK, reducedMotion: "reduce" }, url);
  });

  afterAll(() => explorer?.close());

  test("shows every page, on screens of 390 to 1440 pixels, and passes axe on every kind of page in light and dark", async () => {
    const seen = Object.entries(pages).filter(([name]) => IS_WHOLE || !ALIKE.test(name));
    for (const [index, [name, [hash, ...texts]]] of seen.entries()) {
      await visit.go(hash);
      const missing = async (): Promise<string[]> => {
        const shown = await visit.text();
        return texts.filter((part) => !shown.includes(part));
      };
      await expect.poll(missing, { message: name }).toEqual([]);
      // What is too long shows at 390 pixels first; at 1440 the tests "on a desk" look at lists, facts and charts.
      const widths = isLooked(name) ? [390, 800, 1024, 1440] : [390];
      // Each page begins at the width at which the one before it ended.
      for (const width of index % 2 ? widths.toReversed() : widths) {
        await visit.page.setViewportSize({ width, height: 900 });
        const { scrollWidth, cut } = await visit.page.evaluate(findCut);
        expect(scrollWidth, `${name} at ${width}`).toBeLessThanOrEqual(width);
        // Between a phone and a desk a wide table scrolls.
        if (width !== 800) expect(cut, `${name} at ${width}`).toEqual([]);
        if (PICTURES) await visit.page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) });
        if (width !== 1440 || !isLooked(name)) continue;
        await visit.page.evaluate(() => document.querySelector(".made")?.setAttribute("open", ""));
        expect(await findFaults(visit.page), name).toEqual([]);
        await visit.page.evaluate(() => document.querySelector(".made")?.removeAttribute("open"));
      }
    }
    expect(visit.faults).toEqual([]);
  });

  describe("on a phone", () => {
    beforeAll(() => visit.page.setViewportSize(PHONE));

    test("has a header of two rows with the search behind an icon", async () => {
      await visit.go("/delta/blocks");
      const top = await boxOf(visit.page.locator(".top"));
      const menu = await boxOf(visit.page.locator(".menu"));
      expect(menu.bottom - top.top).toBeLessThanOrEqual(104);
      const field = visit.page.getByLabel("Search");
      expect((await boxOf(field)).width).toBeLessThanOrEqual(40);
      await field.click();
      await expect.poll(async () => (await boxOf(field)).width).toBeGreaterThan(300);
      await field.fill("7");
      await field.press("Enter");
      await expect.poll(() => new URL(visit.page.url()).hash).toContain("/delta/");
    });

    test("has the notes below figures in one size, ages among them", async () => {
      await visit.go("/delta");
      const notes = visit.page.locator(".tiles .note");
      await expect.poll(() => notes.first().innerText()).toMatch(/ago|just now/);
      const sizes = await notes.evaluateAll((all) =>
        all.flatMap((note) =>
          [note, ...note.querySelectorAll("*")].map((one) => getComputedStyle(one).fontSize),
        ),
      );
      expect(sizes.length).toBeGreaterThan(3);
      expect(new Set(sizes).size).toBe(1);
    });

    test("changes the chain by a list", async () => {
      await visit.go("/delta/blocks");
      await visit.page.getByRole("combobox", { name: "Chain and network" }).selectOption("alpha");
      await expect.poll(() => new URL(visit.page.url()).hash).toBe("#/alpha");
    });

    test("shows a transaction in two lines: type and value, then hash and age", async () => {
      await visit.go("/delta/transactions");
      const [transaction] = (await delta.listTransactions({ limit: 1 })).items;
      const row = visit.page.locator("tbody tr").first();
      const cells = (await row.locator("td:visible").allInnerTexts()).filter(Boolean);
      const hash = transaction?.hash ?? "";
      expect(cells).toEqual([
        expect.stringContaining("…"),
        transaction?.type.replaceAll("_", " "),
        expect.stringMatching(/ago|just now|in /),
        expect.stringMatching(/[\d.]+ /),
      ]);
      const [below, type, age, value] = await Promise.all(
        [0, 1, 2, 3].map((index) => boxOf(row.locator("td:visible").nth(index))),
      );
      expect(cells[0]).toContain(hash.slice(0, 8));
      expect(below?.top).toBeGreaterThanOrEqual(value?.bottom ?? Infinity);
      expect(age?.top).toBeGreaterThanOrEqual(type?.bottom ?? Infinity);
      expect(value?.left).toBeGreaterThan(type?.right ?? Infinity);
    });
  });

  describe("on a desk", () => {
    beforeAll(() => visit.page.setViewportSize(DESK));

    test("has the borders of header, menu and cards on one line", async () => {
      await visit.go("/delta/blocks");
      const boxes = await Promise.all(
        [".top", ".menu", "main .card", "footer"].map((name) =>
          boxOf(visit.page.locator(name).first()),
        ),
      );
      expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
      expect(new Set(boxes.map(({ right }) => right)).size).toBe(1);
    });

    test("names the kind of a subject once, and shows its facts in two columns", async () => {
      await visit.go(pages["transaction"]?.[0] ?? "");
      expect(
        await visit.page.locator("main").getByText("Transaction", { exact: true }).count(),
      ).toBe(1);
      const facts = visit.page.locator(".facts > div");
      const [first, second] = await Promise.all([boxOf(facts.nth(0)), boxOf(facts.nth(1))]);
      expect(second.left).toBeGreaterThan(first.right);
      await expect
        .poll(() => visit.page.locator(".lead .figure").innerText())
        .toMatch(/^[\d,.]+ delta$/);
    });

    test("has rows of 34 pixels, whatever stands in them", async () => {
      for (const name of ["blocks", "transactions", "validators", "account", "records"]) {
        await visit.go(pages[name]?.[0] ?? "");
        const heights = await visit.page
          .locator("tbody tr")
          .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
        expect(Math.max(...heights), name).toBeLessThanOrEqual(35);
      }
    });

    test("has the points of amounts below each other", async () => {
      await visit.go("/delta/transactions?type=transfer");
      const lefts = await visit.page
        .locator("tbody .decimals")
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
      expect(lefts.length).toBeGreaterThan(5);
      expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThanOrEqual(1);
    });

    test("names producers, and colours failed transactions alone", async () => {
      const { items } = await delta.listValidators({ status: "all" });
      await visit.go("/delta/blocks");
      const producers = visit.page.locator("tbody .who");
      await expect
        .poll(async () => (await producers.allInnerTexts()).map((one) => one.trim()))
        .toSatisfy((all: string[]) => all.every((one) => items.some(({ name }) => name === one)));
      await visit.go("/delta/transactions");
      const { items: shown } = await delta.listTransactions({ limit: 25 });
      const failed = shown.filter(({ status }) => status === "failed");
      expect(await visit.page.locator("tbody .pill").count()).toBe(failed.length);
    });

    test("sorts validators by any column, and blocks by height", async () => {
      await visit.go("/delta/validators");
      const names = (): Promise<string[]> => visit.page.locator("tbody .name").allInnerTexts();
      const before = await names();
      const byName = visit.page.locator("th", { hasText: "Name" });
      await byName.getByRole("button").click();
      expect(await names()).toEqual(before.toSorted());
      expect(await byName.getAttribute("aria-sort")).toBe("ascending");
      await byName.getByRole("button").click();
      expect(await names()).toEqual(before.toSorted().toReversed());
      await visit.page.locator("th", { hasText: "Share" }).getByRole("button").click();
      expect(await names()).toEqual(before);
      await visit.go("/delta/blocks");
      await visit.page.locator("th a", { hasText: "Height" }).click();
      const heights = visit.page.locator("tbody td:first-child");
      await expect.poll(() => heights.first().innerText()).toBe("0");
      await visit.page.locator("th a", { hasText: "Height" }).click();
      const { blockHeight } = await delta.getChainInfo();
      await expect.poll(() => heights.first().innerText()).toBe(String(blockHeight));
    });

    test("offers what is shown as CSV, and the command that exports all", async () => {
      await visit.go("/delta/transactions");
      const download = visit.page.waitForEvent("download");
      await visit.page.getByRole("button", { name: /CSV of these/ }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe("delta-transactions.csv");
      const [head, first] = (await text(await file.createReadStream())).split("\r\n");
      expect(head).toBe("Hash,Type,Block,Time,From,To,Value,Status,Token value,Token contract");
      const [transaction] = (await delta.listTransactions({ limit: 1 })).items;
      expect(first).toContain(
        `${transaction?.hash},${transaction?.type},${transaction?.blockNumber},`,
      );
      await visit.page.getByText("Export all").click();
      await expect
        .poll(() => visit.page.locator(".table-foot pre").innerText())
        .toBe(
          `npx alphadelta export transactions --chain delta --endpoint ${explorer.origin} --out delta-transactions.csv`,
        );
    });

    test("has charts with units, whole labels and bars that lead to their blocks", async () => {
      await visit.go("/delta");
      const gas = visit.page.locator(".charts .card", { hasText: "Gas by block" });
      await expect.poll(() => gas.locator(".scale span").first().innerText()).toMatch(/ gas$/);
      const time = visit.page.locator(".charts .card", { hasText: "Block time" });
      await expect.poll(() => time.locator(".scale span").first().innerText()).toMatch(/ s$/);
      await expect.poll(() => time.locator("svg .target").count()).toBe(1);
      const card = await boxOf(gas);
      for (const label of await gas.locator(".heights span").all())
        expect((await boxOf(label)).right).toBeLessThan(card.right);
      const bars = gas.locator(".plot a");
      const [one, other] = await Promise.all([boxOf(bars.nth(3)), boxOf(bars.nth(4))]);
      expect(other.left - one.right).toBeCloseTo(1, 1);
      const href = await bars.nth(4).getAttribute("href");
      await bars.nth(4).click();
      await expect.poll(() => new URL(visit.page.url()).hash).toBe(href);
    });

    test("says in the strip how much of its gas limit a block used", async () => {
      await visit.go("/delta");
      await expect.poll(() => visit.page.locator(".dot").innerText()).toBe("live");
      await explorer.service.produceBlock("delta");
      const number = (await delta.getChainInfo()).blockHeight;
      const { gasUsed, gasLimit } = await delta.getBlock(number);
      const share = ((100 * Number(gasUsed)) / Number(gasLimit)).toFixed(1).replace(/\.0$/, "");
      await expect
        .poll(() => visit.page.locator(".strip a").first().innerText())
        .toContain(`${share} % of gas limit`);
    });
  });

  test("has an icon for pages that name none", async () => {
    const response = await fetch(`${explorer.origin}/favicon.ico`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/vnd.microsoft.icon");
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]);
  });
});

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

function boxOf(place: Locator): Promise<Box> {
  return place.evaluate((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return { left, right, top, bottom, width };
  });
}

/** The width of the page, and cells of tables and links of leads that go beyond their card. */
function findCut(): { readonly scrollWidth: number; readonly cut: readonly string[] } {
  const cut = [...document.querySelectorAll(".card td, .lead a")].filter((cell) => {
    const right = cell.closest(".card")?.getBoundingClientRect().right ?? Infinity;
    return cell.getBoundingClientRect().right > right;
  });
  const { scrollWidth } = document.documentElement;
  return { scrollWidth, cut: cut.map((cell) => cell.textContent ?? "") };
}
