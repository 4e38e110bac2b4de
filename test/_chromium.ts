import type { Browser, BrowserServer, LaunchOptions } from "playwright-core";
import { sharedPart } from "./_parts.ts";
import { requireProgram } from "./_programs.ts";

/** Opens the browser that all test files share; closing it closes the pages that were opened with it. */
export async function openChromium(): Promise<Browser> {
  requireProgram("Chromium");
  const { chromium } = await import("playwright-core");
  return chromium.connect(await sharedPart("chromium"));
}

/** Starts the browser that test files share, which no signal ends. */
export async function serveChromium(): Promise<BrowserServer> {
  const { chromium } = await import("playwright-core");
  const deaf = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const { args = [], ...others } = options();
  // No page lives long enough to win back the time that its code takes to be optimised.
  const brief = ["--js-flags=--no-opt --no-maglev"];
  return chromium.launchServer({ ...others, ...deaf, args: [...args, ...brief] });
}

/** Starts a browser of its own, for a bench or a picture. */
export async function launchChromium(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch(options());
}

function options(): LaunchOptions {
  const quiet = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"];
  return { executablePath: requireProgram("Chromium"), args: ["--no-sandbox", ...quiet] };
}
