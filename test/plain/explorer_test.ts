import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES } from "../../explorer/values/route.ts";
import { openChromium } from "../_chromium.ts";
import { sharedPart } from "../_parts.ts";
import type { PlainChain } from "./_plain_chain.ts";
import { openHost, type Visit, visit } from "../explorer/_explorer.ts";
import { PlainService } from "../plain_service.ts";

let browser: Browser;
let host: Server;
let plain: PlainService;
let chain: PlainChain;
let shown: Visit;

/** The explorer on a static host, which reads from such a deployment. */
beforeAll(async () => {
  browser = await openChromium();
  await sharedPart("explorer");
  host = await openHost();
  plain = await PlainService.open();
  chain = plain.chain("delta");
  const { port } = host.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/?endpoint=${encodeURIComponent(plain.origin)}`;
  const page = await browser.newPage({ reducedMotion: "reduce" });
  shown = await visit(page, plain.origin, { url });
});
afterAll(async () => {
  await browser?.close();
  host?.close();
  await plain?.close();
});

/** Pages by their names: the place of each, and what it shows of the deployment. */
const SHOWN: Readonly<
  Record<string, readonly [place: (chain: PlainChain) => string, text: string]>
> = {
  overview: [() => "/delta", "Latest blocks"],
  blocks: [() => "/delta/blocks", "Blocks"],
  block: [({ blocks }) => `/delta/block/${blocks[2]?.hash}`, "State root"],
  transactions: [() => "/delta/transactions", "Transactions"],
  transaction: [({ transactions }) => `/delta/transaction/${transactions[2]?.hash}`, "transfer"],
  pending: [() => "/delta/pending", "Pending"],
  account: [({ ann }) => `/delta/account/${ann}`, "99.99"],
  validators: [() => "/delta/validators", "Seven"],
  validator: [({ validator }) => `/delta/validator/${validator}`, "VALIDATOR-7"],
  proposals: [() => "/delta/proposals", "Lower fees"],
  proposal: [() => "/delta/proposal/4", "Proposal"],
  tokens: [() => "/delta/tokens", "Tokens"],
  token: [() => "/delta/token/dx1token", "Token"],
  records: [() => "/alpha/records", "Records"],
  record: [() => "/alpha/record/0xABCD", "Record"],
  serial: [() => "/alpha/serial/0xABCF", "Spent in block 9"],
  search: [({ transactions }) => `/delta/search?q=${transactions[2]?.hash}`, "transfer"],
  devnet: [() => "/delta/devnet", "Devnet"],
  settings: [() => "/delta/settings", "Settings"],
};

test("each page of the explorer is tried", () => {
  expect(Object.keys(SHOWN).toSorted()).toEqual([...PAGES].toSorted());
});

test.each(Object.keys(SHOWN))(
  "%s shows what came, nothing of what is missing, and throws nothing",
  async (name) => {
    const [place, text] = SHOWN[name] as (typeof SHOWN)[string];
    await shown.go(place(chain));
    await expect.poll(() => shown.text(), { timeout: 3_000 }).toContain(text);
    expect(await shown.text()).not.toMatch(/undefined|NaN|\[object|Invalid Date/);
    expect((shown.faults as string[]).splice(0)).toEqual([]);
  },
);

test("a dash stands for each field that the deployment does not send", async () => {
  await shown.go("/delta/transactions");
  const rows = shown.page.locator("main tbody tr");
  await expect.poll(() => rows.count()).toBe(9);
  expect((await rows.first().innerText()).split(/\s+/).filter(Boolean)).toEqual(Array(8).fill("–"));
  await shown.go(`/delta/validator/${chain.validator}`);
  await expect.poll(() => shown.text()).toMatch(/Own stake\s+–/);
});
