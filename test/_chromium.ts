import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";

/** Path of the Chromium that tests drive. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/** True if it is installed; tests with the tag `browser` are skipped where it is not. */
export const hasChromium = existsSync(CHROMIUM);

/** @param further Switches beside those of every test. */
export async function launchChromium(further: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  const quiet = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"];
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", ...quiet, ...further],
  });
}
