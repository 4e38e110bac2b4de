/**
 * Milliseconds until Chromium first paints `/docs` with a cold cache on a processor slowed four times. Beside it
 * a page of equal size without styles and scripts, which is what the bytes alone take. The ratio has a floor, the
 * milliseconds are an aim.
 *
 * `--rounds N`. It takes `npm run docs` and Chromium.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { createService, listen } from "../src/service/mod.ts";
import { launchChromium } from "../test/_chromium.ts";
import { median, readFlag } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const ROUNDS = readFlag("rounds", 5);
const SLOWED = 4;
/** Milliseconds to the first paint that are aimed for. */
const AIM = 500;

/** Milliseconds from the navigation to the first paint. */
async function time(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await page.goto(url);
  const paint = await page.evaluate(readPaint);
  await context.close();
  return paint;
}

/** In the page. */
function readPaint(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName("first-contentful-paint");
      if (paint) resolve(paint.startTime);
    });
    observer.observe({ type: "paint", buffered: true });
  });
}

/** Serves pages compressed, as the service does. */
async function servePages(pages: Readonly<Record<string, string>>) {
  const bodies = new Map(Object.entries(pages).map(([path, text]) => [path, gzipSync(text)]));
  const server = createServer(({ url = "" }, response) => {
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip" };
    response.writeHead(200, headers).end(bodies.get(url));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const service = await createService({ segments: ["delta"], history: 1, mode: "manual" });
const listener = await listen(service, { port: 0, stopTimeout: 100 });
const answer = await fetch(`${listener.origin}/docs`);
if (!answer.ok) throw new Error("Cannot measure: run `npm run docs`");
const html = await answer.text();
const inert = `<!doctype html><title>Page</title><h1>Page</h1><script type="text/plain">${html.replaceAll("<", "&lt;")}</script>`;
const peers = await servePages({ "/inert": inert.slice(0, html.length) });
const browser = await launchChromium();
try {
  const urls = {
    "/docs": `${listener.origin}/docs`,
    "equal bytes": `${peers.origin}/inert`,
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, url] of Object.entries(urls))
      times.set(name, [...(times.get(name) ?? []), await time(browser, url)]);
  const paintOf = (name: string): number => median(times.get(name) ?? []);
  const rows = Object.keys(urls).map((name) => [name, paintOf(name).toFixed(0)]);
  printTable([["slowed four times", "ms to the first paint"], ...rows]);
  const own = paintOf("/docs");
  const what = "first paint of /docs";
  judge({ what: `${what} over that of equal bytes`, value: own / paintOf("equal bytes"), most: 3 });
  judge({ what: `${what}, ms`, value: own, most: AIM, isAim: true });
} finally {
  await browser.close();
  peers.close();
  await listener.close();
}
