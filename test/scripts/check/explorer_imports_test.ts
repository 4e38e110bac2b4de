import { expect, test } from "vitest";
import { brokenExplorerImports, readSources } from "../../../scripts/check/import_rules.ts";

function faults(file: string, text: string): string[] {
  return brokenExplorerImports(new Map([[file, text]]));
}

test("The explorer keeps its import rules", async () => {
  const sources = await readSources(new URL("../../../explorer", import.meta.url).pathname);
  expect(sources.size).toBeGreaterThan(40);
  expect(brokenExplorerImports(sources)).toEqual([]);
});

test.each([
  ["pages/a.tsx", 'import { x } from "../../src/client/mod.ts";', "pages must not import .."],
  ["pages/a.tsx", 'import { x } from "zod";', "may import alphadelta, preact and lean-qr alone"],
  ["pages/a.tsx", 'import { x } from "alphadelta/src/client/mod.ts";', "alone"],
  ["values/a.ts", 'import { x } from "../hooks/view.ts";', "values must not import hooks"],
  [
    "charts/a.tsx",
    'import { x } from "../components/card.tsx";',
    "charts must not import components",
  ],
  ["elsewhere/a.ts", 'import { x } from "../values/store.ts";', "elsewhere is not a part"],
])("%s with %s is refused", (file, text, fault) => {
  expect(faults(file, text).join()).toContain(fault);
});
