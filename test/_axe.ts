import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The rules that colours decide, of those that run by default: all that may differ between themes. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** The function that axe leaves in a page. */
interface Axe {
  run(
    place: Node,
    options: object,
  ): Promise<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>;
}

/**
 * What axe finds on a page or in a part of one in the light theme, and what it finds of the colours in the dark one: each rule
 * with the first element that breaks it. The light theme is back afterwards.
 *
 * @param impacts Those that count; left out, all.
 */
export async function findFaults(
  place: Page | Locator,
  impacts?: readonly string[],
): Promise<string[]> {
  const part = "goto" in place ? place.locator("html") : place;
  const page = part.page();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await runAxe(part, {}, impacts);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await runAxe(part, { runOnly: OF_COLOURS }, impacts);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

async function runAxe(
  part: Locator,
  options: object,
  impacts: readonly string[] | undefined,
): Promise<string[]> {
  const page = part.page();
  // As an expression: the policies of the pages take no script of another origin.
  if (!(await page.evaluate(() => "axe" in globalThis)))
    await page.evaluate(await readFile(AXE, "utf8"));
  const found = await part.evaluate(
    (element, given) => {
      const place = element === document.documentElement ? document : element;
      return (globalThis as unknown as { axe: Axe }).axe.run(place, given);
    },
    // No rule that runs reads the style sheets, which axe would load and parse first.
    { ...options, resultTypes: ["violations"], preload: false },
  );
  return found.violations
    .filter(({ impact }) => impacts?.includes(impact) ?? true)
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
