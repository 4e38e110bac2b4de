import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeGuidePages } from "../../../scripts/docs/_guide_pages.ts";
import { ROOT } from "../_temporary_folder.ts";

test("The guides of the site leave out pictures, which stay in the repository", async () => {
  expect(await readFile(join(ROOT, "README.md"), "utf8")).toMatch(
    /^!\[.*\]\(docs\/explorer\.png\)$/m,
  );
  const folder = await mkdtemp(join(tmpdir(), "guide-pages-"));
  const { readme } = await writeGuidePages(ROOT, folder);
  const text = await readFile(readme, "utf8");
  await rm(folder, { recursive: true });
  expect(text).not.toContain("explorer.png");
  expect(text).not.toMatch(/^!/m);
});
