import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import type { TestService } from "../src/testing/mod.ts";
import { openChromium } from "./_chromium.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** A browser, and a server of the examples for it. */
export interface ServedExamples extends AsyncDisposable {
  /** Opens the page of an example on a service. */
  open(name: string, service: TestService<"delta">): Promise<Page>;
}

export async function serveExamples(): Promise<ServedExamples> {
  const browser: Browser = await openChromium();
  const files = await serveFiles();
  const { port } = files.address() as AddressInfo;
  return {
    async open(name, service) {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/examples/${name}/?origin=${service.url}`);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      files.close();
    },
  };
}

/** Expects that a page shows the newest blocks in what `shown` selects, and those that come. */
export async function expectBlocks(
  page: Page,
  shown: string,
  service: TestService<"delta">,
): Promise<void> {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  const items = page.locator(shown);
  await expect.poll(() => items.count()).toBeGreaterThan(0);
  const head = Number.parseInt((await items.first().textContent()) ?? "", 10);
  await service.mine(2);
  await expect.poll(() => items.first().textContent()).toMatch(new RegExp(`^${head + 2}: `));
  expect(faults).toEqual([]);
}

/** Expects that a page shows ten older blocks on demand, and one of them. */
export async function expectOlderBlocks(page: Page): Promise<void> {
  const items = page.locator("li");
  await expect.poll(() => items.count()).toBe(10);
  await page.getByRole("button", { name: "Older" }).click();
  await expect.poll(() => items.count()).toBe(20);
  const shown = Number.parseInt((await items.nth(15).textContent()) ?? "", 10);
  await items.nth(15).getByRole("button").click();
  await expect
    .poll(() => page.locator("output").textContent())
    .toMatch(new RegExp(`^Block ${shown}: \\d+ gas$`));
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".ts": "text/javascript",
  ".tsx": "text/javascript",
};

/** Serves the repository's folder, as any static server would, with TypeScript bundled. */
async function serveFiles(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files.example");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const headers = { "Content-Type": TYPES[extname(path)] ?? "text/plain" };
    const read = /\.tsx?$/.test(path) ? bundle : readFile;
    read(join(ROOT, path)).then(
      (body) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function bundle(path: string): Promise<Uint8Array> {
  const options = { bundle: true, write: false, format: "esm", jsx: "automatic" } as const;
  const { outputFiles } = await build({ entryPoints: [path], ...options });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
