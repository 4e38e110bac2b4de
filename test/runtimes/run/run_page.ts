import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import type { Outcome, World } from "../suite/mod.ts";
import { findChromium } from "./find_chromium.ts";

/** Result of the suite in a page, and of the page's policy. */
export interface PageRun {
  readonly version: string;
  readonly outcomes: readonly Outcome[];
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>suite</title>
<script src="/violations.js"></script><script type="module" src="/page.js"></script>`;

const VIOLATIONS = `globalThis.violations = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
  violations.push([violatedDirective, blockedURI, sourceFile, lineNumber].join(" ")));`;

/** Runs the suite in a page of headless Chromium whose policy forbids to run text as code. */
export async function runPage(script: string, world: World): Promise<PageRun> {
  const executablePath = await findChromium();
  const server = await servePage(await readFile(script, "utf8"), world);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const { port } = server.address() as AddressInfo;
    const hash = encodeURIComponent(JSON.stringify(world));
    await page.goto(`http://localhost:${port}/#${hash}`);
    await page.waitForFunction("globalThis.outcomes");
    const outcomes = await page.evaluate<Outcome[]>("globalThis.outcomes");
    const violations = await page.evaluate<string[]>("globalThis.violations");
    await page.addScriptTag({ url: "/forbidden.js", type: "module" });
    const reach = await page.evaluate<string>("globalThis.forbidden");
    return {
      version: browser.version(),
      outcomes: [...outcomes, policyOutcome(violations, reach)],
    };
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

function policyOutcome(violations: readonly string[], reach: string): Outcome {
  const name = "no code made of text";
  if (reach !== "EvalError") return { name, fault: `The page's policy forbids nothing: ${reach}` };
  return { name, fault: violations.length > 0 ? violations.join("\n") : null };
}

async function servePage(script: string, world: World): Promise<Server> {
  const { origin, closed } = world;
  const targets = [origin, origin.replace("http", "ws"), closed].join(" ");
  const policy = `default-src 'none'; script-src 'self'; connect-src ${targets}`;
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    "/": ["text/html", PAGE],
    "/page.js": ["text/javascript", script],
    "/violations.js": ["text/javascript", VIOLATIONS],
    "/forbidden.js": [
      "text/javascript",
      `try { new Function("")(); globalThis.forbidden = "ran"; } catch (error) { globalThis.forbidden = error.name; }`,
    ],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, text] = files[url] ?? ["text/plain", ""];
    response.writeHead(text ? 200 : 404, {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Security-Policy": policy,
    });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
