import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { folderOf } from "../../scripts/artifacts.ts";
import {
  createService,
  listen,
  type Listener,
  type Service,
  type ServiceOptions,
} from "../../src/service/mod.ts";
import { openChromium } from "../_chromium.ts";
import { sharedPart } from "../_parts.ts";

/** Token of every service here. */
export const TOKEN = "token-of-the-tests";

/** Folder that the service takes the explorer from. */
export const BUILT = folderOf("explorer");

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
  /**
   * @param url Of the page; left out, the service's own.
   * @param prepare Prepares the page before it is loaded.
   */
  visit(
    options?: BrowserContextOptions,
    url?: string,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Visit>;
  close(): Promise<void>;
}

/** Opens a service whose blocks come when a test asks for them, and the browser that tests share. */
export async function openExplorer(options: ServiceOptions = {}): Promise<Explorer> {
  const browser = await openChromium();
  await sharedPart("explorer");
  return openExplorerIn(browser, options);
}

/** Opens such a service for a browser. The explorer has been built. */
export async function openExplorerIn(browser: Browser, options: ServiceOptions): Promise<Explorer> {
  const listener = await openService(options);
  const isLimited = options.keylessTier !== undefined && options.keylessTier !== "Enterprise";
  return {
    service: listener.service,
    origin: listener.origin,
    async visit(settings, url, prepare) {
      const context = await browser.newContext({ reducedMotion: "reduce", ...settings });
      if (!isLimited) await context.addInitScript(forgetSpent);
      return visit(await context.newPage(), listener.origin, { url, prepare });
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

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Serves the built files as any static host does: without rules. */
export async function openHost(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host.test");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    readFile(join(BUILT, name)).then(
      (body) => response.setHeader("Content-Type", TYPES[extname(name)] ?? "text/plain").end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Opens a page that reads from the service at `origin`. */
export async function visit(
  page: Page,
  origin: string,
  {
    url = `${origin}/`,
    prepare,
  }: {
    url?: string | undefined;
    prepare?: ((page: Page) => Promise<unknown>) | undefined;
  },
): Promise<Visit> {
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
  await prepare?.(page);
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
