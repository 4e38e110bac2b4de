import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The function that axe leaves in a page. */
interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** What axe finds on a page: each rule with the first element that breaks it. */
export async function findFaults(page: Page): Promise<string[]> {
  // As an expression: the policies of the pages take no script of another origin.
  await page.evaluate(await readFile(AXE, "utf8"));
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}
