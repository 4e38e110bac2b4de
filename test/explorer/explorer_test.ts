import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { findFaults } from "../_axe.ts";
import { type Explorer, openExplorer, TOKEN, type Visit } from "./_explorer.ts";

const HOSTILE = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;

let explorer: Explorer;
let visit: Visit;
let delta: Client<"delta">;
let alpha: Client<"alpha">;

describe("the explorer", () => {
  beforeAll(async () => {
    explorer = await openExplorer();
    delta = createClient("delta", { endpoints: explorer.origin, tier: "Enterprise" });
    alpha = createClient("alpha", { endpoints: explorer.origin, tier: "Enterprise" });
    const viewport = { width: 1280, height: 900 };
    visit = await explorer.visit({ viewport }, `${explorer.origin}/#/delta/settings`);
  });

  afterAll(() => explorer?.close());

  const shows = (text: string | RegExp): Promise<void> =>
    text instanceof RegExp
      ? expect.poll(() => visit.text()).toMatch(text)
      : expect.poll(() => visit.text()).toContain(text);

  test.each([
    ["/delta/block/99999999", "There is no block 99,999,999"],
    [`/delta/block/0x${"0".repeat(64)}`, "A reorganisation may have replaced it"],
    [`/delta/transaction/0x${"1".repeat(64)}`, "There is no such transaction"],
    ["/delta/proposal/9999", "There is no proposal 9999"],
    [`/alpha/record/0x${"2".repeat(64)}`, "There is no such record"],
    ["/alpha/validators", "There is no such page"],
    ["/nowhere", "There is no such page"],
    ["/delta/block/abc", "This cannot be looked up"],
  ])("says at %s that there is nothing", async (hash, text) => {
    await visit.go(hash);
    await shows(text);
  });

  describe("search", () => {
    const search = async (text: string): Promise<void> => {
      await visit.page.fill('[type="search"]', text);
      await visit.page.press('[type="search"]', "Enter");
    };
    const arrives = (hash: string): Promise<void> =>
      expect.poll(() => new URL(visit.page.url()).hash).toBe(hash);

    test("leads to what is found", async () => {
      const [transfer] = (await delta.listTransactions({ type: "transfer", limit: 1 })).items;
      const { hash, from, blockHash } = transfer ?? fail();
      const spending = (await alpha.listTransactions({ limit: 1 })).items[0];
      const serial = spending?.serialNumbers?.[0] ?? "";
      const commitment = spending?.commitments?.[0] ?? "";
      await visit.go("/delta/settings");
      for (const [text, to] of [
        ["30", "#/delta/block/30"],
        ["#1", "#/delta/proposal/1"],
        [hash, `#/delta/transaction/${hash}`],
        [` ${blockHash.toUpperCase().replace("0X", "0x")} `, `#/delta/block/${blockHash}`],
        [from, `#/delta/account/${from}`],
        [spending?.from ?? "", `#/alpha/account/${spending?.from}`],
      ] as const) {
        await search(text);
        await arrives(to);
      }
      await visit.go("/alpha/settings");
      for (const [text, to] of [
        [serial, `#/alpha/serial/${serial}`],
        [commitment, `#/alpha/record/${commitment}`],
      ] as const) {
        await search(text);
        await arrives(to);
      }
    });

    test("leads from an address of the other chain to the account there", async () => {
      const { from = "" } = (await alpha.listTransactions({ limit: 1 })).items[0] ?? {};
      await visit.page.goto(`${explorer.origin}/#/delta/account/${from}`);
      await arrives(`#/alpha/account/${from}`);
      await shows("First seen");
    });

    test("offers both where a number is a height and a proposal", async () => {
      await visit.go("/delta/settings");
      await search("1");
      await shows("Found");
      const links = (): Promise<string[]> =>
        visit.page
          .locator("main .ids a")
          .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).hash));
      await expect.poll(links).toEqual(["#/delta/block/1", "#/delta/proposal/1"]);
    });

    test("takes a height with separators, and names of validators, tokens and proposals", async () => {
      const [validator = fail()] = (await delta.listValidators()).items;
      const [proposal = fail()] = (await delta.listProposals({ status: "all" })).items;
      await visit.go("/delta/settings");
      for (const [text, to] of [
        ["0,030", "#/delta/block/30"],
        [validator.name.toUpperCase(), `#/delta/validator/${validator.address}`],
        [`#${proposal.id}`, `#/delta/proposal/${proposal.id}`],
      ] as const) {
        await search(text);
        await arrives(to);
      }
      const field = visit.page.getByRole("combobox", { name: "Search" });
      await visit.go("/delta/settings");
      await expect.poll(() => field.inputValue()).toBe("");
    });

    test("suggests while something is typed, and is used by keyboard", async () => {
      const [validator = fail()] = (await delta.listValidators()).items;
      await visit.go("/delta/settings");
      await visit.page.locator("h1").focus();
      await visit.page.keyboard.press("/");
      await visit.page.keyboard.type(validator.name.slice(0, 4).toLowerCase());
      const option = visit.page.getByRole("option", { name: validator.name });
      await option.waitFor();
      await visit.page.keyboard.press("ArrowDown");
      await expect.poll(() => option.getAttribute("aria-selected")).toBe("true");
      expect(await findFaults(visit.page.locator(".combobox"))).toEqual([]);
      await visit.page.keyboard.press("Escape");
      await expect.poll(() => option.count()).toBe(0);
      await visit.page.keyboard.press("Backspace");
      await option.waitFor();
      await visit.page.keyboard.press("ArrowUp");
      await visit.page.keyboard.press("ArrowDown");
      await visit.page.keyboard.press("ArrowDown");
      await visit.page.keyboard.press("Enter");
      await arrives(`#/delta/validator/${validator.address}`);
      const field = visit.page.getByRole("combobox", { name: "Search" });
      await shows("Commission");
      expect(await field.inputValue()).toBe("");
      await field.fill("1");
      await visit.page.getByRole("option", { name: "Block 1" }).click();
      await arrives("#/delta/block/1");
    });

    test("says what is not found, and why", async () => {
      for (const [text, reason] of [
        ["no such name", "Expected a height"],
        ["999999", "There is no such block or proposal"],
        [`0x${"9".repeat(64)}`, "There is no such transaction or block"],
        ["dx1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq", "its checksum or length is wrong"],
      ] as const) {
        await search(text);
        await shows("Not found");
        await shows(reason);
      }
    });
  });

  test("shows blocks, transactions and pending transactions as they arrive", async () => {
    await visit.go("/delta");
    await expect.poll(() => visit.page.locator(".dot").innerText()).toBe("live");
    await shows("All transactions");
    const { blockHeight } = await delta.getChainInfo();
    const [account] = await devAccounts("delta");
    const { txHash } = (await explorer.service
      .dev("delta")
      .fund(account?.address ?? "", 5n * 10n ** 18n)) as { txHash: string };
    await expect
      .poll(async () => Number(await visit.page.locator(".strip .next strong").innerText()))
      .toBeGreaterThan(0);
    await explorer.service.produceBlock("delta");
    await expect
      .poll(() => visit.page.locator(".strip li:nth-child(2) strong").innerText())
      .toBe(String(blockHeight + 1));
    await expect.poll(() => visit.page.locator(`a[title="${txHash}"]`).count()).toBe(1);
    expect(visit.faults).toEqual([]);
  });

  test("shows no budget where the service sets none", async () => {
    await visit.go("/delta/settings");
    await visit.page.getByRole("button", { name: "live" }).click();
    const popover = visit.page.locator(".connection [popover]");
    await expect.poll(() => popover.innerText()).toContain("arrive by themselves");
    expect(await popover.innerText()).not.toMatch(/\d/);
    expect(await findFaults(visit.page.locator(".connection"))).toEqual([]);
    await visit.page.keyboard.press("Escape");
  });

  test("holds no call back where the service sets no limit", async () => {
    await visit.go("/delta/settings");
    await visit.page.evaluate(() => {
      const place = document.querySelector(".connection") ?? document.body;
      new MutationObserver(() => {
        if (!place.querySelector(".idle")) document.title = "held back";
      }).observe(place, { subtree: true, attributes: true, characterData: true });
    });
    for (let height = 11; height <= 18; height += 1) {
      await visit.go(`/delta/block/${height}`);
      await shows("State root");
      expect(await visit.page.title()).not.toBe("held back");
    }
  });

  test("shows a block that was made while its subscription was late", async () => {
    const held = Promise.withResolvers<void>();
    const other = await explorer.visit({}, `${explorer.origin}/#/delta`, async (one) => {
      // Of the page's own: one that tabs share cannot be held here.
      await one.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
      await one.routeWebSocket(/\/ws\//, (socket) => {
        const service = socket.connectToServer();
        socket.onMessage((message) => void held.promise.then(() => service.send(message)));
      });
    });
    const { page } = other;
    const newest = (): Promise<string> => page.locator(".strip li:nth-child(2) strong").innerText();
    const { blockHeight } = await delta.getChainInfo();
    await expect.poll(newest).toBe(String(blockHeight));
    await explorer.service.produceBlock("delta");
    held.resolve();
    await expect.poll(newest).toBe(String(blockHeight + 1));
    expect(other.faults).toEqual([]);
    await page.context().close();
  });

  test("follows a transaction from pending over a block and a reorganisation to being dropped", async () => {
    const [account] = await devAccounts("delta");
    const dev = explorer.service.dev("delta");
    const snapshot = await dev.snapshot();
    const { txHash } = (await dev.fund(account?.address ?? "", 7n)) as { txHash: string };
    await visit.go(`/delta/transaction/${txHash}`);
    // Beside the status, whatever keeps the page from having one.
    const status = (): Promise<string[]> =>
      visit.page.locator(".title .status, .notice.bad").allInnerTexts();
    await expect.poll(status).toEqual(["pending"]);
    await explorer.service.produceBlock("delta");
    await expect.poll(status).toEqual(["success"]);
    await dev.reorganise(1, { leaveOut: "all" });
    await expect.poll(status).toEqual(["pending"]);
    await shows("Pending again");
    await explorer.service.produceBlock("delta");
    await expect.poll(status).toEqual(["success"]);
    await dev.revert(snapshot);
    await expect.poll(async () => (await status())[0]).toBe("dropped");
    await shows("Dropped after a reorganisation");
    expect(visit.faults).toEqual([]);
  });

  test("shows a reorganisation, and that a block was replaced", async () => {
    await explorer.service.produceBlock("delta");
    const { blockHeight } = await delta.getChainInfo();
    const before = await delta.getBlock(blockHeight);
    await visit.go(`/delta/block/${blockHeight}`);
    await shows(before.hash);
    await explorer.service.reorganise("delta", 1);
    await shows("This block was replaced");
    await shows((await delta.getBlock(blockHeight)).hash);
    await visit.go("/delta");
    await shows("Reorganisation.");
    await expect
      .poll(() => visit.page.locator(".strip li:nth-child(2) strong").innerText())
      .toBe(String(blockHeight + 1));
  });

  test("shows the calls behind a view as TypeScript, as curl and with the JSON that came", async () => {
    await visit.go("/delta/block/5");
    await visit.page.locator(".made summary").click();
    await shows("console.log(await delta.getBlock(5));");
    await shows(`curl '${explorer.origin}/v1/delta/blocks/5'`);
    await shows('"gasLimit"');
    await shows("delta.listBlockTransactions(5, { page: 1, limit: 25 })");
    await visit.page.locator(".made summary").click();
  });

  test("never takes text of the chain for markup", async () => {
    const [account = fail()] = await devAccounts("delta");
    const nonce = await delta.rpc.account_getNonce(account.address);
    const { signedTx } = await signTransaction(account, {
      type: "propose",
      nonce: nonce.nonce,
      title: HOSTILE,
      description: `${HOSTILE}\n[a](javascript:alert(1))`,
    });
    await delta.sendRawTransaction(signedTx);
    await explorer.service.produceBlock("delta");
    await visit.page.route("**/accounts/*/tokens", (route) =>
      route.fulfill({
        json: {
          success: true,
          data: {
            tokens: [{ contract: account.address, symbol: HOSTILE, decimals: 3, balance: "1500" }],
          },
          meta: { timestamp: 0, requestId: HOSTILE },
        },
      }),
    );
    await visit.page.route("**/v1/delta/validators*", (route) =>
      route.fulfill({
        json: {
          success: true,
          data: {
            validators: [
              {
                address: account.address,
                name: HOSTILE,
                stake: "5",
                delegatedStake: "5",
                commission: 0.1,
                uptime: 1,
                status: "active",
              },
            ],
            pagination: { page: 1, limit: 100, totalItems: 1 },
          },
          meta: { timestamp: 0, requestId: "id" },
        },
      }),
    );
    const { id } = (await delta.listProposals({ limit: 1 })).items[0] ?? {};
    for (const hash of [
      "/delta/proposals",
      `/delta/proposal/${id}`,
      `/delta/account/${account.address}`,
      "/delta/validators",
      `/delta/search?q=${encodeURIComponent(HOSTILE)}`,
    ]) {
      await visit.go(hash);
      await shows("<img src=x onerror=");
      expect(await visit.page.locator("main img, main script, main [onerror]").count()).toBe(0);
    }
    expect(await visit.page.title()).not.toBe("taken");
    await visit.page.unrouteAll();
    expect(visit.faults).toEqual([]);
  });

  test("has a panel that controls the devnet with the token, which stays in the tab", async () => {
    await visit.go("/delta/devnet");
    const { blockHeight } = await delta.getChainInfo();
    const mine = visit.page.locator(".card", { hasText: "Number of blocks" });
    await mine.getByRole("button").click();
    await expect.poll(() => mine.innerText()).toContain("Enter the token above");
    await visit.page.fill('[type="password"]', "wrong");
    await shows("The service refuses this token: ");
    await visit.page.fill('[type="password"]', TOKEN);
    const state = visit.page.locator(".card", {
      has: visit.page.locator("h2", { hasText: /^State$/ }),
    });
    await expect.poll(() => state.innerText()).toMatch(/only when you make them[^]*Faults\nnone/);
    await mine.locator("input").fill("");
    await mine.getByRole("button").click();
    await expect
      .poll(() => mine.innerText())
      .toContain('Number of blocks must be a number, got ""');
    const funds = visit.page.locator(".card", { hasText: "Amount in delta" });
    await funds.getByLabel("Address").fill("dx16aua7ltyvjr7luyt4e56pyvxzdytnwwsa76dcr");
    await funds.getByLabel("Amount").fill("99999999999");
    await funds.getByRole("button").click();
    await expect.poll(() => funds.innerText()).toContain("holds 99999999999 delta plus the fee");
    await mine.locator("input").fill("2");
    await mine.getByRole("button").click();
    await expect.poll(() => mine.innerText()).toContain("Made 2 blocks");
    expect((await delta.getChainInfo()).blockHeight).toBe(blockHeight + 2);
    const faults = visit.page.locator(".card", { hasText: "Start of the paths" });
    await faults.getByLabel("Start of the paths").fill("/nowhere");
    await faults.getByLabel("Status, of").fill("418");
    await faults.getByLabel("Probability").fill("7");
    await faults.getByRole("button").click();
    await expect
      .poll(() => faults.innerText())
      .toContain("rules.0.probability must be at most 1, got 7");
    await faults.getByLabel("Probability").fill("0.3");
    await faults.getByRole("button").click();
    await expect.poll(() => state.innerText()).toContain("30 % of /nowhere answer 418");
    await state.getByRole("button", { name: /^End/ }).click();
    await expect.poll(() => state.innerText()).not.toContain("/nowhere");
    await visit.page.locator(".made summary").click();
    await shows('-H "X-Dev-Token: $TOKEN"');
    expect(await visit.text()).not.toContain(TOKEN);
    expect(
      await visit.page.evaluate(() => [location.href, JSON.stringify(localStorage)].join()),
    ).not.toContain(TOKEN);
  });

  test("is used by keyboard alone", async () => {
    await visit.go("/delta/settings");
    await visit.page.reload();
    await visit.page.waitForSelector("h1");
    const focused = (): Promise<string | null | undefined> =>
      visit.page.evaluate(() => document.activeElement?.textContent);
    await visit.page.keyboard.press("Tab");
    await expect.poll(focused).toBe("Skip to the page");
    await visit.page.keyboard.press("Enter");
    await expect.poll(() => visit.page.evaluate(() => document.activeElement?.id)).toBe("main");
    await visit.page.locator(".menu a", { hasText: "Validators" }).focus();
    await visit.page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Validators");
  });
});

function fail(): never {
  throw new Error("The devnet has none of it");
}
