import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SiteFiles } from "../../../src/service/server/pages/_site_files.ts";
import { findFaults } from "../../_axe.ts";
import { openChromium } from "../../_chromium.ts";
import { sharedPart } from "../../_parts.ts";
import { IS_WHOLE, sampleOf } from "../../_suites.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

/** Milliseconds between looks at the page, which take it a tenth of a second. */
const SLOWLY = { interval: 250 };

/** A reserved name: scripts that spare local addresses do not spare it, and nothing is ever sent there. */
const HOST = "https://docs.example";

/** Pixels of the windows that pages are looked at in. */
const WIDTHS = [390, 1280] as const;

/** What is typed into the search, and the first that it finds. */
const FOUND: [text: string, address: string][] = [
  ["getblock", "index.html#/blocks/getblock"],
  ["chain_getInfo", "index.html#/json-rpc-chain/chain_getinfo"],
  ["Amount", "index.html#/schemas/amount"],
  ["createClient", "library/functions/alphadelta.createClient.html"],
  ["slow readers", "library/documents/Events.html#slow-readers"],
  ["alphadelta/units", "library/modules/alphadelta_units.html"],
];

/** Pages that are looked at: a function, and a guide with wide parts; where all tests run, each kind. */
const SEEN = [
  "library/functions/client.listProposals.html",
  "library/documents/Extensions_of_the_interface.html",
  ...(IS_WHOLE
    ? [
        "library/index.html",
        "library/documents/Running_the_service.html",
        "library/documents/Changing_the_API_specs.html",
        "library/documents/Contributing.html",
        "library/modules/alphadelta_schemas.html",
        "library/interfaces/alphadelta.ClientOptions.html",
        "library/classes/alphadelta_errors.NoReceiptError.html",
        "library/classes/alphadelta_errors.AmbiguousSubmissionError.html",
        "library/functions/alphadelta_errors.isAlphadeltaError.html",
        "library/modules/alphadelta.html",
        "library/variables/alphadelta_devnet.DEV_TOKEN_HEADER.html",
      ]
    : []),
];

/** Parts of the page of the API that are looked at where all tests run. run_test looks at an operation with its result. */
const ROUTES = [
  "blocks/getblock",
  ...["", "json-rpc-chain", "topics", "schemas", "about-the-interface"],
];

let site: string;
/** Answers the pages. */
let server: Server;
let browser: Browser;
/** Window of all pages, but that of the file. */
let page: Page;
/** Paths that it asked for. */
const asked: string[] = [];
/** What went wrong in it. */
const faults: string[] = [];

beforeAll(async () => {
  browser = await openChromium();
  site = await sharedPart("site");
  server = serveSite();
  await once(server, "listening");
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await watch();
}, SLOW);

afterAll(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

const field = (): Locator => page.getByRole("combobox", { name: "Search" });

/** Expects that the header of the open page says that it belongs to `part`. */
async function isIn(part: string): Promise<void> {
  // The renderer of the library shows nothing until its menu is there.
  await field().waitFor();
  const current = page.locator('.site-links [aria-current="true"]');
  await expect.poll(() => current.innerText()).toBe(part);
  const links = page.locator(".site-links a:visible");
  expect(await links.allInnerTexts()).toEqual(["API", "Guides", "Reference", "Explorer"]);
  const face = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(face).toMatch(/^"?Geist/);
}

describe("the page of the API", () => {
  const sights: [string, string, string[]][] = [
    ["REST operations", "blocks/listblocks", ["List blocks", "specified +", "delta.listBlocks"]],
    [
      "methods",
      "json-rpc-staking/delta_getstake",
      ["delta_getStake", "Only on delta.", "params.[0]"],
    ],
    ["topics", "topics/topic_serial_numbers", ["serial_numbers", "extension", "Reorg notice"]],
    ["rate tiers", "about-the-interface/rate-tiers", ["Registered", "100,000", "unlimited"]],
    ["the table of topics", "topics", ["pending_transactions", "RpcTransaction"]],
  ];
  /** Drawn as those above are. */
  const alike: typeof sights = [
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
    ["devnet methods", "devnet-control/dev_mine", ["dev_mine", "Devnet only."]],
    ["REST error codes", "about-the-interface/rest-error-codes", ["RATE_LIMITED", "429"]],
    ["segments", "about-the-interface/segments", ["delta-testnet", "dx1"]],
    ["RPC error codes", "about-json-rpc-and-events/error-codes", ["-32004", "Cursor expired"]],
  ];

  /** Goes to a part of the page: it has made its address whole, so this follows a link on it. */
  async function follow(route: string): Promise<void> {
    await page.goto(`${HOST}/docs/#/${route}`);
    expect(asked).toEqual(["/docs"]);
  }

  test("has the colours of the other parts, which a button changes for all", async () => {
    const colours = (): Promise<string[]> =>
      page.evaluate(() => {
        const shown = document.querySelector("#redoc .menu-content") ?? document.body;
        const { color, backgroundColor } = getComputedStyle(shown);
        return [color, backgroundColor, getComputedStyle(document.documentElement).colorScheme];
      });
    await page.goto(`${HOST}/docs/library/documents/Batches.html`);
    const light = ["rgb(20, 25, 34)", "rgb(246, 247, 249)"];
    const dark = ["rgb(231, 234, 240)", "rgb(13, 16, 20)"];
    expect((await colours()).slice(0, 2)).toEqual(light);
    await page.locator(".site-theme").click();
    expect(await colours()).toEqual([...dark, "dark"]);
    asked.length = 0;
    await page.goto(`${HOST}/docs`);
    await expect.poll(colours).toEqual([...dark, "dark"]);
    await page.locator(".site-theme").click();
    await expect.poll(colours).toEqual([...light, "light"]);
    // The tests below have the colours of the system.
    await page.evaluate(() => localStorage.clear());
  });

  test("has a title without a version, and where it is narrow the button of its menu in the header", async () => {
    await expect.poll(() => page.locator("h1").first().innerText()).toBe("alphadelta");
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: WIDTHS[0], height });
    const header = await page.locator(".site-top").boundingBox();
    const button = await page.getByRole("button", { name: "Open navigation menu" }).boundingBox();
    const search = await field().boundingBox();
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(header?.height ?? 0);
    expect(button?.x).toBeGreaterThanOrEqual((search?.x ?? Infinity) + (search?.width ?? 0));
    await page.setViewportSize({ width, height });
  });

  test("has links in its menu that lead to their places in another tab too", async () => {
    const link = page.locator('a[href="/governance"]').first();
    await link.hover();
    const whole = page.locator('a[href="#/governance"]').first();
    await expect.poll(() => whole.count()).toBe(1);
    await whole.click();
    await expect.poll(() => page.url()).toBe(`${HOST}/docs/#/governance`);
    await isIn("API");
    expect(faults).toEqual([]);
  });

  test("leaves one item of prose before the operations in the menu", async () => {
    const items = await page.locator(".menu-content [data-text]").allInnerTexts();
    expect(items.indexOf("Chain") - items.indexOf("REST")).toBe(2);
    expect(items.indexOf("REST")).toBe(1);
  });

  test.each([...sights, ...(IS_WHOLE ? alike : [])])(
    "shows %s and asks nothing of the network",
    async (_, route, texts) => {
      await follow(route);
      const missing = async (): Promise<string[]> => {
        const shown = await visibleText(section(route));
        return texts.filter((text) => !shown.includes(text));
      };
      await expect.poll(missing, SLOWLY).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test("names the address that it was opened at in its servers", async () => {
    const servers = ["alpha", "alpha-testnet", "delta", "delta-testnet"];
    await follow("");
    await expect
      .poll(() => serversOf(page), SLOWLY)
      .toEqual(servers.map((name) => `${HOST}/v1/${name}`));
    await follow("json-rpc-staking/delta_getstake");
    await expect
      .poll(() => markupOf("json-rpc-staking/delta_getstake"), SLOWLY)
      .toContain(`${HOST}/rpc/delta-testnet/#delta_getStake`);
    await follow("topics/topic_validators");
    await expect
      .poll(() => markupOf("topics/topic_validators"), SLOWLY)
      .toContain("wss://docs.example/ws/delta/#validators");
    expect(await markupOf("topics/topic_validators")).not.toContain("/ws/alpha/#validators");
  });

  // It loads the page once more, and differs in its servers alone.
  test.runIf(IS_WHOLE)("opens from the file system, no wider than 390 or 1280 pixels", async () => {
    const local = await browser.newPage({ viewport: { width: WIDTHS[0], height: 800 } });
    const urls: string[] = [];
    local.on("request", (request) => urls.push(request.url()));
    const url = pathToFileURL(join(site, "index.html")).href;
    await local.goto(url, { waitUntil: "networkidle" });
    await expect
      .poll(() => visibleText(local.locator("body")), SLOWLY)
      .toContain("Mainnet of alpha.");
    expect(urls.filter((one) => one !== url && !one.startsWith("data:"))).toEqual([]);
    await expect.poll(() => serversOf(local), SLOWLY).toContain("http://127.0.0.1:8645/v1/delta");
    expect(await tooWide(local)).toEqual([]);
    await local.close();
  });
});

describe("the header of every page", () => {
  /** Types `text` into the search, from the keyboard, and takes the first that it finds. */
  async function find(text: string): Promise<void> {
    await page.keyboard.press("/");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }

  /** Where the page `name` leads to for an address: the page of the API has no name at the address that it was opened at. */
  const at = (name: string, address: string): string =>
    name === "index.html" ? address.replace(/^index\.html/, "") : address;

  test.each([
    // Both renderers take one search; the page of the API keeps to itself what is its own.
    ["index.html", FOUND.slice(2, 4)],
    ["library/functions/alphadelta_units.formatUnits.html", sampleOf(FOUND, 2)],
  ] as const)("finds what is typed on %s", async (name, found) => {
    // The page of the API is open already.
    if (name !== "index.html") await page.goto(`${HOST}/docs/${name}`);
    await field().waitFor();
    await page.evaluate(stayHere);
    for (const [text, address] of found) {
      await field().fill("");
      await field().blur();
      await find(text);
      await expect
        .poll(() => page.evaluate(() => (globalThis as unknown as Stayed).led))
        .toBe(`${HOST}/docs/${at(name, address)}`);
    }
    expect(faults).toEqual([]);
  });

  test("chooses among what is found with the arrows, and says that nothing is", async () => {
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

  test("shows each thing once, below the name of its group", async () => {
    const shown = async (text: string): Promise<string[]> => {
      await field().fill(text);
      return page.locator(".site-search li strong").allInnerTexts();
    };
    // As an operation, not as a function of the client too.
    expect((await shown("getblock")).filter((name) => name === "getBlock")).toHaveLength(1);
    const groups = await page.locator(".site-search .site-group").allInnerTexts();
    expect(groups.slice(0, 2)).toEqual(["Operations", "Methods"]);
    // With its validator, `AmountSchema`.
    expect((await shown("amount")).filter((name) => name.startsWith("Amount"))).toEqual(["Amount"]);
    await field().press("Escape");
  });

  test("leads from part to part, says which one a page is in, and to what the search finds", async () => {
    await page.evaluate(leaveAgain);
    await isIn("Reference");
    await page.locator(".site-links a", { hasText: "Guides" }).click();
    await expect.poll(() => page.url()).toBe(`${HOST}/docs/library/index.html`);
    await isIn("Guides");
    await find("createclient");
    await expect
      .poll(() => page.url())
      .toBe(`${HOST}/docs/library/functions/alphadelta.createClient.html`);
    await isIn("Reference");
    expect(faults).toEqual([]);
  });

  test("copies the link to a heading", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${HOST}/docs/library/documents/Batches.html`);
    const link = page.locator("h2 .tsd-anchor-icon").first();
    await link.click({ force: true });
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/Batches\.html#automatic-batches$/);
  });
});

describe("pages in light and dark", () => {
  beforeAll(() => page.emulateMedia({ reducedMotion: "reduce" }));

  test.runIf(IS_WHOLE).each(ROUTES)(
    "the page of the API at %j has nothing serious for axe",
    { timeout: SLOW },
    async (route) => {
      const url = `${HOST}/docs/index.html#/${route}`;
      // The first is open. The renderer draws the parts around one later, and asks for nothing then.
      if (page.url() !== url) {
        await page.goto("about:blank");
        await page.goto(url, { waitUntil: "networkidle" });
      }
      if (route.includes("/")) await page.evaluate(hideOtherSections, `/${route}`);
      expect(await findFaults(page, ["serious", "critical"])).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test.each(SEEN)(
    "%s is no wider than 390 or 1280 pixels, and axe finds nothing serious",
    { timeout: SLOW },
    async (name) => {
      await page.setViewportSize({ width: WIDTHS[0], height: 800 });
      await page.goto(`${HOST}/docs/${name}`);
      await field().waitFor();
      expect(await tooWide(page)).toEqual([]);
      expect(faults).toEqual([]);
      // All of them have one theme.
      if (!IS_WHOLE && name !== SEEN[0]) return;
      await page.evaluate(dropClosedBranches);
      expect(await findFaults(page, ["serious", "critical"])).toEqual([]);
    },
  );
});

/** The widths at which a page is wider than its window. */
async function tooWide(shown: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const width of WIDTHS) {
    await shown.setViewportSize({ width, height: 800 });
    const found = Number(await shown.evaluate("document.documentElement.scrollWidth"));
    if (found > width) wide.push(`at ${width}: ${found}`);
  }
  return wide;
}

/** A page that stays where it is. */
interface Stayed {
  /** Where it would have gone. */
  led?: string;
  /** Lets it go again. */
  readonly end: AbortController;
}

/** Keeps the page from going elsewhere, in the page, and notes where it would have gone. */
function stayHere(): void {
  const stayed = Object.assign(globalThis as unknown as Stayed, { end: new AbortController() });
  const stay = (event: NavigateEvent): void => {
    event.preventDefault();
    stayed.led = event.destination.url;
  };
  navigation.addEventListener("navigate", stay, { signal: stayed.end.signal });
}

/** Lets the page go elsewhere again, in the page. */
function leaveAgain(): void {
  (globalThis as unknown as Stayed).end.abort();
}

/** Takes the closed branches out of the menu, in the page: nobody sees them, and axe looks for them. */
function dropClosedBranches(): void {
  for (const one of document.querySelectorAll("nav details:not([open]) > :not(summary)"))
    one.remove();
}

/** Hides the operations beside one, in the page: their elements are the renderer's, which may still change them. */
function hideOtherSections(own: string): void {
  for (const one of document.querySelectorAll<HTMLElement>("[data-section-id]"))
    if (!own.startsWith(one.dataset["sectionId"] ?? "")) one.style.display = "none";
}

/** The URLs of the page's panel of servers. */
async function serversOf(shown: Page): Promise<string[]> {
  const panel = shown.locator('[data-component-name="Panel/Panel"]', { hasText: "Servers" });
  return (await panel.allInnerTexts()).join("\n").match(/\w+:\/\/\S+/g) ?? [];
}

/** A server of the site, as the service answers it at HOST. */
function serveSite(): Server {
  const files = new SiteFiles(pathToFileURL(`${site}/`));
  const meta = { timestamp: 0, requestId: "id" };
  // A connection that ends by itself would take a request with it that is just coming.
  return createServer({ keepAliveTimeout: 0 }, ({ url = "" }, response) => {
    const request = { header: (): undefined => undefined };
    files.answer(url, { request, base: HOST, segments: [], meta }).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.destroy(error as Error),
    );
  }).listen(0, "127.0.0.1");
}

/** Serves the site at HOST as the service does, its policies too; refuses all else, and notes whatever goes wrong. */
async function watch(): Promise<void> {
  const { port } = server.address() as AddressInfo;
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  await page.route("**/*", async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    asked.push(pathname);
    if (origin !== HOST || !/^\/docs(?:\/|$)/.test(pathname)) {
      faults.push(`request: ${route.request().url()}`);
      return route.abort();
    }
    // The page has megabytes, which do not come by here.
    const url = `http://127.0.0.1:${port}${pathname}`;
    const response = await route.fetch({ url, maxRedirects: 0 });
    await route.fulfill({ response });
    return response.dispose();
  });
}

/** The part of the page of the API at `route`. */
function section(route: string): Locator {
  return page.locator(`[data-section-id="/${route}"]`);
}

/** Text of a part of the page, with single spaces and without the marks that allow a line to break. */
async function visibleText(part: Locator): Promise<string> {
  const text = await part.innerText();
  return text.replaceAll("\u200b", "").replaceAll(/\s+/g, " ");
}

function markupOf(route: string): Promise<string> {
  return section(route).innerHTML();
}
