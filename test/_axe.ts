import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The function that axe leaves in a page. */
interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/**
 * What axe finds on a page: each rule with the first element that breaks it.
 *
 * @param impacts Those that count; left out, all.
 */
export async function findFaults(page: Page, impacts?: readonly string[]): Promise<string[]> {
  // As an expression: the policies of the pages take no script of another origin.
  await page.evaluate(await readFile(AXE, "utf8"));
  const found = await page.evaluate(() => (globalThis as unknown as { axe: Axe }).axe.run());
  return found.violations
    .filter(({ impact }) => impacts?.includes(impact) ?? true)
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
