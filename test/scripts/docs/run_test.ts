import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, Locator, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createExampleService } from "../../../scripts/examples/example_chain.ts";
import { pageDocument } from "../../../scripts/docs/page_document.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  textAt,
} from "../../../scripts/specs/json.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { listen, type Listener, type Service } from "../../../src/service/mod.ts";
import { SiteFiles } from "../../../src/service/server/pages/_site_files.ts";
import { findFaults } from "../../_axe.ts";
import { openChromium } from "../../_chromium.ts";
import { sharedPart } from "../../_parts.ts";
import { IS_WHOLE } from "../../_suites.ts";
import { ROOT } from "../_temporary_folder.ts";

const TOKEN = "token-of-the-tests";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

/** Milliseconds for a control of the page to come. */
const PATIENCE = 15_000;

/** Most bytes of the script that runs samples, compressed, with 3 % of air: the client, and the form. */
const MOST_BYTES = 65_000;

let site: string;
let html: string;
let listener: Listener;
let other: Listener;
let browser: Browser;
let page: Page;
/** What is wrong with what the page does. */
const faults: string[] = [];
/** Requests to services, the page itself aside. */
const sent: Request[] = [];

beforeAll(async () => {
  site = await sharedPart("packed");
  html = await readFile(join(site, "index.html"), "utf8");
}, SLOW);

describe("the page of the API", () => {
  test("holds its renderer and what runs samples as text, for the browser to paint before it compiles", () => {
    const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)];
    const compiled = scripts.filter(({ groups }) => !/type="/.test(groups?.attributes ?? ""));
    const sizes = compiled.map(({ groups }) => groups?.text?.length ?? 0);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
    expect(scripts.map(({ groups }) => groups?.attributes)).toEqual(
      expect.arrayContaining([
        ' type="application/json" id="api-definition"',
        ' type="text/plain" id="api-renderer"',
        ' type="text/plain" id="run-source"',
      ]),
    );
  });

  test(`takes at most ${MOST_BYTES / 1000} kB to run its samples, compressed`, () => {
    const [, script = ""] = /id="run-source">(.*?)<\/script>/s.exec(html) ?? [];
    expect(script.length).toBeGreaterThan(100_000);
    expect(gzipSync(script, { level: 9 }).length).toBeLessThan(MOST_BYTES);
  });
});

describe("a sample of the page", () => {
  beforeAll(async () => {
    browser = await openChromium();
    const options = { keylessTier: "Enterprise", keysPerDay: 1000 } as const;
    const [own, second] = await Promise.all([
      createExampleService({
        ...options,
        segments: ["alpha", "delta"],
        dev: { token: TOKEN },
      }),
      createExampleService({ ...options, segments: ["delta"] }),
    ]);
    [listener, other] = await Promise.all([
      listen(withPackedPages(own), { port: 0 }),
      listen(second, { port: 0 }),
    ]);
    page = await openPage();
    await page.goto(`${listener.origin}/docs/#/blocks/getblock`);
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await Promise.all([listener?.close(), other?.close()]);
  });

  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  /** A service whose pages are those that the package holds, whatever else stands in the repository. */
  function withPackedPages(service: Service): Service {
    const files = new SiteFiles(pathToFileURL(`${site}/`));
    return {
      ...service,
      async handle(request) {
        const { pathname } = new URL(request.target, "http://localhost");
        if (!pathname.startsWith("/docs")) return service.handle(request);
        const meta = { timestamp: 0, requestId: "id" };
        const response = await files.answer(pathname, {
          request,
          base: listener.origin,
          segments: [],
          meta,
        });
        return { ...response, bytes: Buffer.byteLength(response.body) };
      },
    };
  }

  /** A page of the service with this site, which notes all that it asks for. */
  async function openPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const made = await context.newPage();
    made.setDefaultTimeout(PATIENCE);
    made.on("pageerror", ({ message }) => faults.push(message));
    made.on("console", (message) => {
      const isOfNetwork = message.text().includes("Failed to load resource");
      if (message.type() === "error" && !isOfNetwork) faults.push(message.text());
    });
    made.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      if (![listener.origin, other.origin].includes(origin)) faults.push(`asked ${request.url()}`);
      if (!pathname.startsWith("/docs")) sent.push(request);
    });
    return made;
  }

  /** The panel of the call at `route` of the open page, with the sample in `language`. */
  async function showSample(route: string, language = "fetch"): Promise<Locator> {
    sent.length = 0;
    await page.goto(`${listener.origin}/docs/#/${route}`);
    const panel = page
      .locator(`[data-section-id="/${route}"]`)
      .locator('[data-component-name="Panel/Panel"]', { has: page.locator(".run") });
    const choice = panel
      .locator('[data-testid="dropdown"] > button')
      .filter({ hasText: /^(?:curl|alphadelta|fetch)$/ });
    // The menu stands at the end of the page; it closes where the page draws the panel anew meanwhile.
    // By its attribute: for a role, all elements of the page would be asked for theirs.
    const item = page.locator('[role="menuitem"]').filter({ hasText: new RegExp(`^${language}$`) });
    const choose = async (): Promise<string> => {
      if ((await item.count()) > 0) await item.last().dispatchEvent("click");
      else if ((await choice.innerText()) !== language) await choice.click();
      return choice.innerText();
    };
    await expect.poll(choose, { timeout: PATIENCE }).toBe(language);
    return panel;
  }

  test("stands at the top of a page that is opened at its address", async () => {
    const own = page.locator('[data-section-id="/blocks/getblock"]');
    await expect.poll(() => own.innerText()).toContain("Get a block");
    // Below the header.
    await expect.poll(async () => (await own.boundingBox())?.y).toBeCloseTo(53, -1);
  });

  describe("gives the documented answer", () => {
    let calls: readonly Documented[];

    beforeAll(async () => {
      calls = documentedCalls(pageDocument(await loadSpecs(ROOT), false));
    });

    test("of each operation and method, as its answer and as the client's value", async () => {
      const plain = calls.filter(({ kind }) => kind === "call");
      for (const call of plain) {
        const { outcome } = await runSample(call.route, "answer");
        expect(withoutMeta(outcome.answer), call.route).toEqual(withoutMeta(call.answer));
        expect(outcome.headers, call.route).toHaveProperty("x-request-id");
      }
      // An answer that names a new key is never given again.
      const again = plain.filter(({ route }) => route !== "keys/requestkey");
      // The client's own tests have the value of every call.
      for (const call of again.filter((_, index) => IS_WHOLE || index % 5 === 0)) {
        const { outcome } = await runSample(call.route, "value");
        expect(outcome.value, call.route).toEqual(valueOf(call.answer));
      }
      expect(plain.length).toBeGreaterThan(28);
    });

    test("of each topic, as its messages and as the client's events", async () => {
      // A live topic has nothing to tell while the chain stands still.
      const topics = calls.filter(
        ({ kind, route }) => kind === "topic" && !route.endsWith("/topic_pending_transactions"),
      );
      for (const { route, answer } of topics) {
        const { result, cursor } = objectAt(answer, "params");
        const messages = await runSample(route, "answer", { cursor });
        const last = objectAt(messages.items.at(-1) ?? null, "params");
        expect(last, route).toMatchObject({ result, cursor });
        const events = await runSample(route, "value", { cursor });
        expect(events.items.at(-1), route).toMatchObject({ data: result, cursor });
      }
      expect(topics.length).toBe(6);
    });

    test("of the subscription calls, which share a connection", async () => {
      const sockets = calls.filter(({ kind }) => kind === "socket");
      const runs = sockets.flatMap(({ route, answer, examples }) => {
        const named: [string, Json][] = examples.size > 0 ? [...examples] : [["", answer]];
        return named.map(([example, answered]) => ({ route, example, answered }));
      });
      const samples = runs.map(({ route, example }) => ({ route, example }));
      const found = await page.evaluate(runInTurn, samples);
      expect(found).toEqual(runs.map(({ answered }) => answered));
      expect(runs.map(({ route }) => route.split("/")[1])).toEqual([
        ...["chain_subscribe", "chain_subscribe", "chain_subscribe"],
        ...["chain_updatesubscription", "chain_unsubscribe"],
      ]);
    });

    test("of the further examples of a method", async () => {
      // Those of the subscription calls are run in turn.
      const further = calls.filter(({ kind, examples }) => kind !== "socket" && examples.size > 1);
      for (const { route, examples } of further) {
        for (const [name, answer] of examples) {
          const { outcome } = await runSample(route, "answer", { example: name });
          expect(outcome.answer, `${route}, ${name}`).toEqual(answer);
        }
      }
      expect(further.map(({ examples }) => examples.size).reduce((sum, size) => sum + size)).toBe(
        20,
      );
    });

    test("of an example that is chosen in the form", async () => {
      const { route, examples } = calls.find(({ examples: all }) => all.size > 1) ?? fail();
      const panel = await showSample(route);
      await press(panel.getByRole("button", { name: "Edit and run" }));
      // Each is run by the page's own function above.
      for (const [name, answer] of [...examples].slice(0, IS_WHOLE ? undefined : 2)) {
        await panel.getByLabel("Example").selectOption(name);
        await press(panel.getByRole("button", { name: "Run", exact: true }));
        await expect.poll(() => shownAnswer(panel), { message: name }).toEqual(answer);
      }
    });

    test("of devnet control, each on the chain as it was", async () => {
      const last = ["dev_settime", "dev_setinterval"];
      const rank = ({ route }: Documented): number =>
        route.endsWith("dev_snapshot") ? -2 : last.indexOf(route.split("/")[1] ?? "");
      const dev = calls.filter(({ kind }) => kind === "dev");
      for (const { route, answer } of dev.toSorted((one, two) => rank(one) - rank(two))) {
        const { outcome } = await runSample(route, "answer");
        expect(outcome.answer, route).toEqual(answer);
        if (!route.endsWith("dev_snapshot")) await control("dev_revert", ["snap-1"]);
        await control("dev_setFaults", [[]]);
      }
      await control("dev_setInterval", [0]);
      expect(dev.length).toBe(9);
    });
  });

  test.each<readonly [string, string, string | RegExp]>([
    ["accounts/getaccount", "alphadelta", /"balance": \d+n/],
    ["json-rpc-chain/chain_getinfo", "curl", '"jsonrpc"'],
    // Samples of fetch are run by the keyboard in the tests below too, and every answer by the page's own function above.
    ...(IS_WHOLE
      ? ([
          ["blocks/getblock", "fetch", '"parentHash"'],
          ["json-rpc-simplified/getbalance", "fetch", '"result"'],
        ] as const)
      : []),
  ])("at %s is run by the keyboard from its %s", async (route, language, text) => {
    const panel = await showSample(route, language);
    await press(panel.getByRole("button", { name: "Run", exact: true }));
    await expect.poll(() => panel.getByRole("status").innerText()).toMatch(/^200 OK, \d+ ms, /);
    const name = language === "alphadelta" ? "Value" : "Answer";
    const answer = panel.getByRole("region", { name });
    expect(await answer.innerText()).toMatch(text);
    await press(answer.locator("summary").first());
    expect(await answer.innerText()).toMatch(/^\{.*…$/);
    await press(panel.getByText("Request and headers"));
    expect(await panel.locator("dl").innerText()).toContain("x-request-id");
    expect(sent.length).toBe(1);
  });

  test("takes other values, writes the code with them, says what the client says against them, and copies what came", async () => {
    const panel = await showSample("blocks/listblocks");
    await press(panel.getByRole("button", { name: "Edit and run" }));
    expect(sent).toEqual([]);
    await panel.getByLabel(/^limit/).fill("101");
    await panel.getByLabel(/^limit/).press("Enter");
    await expect.poll(() => panel.getByRole("alert").innerText()).toContain("limit");
    expect(await panel.getByRole("alert").innerText()).toContain("100");
    expect(sent).toEqual([]);
    await panel.getByLabel(/^limit/).fill("3");
    await panel.getByLabel(/^page/).fill("");
    expect(await panel.getByLabel("Code with these values").innerText()).toContain(
      "/blocks?limit=3&order=desc",
    );
    await panel.getByLabel(/^limit/).press("Enter");
    await expect.poll(() => panel.getByRole("status").innerText()).toContain("200 OK");
    expect(sent.map((request) => request.url())).toEqual([
      `${listener.origin}/v1/delta/blocks?limit=3&order=desc`,
    ]);
    const came = await shownAnswer(panel);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await press(panel.locator(".run-result").getByRole("button", { name: "Copy" }));
    await panel.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copied)).toEqual(came);
    expect(came).toMatchObject({ success: true, data: { pagination: { limit: 3 } } });
  });

  test("of a topic is a live list that ends with Stop", async () => {
    const panel = await showSample("topics/topic_blocks", "alphadelta");
    await press(panel.getByRole("button", { name: "Run", exact: true }));
    const items = panel.getByRole("log").getByRole("listitem");
    await expect.poll(() => items.count()).toBeGreaterThan(2);
    const before = await items.count();
    await control("dev_mine", [1]);
    await expect.poll(() => items.count()).toBeGreaterThan(before);
    await press(panel.getByRole("button", { name: "Stop" }));
    await expect.poll(() => panel.getByRole("status").innerText()).toBe("Stopped");
    const after = await items.count();
    await control("dev_mine", [1]);
    expect(await items.count()).toBe(after);
  });

  test.each([
    "keys/requestkey",
    ...(IS_WHOLE ? ["json-rpc-transactions/tx_sendrawtransaction", "devnet-control/dev_mine"] : []),
  ])("at %s asks before it changes something", async (route) => {
    const panel = await showSample(route);
    await press(panel.getByRole("button", { name: "Run", exact: true }));
    const dialog = page.getByRole("dialog", { name: "Confirm" });
    expect(await dialog.innerText()).toContain(listener.origin);
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    expect(sent).toEqual([]);
    const run = panel.getByRole("button", { name: "Run", exact: true });
    await expect.poll(() => run.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await press(dialog.getByRole("button", { name: "Send" }));
    await expect.poll(() => panel.getByRole("status").innerText()).toMatch(/^20|^403|^401/);
    expect(sent.length).toBe(1);
  });

  test("goes to the address that is entered, and shows a key to no other and in no URL", async () => {
    const key = "ad_key-of-the-tests";
    const panel = await showSample("validators/listvalidators");
    await press(panel.getByRole("button", { name: "Edit and run" }));
    await press(panel.getByText(/^Sends to/));
    await panel.getByLabel(/^API key/).fill(key);
    await panel.getByLabel(/^API key/).press("Enter");
    await expect.poll(() => panel.getByRole("status").innerText()).toMatch(/^40\d/);
    expect(sent[0]?.headers()["x-api-key"]).toBe(key);
    await panel.getByLabel("Address of the service").fill(other.origin);
    await panel.getByLabel("Address of the service").press("Enter");
    await expect.poll(() => panel.getByRole("status").innerText()).toContain("200 OK");
    const request = sent.find((one) => one.url().startsWith(other.origin));
    expect(request?.headers()["x-api-key"]).toBeUndefined();
    expect(sent.filter((one) => one.url().includes(key))).toEqual([]);
    expect(page.url()).not.toContain(key);
    const kept = await page.evaluate(() => [
      Object.entries(sessionStorage),
      Object.entries(localStorage),
    ]);
    expect(JSON.stringify(kept[0])).toContain(`alphadelta.run.key ${listener.origin}`);
    expect(JSON.stringify(kept[1])).not.toContain(key);
    await page.evaluate(() => sessionStorage.clear());
  });

  test.each([
    "blocks/getblock",
    ...(IS_WHOLE ? ["topics/topic_blocks", "devnet-control/dev_fund"] : []),
  ])(
    "at %s with its result has nothing serious for axe in light and dark",
    { timeout: SLOW },
    async (route) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const panel = await showSample(route);
      await press(panel.getByRole("button", { name: "Run", exact: true }));
      const dialog = page.getByRole("dialog").getByRole("button", { name: "Send" });
      if (route.startsWith("devnet")) await press(dialog);
      await panel.locator(".run-result > *").first().waitFor();
      await press(panel.getByText(/^Sends to/));
      // axe reads the whole page, whichever part it judges.
      await page.evaluate(takeOutOthers, route);
      expect(await findFaults(panel, ["serious", "critical"])).toEqual([]);
      await page.evaluate(putBack);
    },
  );

  /** What a panel shows of the call that was run last: the answer, or the first message of a connection. */
  async function shownAnswer(panel: Locator): Promise<unknown> {
    const shown = panel.locator(".run-result .run-json").first();
    await shown.waitFor();
    await shown.evaluate((json) => {
      for (const folded of json.querySelectorAll("details")) folded.open = true;
      // A tree shows no commas.
      for (const part of json.querySelectorAll(".run-inner > :not(:last-child)")) part.append(",");
    });
    return JSON.parse(await shown.innerText());
  }

  /** Runs the sample at `route`, or an example of it, by the page's own function; a topic until the event at `cursor`. */
  async function runSample(
    route: string,
    shown: string,
    {
      cursor,
      example = "",
    }: { readonly cursor?: Json | undefined; readonly example?: string } = {},
  ): Promise<Ran> {
    const asked = { route, shown, cursor: String(cursor), token: TOKEN, example };
    return JSON.parse(await page.evaluate(runInPage, asked)) as Ran;
  }

  async function control(method: string, params: Json[]): Promise<void> {
    const headers = { "Content-Type": "application/json", "X-Dev-Token": TOKEN };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    await fetch(`${listener.origin}/rpc/delta`, { method: "POST", headers, body });
  }
});

/** Focuses a control and presses Enter, as without a mouse. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press("Enter");
}

interface TakenOut {
  /** Puts back what was taken out of the page. */
  putBack(): void;
}

/** Takes all but one operation, and what it is in, out of the page, in the page. */
function takeOutOthers(route: string): void {
  const out: [element: Element, place: Comment][] = [];
  const own = document.querySelector(`[data-section-id="/${route}"]`);
  for (let one = own; one !== null && one !== document.body; one = one.parentElement)
    for (const beside of one.parentElement?.children ?? [])
      if (beside !== one && !beside.matches("style, script")) out.push([beside, new Comment()]);
  for (const [element, place] of out) element.replaceWith(place);
  const taken: TakenOut = {
    putBack() {
      for (const [element, place] of out) place.replaceWith(element);
    },
  };
  Object.assign(globalThis, taken);
}

/** Puts back what {@linkcode takeOutOthers} took out, in the page. */
function putBack(): void {
  (globalThis as unknown as TakenOut).putBack();
}

/** What a call gave. */
interface Ran {
  readonly outcome: {
    readonly answer: Json;
    readonly value: Json;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly items: readonly Json[];
}

interface PageGlobals {
  loadSampleRun(): {
    runSample(...args: unknown[]): Promise<void>;
  };
}

/** In the page: runs a sample, and writes what came as JSON, amounts as strings. */
async function runInPage(asked: {
  route: string;
  shown: string;
  cursor: string;
  token: string;
  example: string;
}): Promise<string> {
  const { route, shown, cursor, token, example } = asked;
  const end = new AbortController();
  const items: { cursor?: unknown; params?: { cursor?: unknown } }[] = [];
  let outcome: Record<string, unknown> = {};
  let fault: string | undefined;
  const heard = {
    outcome({
      text = "",
      headers = [],
      ...others
    }: {
      text?: string;
      headers?: [string, string][];
    }) {
      outcome = {
        ...others,
        answer: JSON.parse(text || "null"),
        headers: Object.fromEntries(headers),
      };
    },
    item(item: (typeof items)[number]) {
      items.push(item);
      if ((item.params?.cursor ?? item.cursor) === cursor) end.abort();
    },
    state(text: string, isFault = false) {
      if (isFault) fault = text;
    },
  };
  const run = (globalThis as unknown as PageGlobals).loadSampleRun();
  await run.runSample(route, shown, { key: "", token }, heard, end.signal, example);
  const asText = (_: string, one: unknown): unknown =>
    typeof one === "bigint" ? String(one) : one;
  return JSON.stringify({ outcome, items, fault }, asText);
}

/** In the page: runs subscription calls one after the other on one connection; their replies. */
async function runInTurn(
  calls: readonly { readonly route: string; readonly example: string }[],
): Promise<unknown[]> {
  const run = (globalThis as unknown as PageGlobals).loadSampleRun();
  const end = new AbortController();
  const replies: unknown[] = [];
  for (const { route, example } of calls) {
    // oxlint-disable-next-line no-await-in-loop -- each names a subscription of one before
    const reply = await new Promise((resolve, reject) => {
      const heard = {
        item: (item: { id?: unknown }) => item.id === 1 && resolve(item),
        state: (text: string, isFault: boolean) => isFault && reject(new Error(text)),
      };
      void run.runSample(route, "answer", { key: "", token: "" }, heard, end.signal, example);
    });
    replies.push(reply);
  }
  end.abort();
  return replies;
}

/** A call of the page, and the answer that it documents. */
interface Documented {
  readonly route: string;
  readonly kind: "call" | "topic" | "socket" | "dev";
  readonly answer: JsonObject;
  /** The answer of each example of a method, by its name. */
  readonly examples: ReadonlyMap<string, Json>;
}

function documentedCalls(document: JsonObject): Documented[] {
  const items = Object.values(objectAt(document, "paths")).filter(isObject);
  const operations = items.flatMap((item) => Object.values(item)).filter(isObject);
  return operations
    .filter((operation) => operation["x-run"] !== undefined)
    .map((operation) => {
      const [tag = ""] = arrayAt(operation, "tags").map(String);
      const id = textAt(operation, "operationId");
      const run = objectAt(operation, "x-run");
      const kind = KINDS[textAt(run, "kind")];
      const route = `${tag.replaceAll(" ", "-")}/${id}`.toLowerCase();
      const examples = new Map(
        Object.keys(objectAt(run, "examples")).map((name) => {
          return [name, objectAt(answersOf(operation)[name] ?? null, "value")] as const;
        }),
      );
      return { route, kind: kind ?? "call", answer: answerOf(operation, kind), examples };
    });
}

const KINDS: Readonly<Record<string, Documented["kind"] | undefined>> = {
  dev: "dev",
  topic: "topic",
  websocket: "socket",
};

function answerOf(operation: JsonObject, kind: string | undefined): JsonObject {
  const content = contentOf(operation);
  if (content.example !== undefined) return objectAt(content, "example");
  const examples = answersOf(operation);
  const [first = ""] = Object.keys(examples);
  return objectAt(objectAt(examples, kind === "topic" ? "Event" : first), "value");
}

function answersOf(operation: JsonObject): JsonObject {
  return objectAt(contentOf(operation), "examples");
}

function contentOf(operation: JsonObject): JsonObject {
  const responses = objectAt(operation, "responses");
  const success = objectAt(responses, responses["201"] ? "201" : "200");
  return objectAt(objectAt(success, "content"), "application/json");
}

/** The answer without what is another in each: the id of the request and the time. */
function withoutMeta(answer: Json): Json {
  return isObject(answer) && answer.meta ? { ...answer, meta: null } : answer;
}

/** What the client's function gives of an answer: of a list, its items and its pagination. */
function valueOf(answer: JsonObject): Json {
  if (answer.result !== undefined) return answer.result;
  const data = objectAt(answer, "data");
  const { pagination, ...others } = data;
  if (pagination === undefined) return data;
  return { items: Object.values(others)[0] ?? null, pagination };
}

function fail(): never {
  throw new Error("No call of the page has several examples");
}
