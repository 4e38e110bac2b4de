import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { buildExplorer } from "../../scripts/explorer/build_explorer.ts";
import { isExplorerFresh } from "../../scripts/source_hash.ts";
import {
  createService,
  listen,
  type Listener,
  type Service,
  type ServiceOptions,
} from "../../src/service/mod.ts";
import { launchChromium } from "../_chromium.ts";

/** Token of every service here. */
export const TOKEN = "token-of-the-tests";

/** Folder that the service takes the explorer from. */
export const BUILT = join(import.meta.dirname, "../../explorer/dist");

/** A page, and what it may not do: errors, refused loads, requests to elsewhere. */
export interface Visit {
  readonly page: Page;
  readonly faults: readonly string[];
  /** Goes to a page of the explorer by its fragment. */
  go(hash: string): Promise<void>;
  /** All text that is shown. */
  text(): Promise<string>;
}

/** A service on its own port with a browser. */
export interface Explorer {
  readonly service: Service;
  readonly origin: string;
  /** @param url Of the page; left out, the service's own. */
  visit(options?: BrowserContextOptions, url?: string): Promise<Visit>;
  close(): Promise<void>;
}

/** Opens a service whose blocks come when a test asks for them, and a browser. Builds the explorer where it is stale. */
export async function openExplorer(options: ServiceOptions = {}): Promise<Explorer> {
  if (!(await isExplorerFresh(BUILT))) await buildExplorer(BUILT);
  const [listener, browser] = await Promise.all([openService(options), launchChromium()]);
  const isLimited = options.keylessTier !== undefined && options.keylessTier !== "Enterprise";
  return {
    service: listener.service,
    origin: listener.origin,
    async visit(settings, url) {
      const context = await browser.newContext(settings);
      if (!isLimited) await context.addInitScript(forgetSpent);
      return visit(context, listener.origin, url);
    },
    async close() {
      await browser.close();
      await listener.close();
    },
  };
}

/** A service that listens. */
export async function openService(
  options: ServiceOptions = {},
  port = 0,
): Promise<Listener & { readonly service: Service }> {
  const service = await createService({
    segments: ["alpha", "delta"],
    history: 40,
    mode: "manual",
    keylessTier: "Enterprise",
    dev: { token: TOKEN },
    ...options,
  });
  const listener = await listen(service, { port, stopTimeout: 500 });
  return { ...listener, service };
}

async function visit(context: BrowserContext, origin: string, url = `${origin}/`): Promise<Visit> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => {
    // What is not found, and what cannot be reached, the browser calls an error too.
    const isOfNetwork = message.text().includes("Failed to load resource");
    if (message.type() === "error" && !isOfNetwork && !message.text().startsWith("WebSocket"))
      faults.push(message.text());
  });
  page.on("request", (request) => {
    const isOwn = [origin, new URL(url).origin].some((one) => request.url().startsWith(`${one}/`));
    if (!isOwn) faults.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector("h1");
  return {
    page,
    faults,
    async go(hash) {
      await page.evaluate(changeHash, hash);
      await page.waitForFunction(
        () => document.querySelector("h1") && !document.querySelector(".loading"),
      );
    },
    text: () => page.locator("body").innerText(),
  };
}

/**
 * Forgets the requests that were sent, in the page: a client that is told of no limits keeps to those of the lowest tier,
 * and most pages would wait for them.
 */
function forgetSpent(): void {
  // oxlint-disable-next-line typescript/unbound-method -- the proxy binds it
  IDBObjectStore.prototype.put = new Proxy(IDBObjectStore.prototype.put, {
    apply(put, store: IDBObjectStore, [value, key]: [unknown, string]) {
      return store.name === "alphadelta.quota" ? undefined : put.call(store, value, key);
    },
  });
}

/** Sets the fragment, in the page. Resolves once the explorer has drawn that page, what it loads aside. */
function changeHash(hash: string): Promise<void> {
  return new Promise((resolve) => {
    if (new URL(`#${hash}`, location.href).href === location.href) resolve();
    else addEventListener("hashchange", () => resolve(), { once: true });
    location.hash = hash;
  });
}
