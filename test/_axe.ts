import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The rules that colours decide, of those that run by default: all that may differ between themes. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** The function that axe leaves in a page. */
interface Axe {
  run(options: object): Promise<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>;
}

/**
 * What axe finds on a page in the light theme, and what it finds of the colours in the dark one: each rule with the first
 * element that breaks it. The light theme is back afterwards.
 *
 * @param impacts Those that count; left out, all.
 */
export async function findFaults(page: Page, impacts?: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await runAxe(page, {}, impacts);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await runAxe(page, { runOnly: OF_COLOURS }, impacts);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

async function runAxe(
  page: Page,
  options: object,
  impacts: readonly string[] | undefined,
): Promise<string[]> {
  // As an expression: the policies of the pages take no script of another origin.
  if (!(await page.evaluate(() => "axe" in globalThis)))
    await page.evaluate(await readFile(AXE, "utf8"));
  const found = await page.evaluate(
    (given) => (globalThis as unknown as { axe: Axe }).axe.run(given),
    { ...options, resultTypes: ["violations"] },
  );
  return found.violations
    .filter(({ impact }) => impacts?.includes(impact) ?? true)
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
