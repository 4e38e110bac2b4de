import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { parseOpenRPCDocument, validateOpenRPCDocument } from "@open-rpc/schema-utils-js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFaults } from "../_axe.ts";
import { launchChromium } from "../_chromium.ts";
import { run, type Run, runDocs } from "./_run.ts";
import { copySpecs, ROOT } from "./_temporary_folder.ts";
import { isBuiltFrom, sourceHash } from "../../scripts/source_hash.ts";
import { isObject, type Json, type JsonObject, visit } from "../../scripts/specs/json.ts";
import { SiteFiles } from "../../src/service/server/pages/_site_files.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

/** Milliseconds between looks at the page, which take it a tenth of a second. */
const SLOWLY = { interval: 250 };

/** A reserved name: scripts that spare local addresses do not spare it, and nothing is ever sent there. */
const HOST = "https://docs.example";

/** Files of a fresh site, besides the hash of its sources. */
const FILES = ["index.html", "openapi.json", "openrpc.json", "library/index.html"];

/** What is typed into the search, and the first that it finds. */
const FOUND: [text: string, address: string][] = [
  ["getblock", "index.html#/blocks/getblock"],
  ["chain_getInfo", "index.html#/json-rpc-chain/chain_getinfo"],
  ["Amount", "index.html#/schemas/amount"],
  ["createClient", "library/functions/alphadelta.createClient.html"],
  ["slow readers", "library/documents/Events.html#slow-readers"],
  ["alphadelta/units", "library/modules/alphadelta_units.html"],
];

/** The browser that all pages are looked at in, once one is. */
let launched: Promise<Browser> | undefined;

function chromium(): Promise<Browser> {
  return (launched ??= launchChromium());
}

let folder: string;
let specs: string;
let site: string;
let built: Run;

/** The site is built once, in the place of one that was built from the specs before a change. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-test-"));
  site = join(folder, "site");
  await writeSite(await sourceHash(ROOT));
  specs = await copySpecs(folder);
  const file = join(specs, "openapi.yaml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("Get the state of the chain", "Get the chain"));
  built = await runDocs("--if-stale", "--specs", specs, "--output", site);
}, SLOW);

/** Writes a site that counts as built from what `hash` stands for. */
async function writeSite(hash: string): Promise<void> {
  await mkdir(join(site, "library"), { recursive: true });
  for (const name of [...FILES, "old.html"]) await writeFile(join(site, name), "old");
  await writeFile(join(site, ".built-from"), `${hash}\n`);
  expect(await isBuiltFrom(site, hash, FILES)).toBe(true);
}

afterAll(async () => {
  await (await launched)?.close();
  await rm(folder, { recursive: true, force: true });
});

describe("npm run docs", () => {
  test("says one line per file, with its size", () => {
    expect(built.stderr).toBe("");
    expect(built.code).toBe(0);
    const lines = built.stdout.trim().split("\n");
    expect(lines.map((line) => line.replace(/^.*site\//, "").replace(/[\d,]+/, "N"))).toEqual([
      "index.html  N kB",
      "asyncapi.json  N kB",
      "openapi.json  N kB",
      "openrpc.json  N kB",
      "LICENCES.txt  N kB",
      "flows.arazzo.yaml  N kB",
      "library  N kB",
      "index.md  N kB",
      "llms.txt  N kB",
      "llms-full.txt  N kB",
    ]);
  });

  // Half of it are both typefaces and the index of the search, a quarter is what runs samples.
  test("adds at most 270 kB to the renderer of the page, compressed", async () => {
    const renderer = join(ROOT, "node_modules/@redocly/cli/lib/chunks/redoc.standalone.js");
    const [page, alone] = await Promise.all(
      [join(site, "index.html"), renderer].map(
        async (file) => gzipSync(await readFile(file)).length,
      ),
    );
    expect(Number(page) - Number(alone)).toBeLessThan(270_000);
  });

  test("leaves a fresh site alone with --if-stale", async () => {
    const before = await stat(join(site, "index.html"));
    const again = await runDocs("--if-stale", "--specs", specs, "--output", site);
    expect(again).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await stat(join(site, "index.html"))).mtimeMs).toBe(before.mtimeMs);
  });

  test("builds in whole with --if-stale when a spec has changed", async () => {
    expect(await readFile(join(site, "index.html"), "utf8")).toContain("Get the chain");
    expect(await readdir(site)).not.toContain("old.html");
  });

  test("takes a site that lacks a file for stale", async () => {
    const hash = await sourceHash(specs);
    expect(await isBuiltFrom(site, hash, FILES)).toBe(true);
    expect(await isBuiltFrom(site, hash, ["index.html", "missing.json"])).toBe(false);
    expect(await isBuiltFrom(site, `${hash}0`, ["index.html"])).toBe(false);
  });

  test("names file and line of a broken spec and leaves the old site", async () => {
    const broken = await copySpecs(folder);
    const file = join(broken, "openapi.yaml");
    const lines = (await readFile(file, "utf8")).split("\n");
    const line = lines.findIndex((text) => text.includes("#/components/schemas/ErrorCode"));
    lines[line] = (lines[line] ?? "").replace("ErrorCode", "NoSuchSchema");
    await writeFile(file, lines.join("\n"));
    const before = await readFile(join(site, "index.html"), "utf8");
    const { code, stdout, stderr } = await runDocs("--specs", broken, "--output", site);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(`openapi.yaml:${line + 1}:`);
    expect(stderr).toContain("the site is as it was");
    expect(await readFile(join(site, "index.html"), "utf8")).toBe(before);
  });
});

describe("the published specs", () => {
  test.each(["openapi.json", "openrpc.json"])("%s refers to itself alone", async (name) => {
    const document = await readJson(name);
    const refs = refsOf(document);
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => targetOf(document, ref) === undefined)).toEqual([]);
  });

  test("openrpc.json holds the schemas it needs and no others", async () => {
    const document = await readJson("openrpc.json");
    const used = new Set(refsOf(document).map((ref) => ref.split("/").at(-1)));
    const schemas = Object.keys(targetOf(document, "#/components/schemas") as JsonObject);
    expect(schemas).toContain("BlockSummary");
    expect(schemas).not.toContain("IssuedKey");
    expect(schemas.filter((name) => !used.has(name))).toEqual([]);
  });

  test("openrpc.json is accepted by the tools of OpenRPC", async () => {
    const document = (await readJson("openrpc.json")) as Parameters<
      typeof validateOpenRPCDocument
    >[0];
    expect(validateOpenRPCDocument(document)).toBe(true);
    const parsed = await parseOpenRPCDocument(document, { dereference: false });
    expect(parsed.methods.map((method) => ("name" in method ? method.name : ""))).toContain(
      "chain_subscribe",
    );
  });

  test("openapi.json passes the lint rules of the source", async () => {
    const args = ["lint", join(site, "openapi.json"), "--config", join(ROOT, "redocly.yaml")];
    const { code, stderr } = await run("redocly", args, {
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    });
    expect(code, stderr).toBe(0);
  });
});

describe("the plain text", () => {
  const pages = async (ending: string): Promise<string[]> => {
    const paths = await readdir(site, { recursive: true });
    return paths
      .filter((path) => path.endsWith(ending))
      .map((path) => path.slice(0, -ending.length));
  };

  test("each page stands beside itself as Markdown, and says so", async () => {
    const written = await pages(".md");
    const rendered = await pages(".html");
    expect(rendered.length).toBeGreaterThan(400);
    // A tree of the classes, which says nothing of its own.
    expect(rendered.filter((path) => !written.includes(path))).toEqual(["library/hierarchy"]);
    const guide = await readFile(join(site, "library/documents/Events.html"), "utf8");
    expect(guide).toContain('<link rel="alternate" type="text/markdown" href="Events.md" />');
  });

  test("each link of its pages to a page leads to one", async () => {
    const dead: string[] = [];
    for (const page of [...(await pages(".md")).map((path) => `${path}.md`), "llms.txt"]) {
      const text = await readFile(join(site, page), "utf8");
      const prose = text.replaceAll(/^```.*?^```/gms, "");
      const links = [...prose.matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) => to);
      for (const to of new Set(links)) {
        const found = await stat(join(site, dirname(page), to)).catch(() => undefined);
        if (!found?.isFile()) dead.push(`${page}: ${to}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test("llms.txt lists the guides, the specs and the modules; llms-full.txt holds all pages", async () => {
    const list = await readFile(join(site, "llms.txt"), "utf8");
    expect(list).toMatch(/^# alphadelta\n\n> \w.*\n\n/);
    for (const path of ["library/documents/Getting_started.md", "asyncapi.json", "index.md"])
      expect(list).toContain(`](${path})`);
    expect(list).toContain("](library/modules/alphadelta_events.md): Events as async iterators");
    const full = await readFile(join(site, "llms-full.txt"), "utf8");
    const held = [...full.matchAll(/^<!-- (\S+)\.md -->$/gm)].map(([, path = ""]) => path);
    const contents = "library/modules";
    expect(held.toSorted()).toEqual(
      (await pages(".md")).filter((path) => path !== contents).toSorted(),
    );
  });

  test("the page of the API has each call and each schema of the page, without markup", async () => {
    const api = await readFile(join(site, "index.md"), "utf8");
    const headings = ["#### listBlocks", "#### chain_getInfo", "#### serial_numbers", "### Block"];
    for (const heading of headings) expect(api).toContain(`\n${heading}\n`);
    expect(api).toContain('"parentHash": "0x');
    expect(api).toContain("| `hash` | [Hash](#hash) | Hash of the block. (specified");
    expect(api).not.toMatch(/<\/?(?:span|div|a)\b|&#\d/);
  });
});

describe("the page", { tags: "browser" }, () => {
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    page = await (await chromium()).newPage();
    await watch(page, faults);
    await page.goto(`${HOST}/docs#/${sights[0]?.[1]}`);
  });

  afterAll(() => page?.close());

  const sights: [string, string, string[]][] = [
    ["REST operations", "blocks/listblocks", ["List blocks", "specified +", "delta.listBlocks"]],
    [
      "methods",
      "json-rpc-staking/delta_getstake",
      ["delta_getStake", "Only on delta.", "params.[0]"],
    ],
    [
      "simplified calls",
      "json-rpc-simplified/getbalance",
      ["getBalance", "Name of the simplified call"],
    ],
    [
      "subscription calls",
      "subscription-calls/chain_subscribe",
      ["chain_subscribe", "Starts a subscription"],
    ],
    ["topics", "topics/topic_serial_numbers", ["serial_numbers", "extension", "Reorg notice"]],
    ["devnet methods", "devnet-control/dev_mine", ["dev_mine", "Devnet only."]],
    ["rate tiers", "about-the-interface/rate-tiers", ["Registered", "100,000", "unlimited"]],
    ["REST error codes", "about-the-interface/rest-error-codes", ["RATE_LIMITED", "429"]],
    ["segments", "about-the-interface/segments", ["delta-testnet", "dx1"]],
    ["RPC error codes", "about-json-rpc-and-events/error-codes", ["-32004", "Cursor expired"]],
    ["the table of topics", "topics", ["pending_transactions", "RpcTransaction"]],
  ];

  test.each(sights)("shows %s and asks nothing of the network", async (_, route, texts) => {
    // The page has made its address whole: but for the first place, which it opened at, this follows a link on it.
    await page.goto(`${HOST}/docs/#/${route}`);
    const missing = async (): Promise<string[]> => {
      const shown = await visibleText(page);
      return texts.filter((text) => !shown.includes(text));
    };
    await expect.poll(missing, SLOWLY).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("names the address that it was opened at in its servers", async () => {
    await page.goto(`${HOST}/docs`);
    const servers = ["alpha", "alpha-testnet", "delta", "delta-testnet"];
    await expect
      .poll(() => serversOf(page), SLOWLY)
      .toEqual(servers.map((name) => `${HOST}/v1/${name}`));
    await page.goto(`${HOST}/docs/#/json-rpc-staking/delta_getstake`);
    await expect
      .poll(() => hasMarkup(page, `${HOST}/rpc/delta-testnet/#delta_getStake`), SLOWLY)
      .toBe(true);
    await page.goto(`${HOST}/docs/#/topics/topic_validators`);
    await expect
      .poll(() => hasMarkup(page, "wss://docs.example/ws/delta/#validators"), SLOWLY)
      .toBe(true);
    expect(await hasMarkup(page, "/ws/alpha/#validators")).toBe(false);
  });

  test("has links in its menu that lead to their places in another tab too", async () => {
    await page.goto(`${HOST}/docs`);
    const link = page.locator('a[href="/governance"]').first();
    await link.hover();
    const whole = page.locator('a[href="#/governance"]').first();
    await expect.poll(() => whole.count()).toBe(1);
    await whole.click();
    await expect.poll(() => page.url()).toBe(`${HOST}/docs/#/governance`);
    expect(faults).toEqual([]);
  });

  test("opens from the file system, no wider than 390 or 1280 pixels", async () => {
    const local = await (await chromium()).newPage({ viewport: { width: WIDTHS[0], height: 800 } });
    const urls: string[] = [];
    local.on("request", (request) => urls.push(request.url()));
    const url = pathToFileURL(join(site, "index.html")).href;
    await local.goto(url, { waitUntil: "networkidle" });
    await expect.poll(() => visibleText(local), SLOWLY).toContain("Mainnet of alpha.");
    expect(urls.filter((asked) => asked !== url && !asked.startsWith("data:"))).toEqual([]);
    await expect.poll(() => serversOf(local), SLOWLY).toContain("http://127.0.0.1:8645/v1/delta");
    expect(await tooWide(local)).toEqual([]);
    await local.close();
  });
});

describe("the guides and the library", () => {
  let pages: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const names = await readdir(site, { recursive: true });
    const found = names.filter((name) => name.endsWith(".html"));
    const texts = await Promise.all(found.map((name) => readFile(join(site, name), "utf8")));
    pages = new Map(found.map((name, index) => [name, texts[index] ?? ""]));
  });

  test("have a page for each guide, each entry and what it exports", () => {
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        "library/documents/Sending_transactions.html",
        "library/documents/Contributing.html",
        "library/modules/alphadelta_events.html",
        "library/functions/alphadelta.createClient.html",
      ]),
    );
    expect(pages.get("library/index.html")).toContain('href="../openapi.json"');
    expect(pages.get("library/index.html")).toContain('href="../index.html"');
    const createClient = pages.get("library/functions/alphadelta.createClient.html");
    expect(createClient).toContain(">RangeError</span>");
    expect(pages.get("index.html")).toContain('href="library/index.html"');
  });

  test("show the source of an example", () => {
    const text = pages.get("library/documents/Recipes.html") ?? "";
    expect(text).toContain("waitForReceipt");
    expect(text).not.toContain("examples/send_and_wait.ts --");
  });

  test("list each extension of the specs", () => {
    const text = pages.get("library/documents/Extensions_of_the_interface.html") ?? "";
    expect(text).toContain("alpha has neither tokens, staking nor governance");
    expect(text).toContain("Here: minimum");
    expect(text).toContain("listValidators");
    expect(text).not.toContain("extensions --");
    expect(text).toContain("<code>ProposalDetail.id</code>");
    expect(text).not.toMatch(/href="https?:/);
  });

  test("tell what becomes of each keyword", () => {
    const text = pages.get("library/documents/Keywords_of_the_specs.html") ?? "";
    expect(text).toContain("<code>multipleOf</code>");
    expect(text).toContain("<code>patternProperties</code>");
    expect(text).toContain("Describe events below x-topics of openrpc.json.");
    expect(text).not.toContain("keywords --");
  });

  test("have a page for each client function that the page of both specs names", () => {
    const text = pages.get("index.html") ?? "";
    const named = [...text.matchAll(/\]\((library\/functions\/[^)#]+)/g)].map((match) => match[1]);
    expect(new Set(named).size).toBeGreaterThan(25);
    expect(named.filter((name = "") => !pages.has(name))).toEqual([]);
    const listProposals = pages.get("library/functions/client.listProposals.html") ?? "";
    expect(listProposals).toContain('href="../types/alphadelta.Proposal.html"');
    expect(listProposals).toContain('href="../../index.html#/governance/listproposals"');
    expect(listProposals).toContain(">RestError</span>");
  });

  test("have no link that leads nowhere", () => {
    const places = new Map([...pages].map(([name, text]) => [name, placesOf(text)]));
    const broken = [...pages].flatMap(([name, text]) => deadLinks(name, text, places));
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(200);
  });
});

describe("the header of every page", { tags: "browser" }, () => {
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    page = await (await chromium()).newPage({ viewport: { width: 1280, height: 800 } });
    await watch(page, faults, /^\/docs(?:\/|$)/);
  });

  afterAll(() => page?.close());

  const field = (): Locator => page.getByRole("combobox", { name: "Search" });

  test.each([
    ["index.html", "API"],
    ["library/documents/Events.html", "Guides"],
    ["library/functions/alphadelta.createClient.html", "Reference"],
  ])("says on %s that it is a part of %s, and leads to the others", async (name, part) => {
    await page.goto(`${HOST}/docs/${name}`);
    const links = page.locator(".site-links a:visible");
    expect(await links.allInnerTexts()).toEqual(["API", "Guides", "Reference", "Explorer"]);
    expect(await page.locator('.site-links [aria-current="true"]').innerText()).toBe(part);
    const face = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(face).toMatch(/^"?Geist/);
    for (const to of ["API", "Guides", "Reference"]) {
      await page.goto(`${HOST}/docs/${name}`);
      await page.locator(".site-links a", { hasText: to }).click();
      await expect
        .poll(() => page.locator('.site-links [aria-current="true"]').innerText())
        .toBe(to);
    }
    expect(faults).toEqual([]);
  });

  /** Waits until the page of a hit is there: going elsewhere before would be interrupted by it. */
  async function arrive(address: string): Promise<void> {
    await expect.poll(() => page.url()).toBe(`${HOST}/docs/${address}`);
    await page.waitForLoadState();
  }

  test.each(FOUND)("finds %j from the keyboard, and leads there", async (text, address) => {
    await page.goto(`${HOST}/docs/library/index.html`);
    // The renderer of the library shows nothing until its menu is there.
    await field().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await arrive(address);
    expect(faults).toEqual([]);
  });

  test.each(["library/functions/alphadelta_units.formatUnits.html", "index.html"])(
    "finds the same on %s",
    async (name) => {
      await page.goto(`${HOST}/docs/${name}`);
      await field().waitFor();
      await page.evaluate(stayHere);
      for (const [text, address] of FOUND) {
        await field().fill("");
        await field().blur();
        await page.keyboard.press("/");
        await page.keyboard.type(text);
        await page.keyboard.press("Enter");
        await expect
          .poll(() => page.evaluate(() => (globalThis as unknown as Stayed).led))
          .toBe(`${HOST}/docs/${address}`);
      }
      expect(faults).toEqual([]);
    },
  );

  test("chooses among what is found with the arrows, and says that nothing is", async () => {
    await page.goto(`${HOST}/docs/library/index.html`);
    await field().fill("chain_getBlock");
    await field().press("ArrowDown");
    const chosen = page.locator('.site-search [aria-selected="true"]');
    expect(await chosen.getAttribute("id")).toBe("site-found-1");
    expect(await field().getAttribute("aria-activedescendant")).toBe("site-found-1");
    await field().fill("xyzzy");
    expect(await page.locator(".site-search ul").innerText()).toContain("Nothing");
    await field().press("Escape");
    expect(await page.locator(".site-search ul").isVisible()).toBe(false);
  });

  test(
    "stands on pages no wider than 390 or 1280 pixels, where axe finds nothing serious in light and dark",
    { timeout: SLOW },
    async () => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      for (const name of SEEN) {
        await page.setViewportSize({ width: WIDTHS[0], height: 800 });
        await page.goto(`${HOST}/docs/${name}`);
        await field().waitFor();
        expect(await tooWide(page), name).toEqual([]);
        if (name !== SEEN[0]) await page.evaluate(dropClosedBranches);
        expect(await findFaults(page, ["serious", "critical"]), name).toEqual([]);
      }
      const routes = ["blocks", "json-rpc-chain", "topics", "schemas", "about-the-interface"];
      for (const name of ["index.html", ...routes.map((one) => `index.html#/${one}`)]) {
        await page.goto("about:blank");
        // The renderer draws the parts around the first one later, and asks for nothing then.
        await page.goto(`${HOST}/docs/${name}`, { waitUntil: "networkidle" });
        expect(await findFaults(page, ["serious", "critical"]), name).toEqual([]);
      }
      expect(faults).toEqual([]);
    },
  );

  test("leaves one item of prose before the operations in the menu", async () => {
    await page.goto(`${HOST}/docs/index.html`);
    const items = await page.locator(".menu-content [data-text]").allInnerTexts();
    expect(items.indexOf("Chain") - items.indexOf("REST")).toBe(2);
    expect(items.indexOf("REST")).toBe(1);
  });
});

/** Pixels of the windows that pages are looked at in: they open in the first. */
const WIDTHS = [390, 1280] as const;

/** The widths at which a page is wider than its window. */
async function tooWide(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const found = Number(await page.evaluate("document.documentElement.scrollWidth"));
    if (found > width) faults.push(`at ${width}: ${found}`);
  }
  return faults;
}

/** Pages that are looked at: each kind once, and those with wide parts. */
const SEEN = [
  "library/index.html",
  "library/functions/client.listProposals.html",
  "library/documents/Running_the_service.html",
  "library/documents/Changing_the_API_specs.html",
  "library/documents/Extensions_of_the_interface.html",
  "library/documents/Contributing.html",
  "library/modules/alphadelta_schemas.html",
  "library/interfaces/alphadelta.ClientOptions.html",
  "library/classes/alphadelta.NoReceiptError.html",
  "library/classes/alphadelta.AmbiguousSubmissionError.html",
  "library/functions/alphadelta.isAmbiguousSubmissionError.html",
  "library/modules/alphadelta.html",
  "library/variables/alphadelta_devnet.DEV_TOKEN_HEADER.html",
];

/** A page that stays where it is. */
interface Stayed {
  /** Where it would have gone. */
  led?: string;
}

/** Keeps the page from going elsewhere, in the page, and notes where it would have gone. */
function stayHere(): void {
  navigation.addEventListener("navigate", (event) => {
    event.preventDefault();
    (globalThis as unknown as Stayed).led = event.destination.url;
  });
}

/** Takes the closed branches out of the menu, in the page: it is the same menu on every page of the library. */
function dropClosedBranches(): void {
  for (const one of document.querySelectorAll("nav details:not([open]) > :not(summary)"))
    one.remove();
}

/** The URLs of the page's panel of servers. */
async function serversOf(page: Page): Promise<string[]> {
  const panel = page.locator('[data-component-name="Panel/Panel"]', { hasText: "Servers" });
  return (await panel.allInnerTexts()).join("\n").match(/\w+:\/\/\S+/g) ?? [];
}

/** Places of a page that a link may lead to: its elements, and operations, which it makes elements of when it runs. */
function placesOf(text: string): ReadonlySet<string> {
  const elements = text.matchAll(/id="([^"]*)"/g);
  const operations = text.matchAll(/"operationId":"([^"]*)"/g);
  return new Set([
    ...[...elements].map(([, id = ""]) => id),
    ...[...operations].map(([, id = ""]) => operationPlace(id)),
  ]);
}

function operationPlace(id: string): string {
  return `operation ${id.toLowerCase()}`;
}

/** Links of a page within the site that have no page, or no place on it. */
function deadLinks(
  name: string,
  text: string,
  places: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const hrefs = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1] ?? "");
  return [...new Set(hrefs)].flatMap((href) => {
    // The page of both specs makes its places when it runs.
    const isRoute = name === "index.html" && /^[/#]/.test(href);
    if (isRoute || /^https?:|^mailto:/.test(href)) return [];
    const url = new URL(href.replaceAll("&amp;", "&"), `${HOST}/${name}`);
    const target = relative("/", decodeURIComponent(url.pathname));
    if (/\.(?:json|yaml)$/.test(target)) return [];
    const found = places.get(target);
    const place = decodeURIComponent(url.hash.slice(1));
    const [, , operation = ""] = target === "index.html" ? place.split("/") : [];
    const named = operation === "" ? place : operationPlace(operation);
    const isThere = found !== undefined && (named === "" || found.has(named));
    return url.origin === HOST && isThere ? [] : [`${name}: ${href}`];
  });
}

/**
 * Serves the site to `page` at HOST as the service does, its policies too; refuses all but what `served` matches, and
 * notes whatever goes wrong in `faults`.
 */
async function watch(page: Page, faults: string[], served = /^\/docs$/): Promise<void> {
  const files = new SiteFiles(pathToFileURL(`${site}/`));
  const meta = { timestamp: 0, requestId: "id" };
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  await page.route("**/*", async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (origin !== HOST || !served.test(pathname)) {
      faults.push(`request: ${route.request().url()}`);
      return route.abort();
    }
    const request = { header: (): undefined => undefined };
    const { status, headers, body } = await files.answer(pathname, { request, origin, meta });
    return route.fulfill({ status, headers, body: Buffer.from(body) });
  });
}

/** Text of the page, with single spaces and without the marks that allow a line to break. */
async function visibleText(page: Page): Promise<string> {
  const text = await page.locator("body").innerText();
  return text.replaceAll("\u200b", "").replaceAll(/\s+/g, " ");
}

/** Tells whether the page's markup, of several megabytes, has `text` in it. */
async function hasMarkup(page: Page, text: string): Promise<boolean> {
  const markup = "document.documentElement.outerHTML";
  return page.evaluate<boolean>(`${markup}.includes(${JSON.stringify(text)})`);
}

async function readJson(name: string): Promise<JsonObject> {
  return JSON.parse(await readFile(join(site, name), "utf8")) as JsonObject;
}

function refsOf(document: JsonObject): string[] {
  const refs: string[] = [];
  visit(document, (value) => {
    if (isObject(value) && typeof value.$ref === "string") refs.push(value.$ref);
  });
  return refs;
}

/** Target of `ref` within `document`; undefined for a reference to another file. */
function targetOf(document: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith("#/")) return undefined;
  let value: Json | undefined = document;
  for (const key of ref.slice(2).split("/")) value = isObject(value) ? value[key] : undefined;
  return value;
}
