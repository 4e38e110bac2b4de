import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { EXTENSIONS } from "../../../../scripts/specs/rules/_extensions.ts";

test("the guide to the specs explains each extension, and no other", async () => {
  const guide = await readFile(new URL("../../../../docs/specs.md", import.meta.url), "utf8");
  const cells = [...guide.matchAll(/^\| (`x-[^|]*)\|/gm)].map((match) => match[1] ?? "");
  const named = cells.flatMap((cell) => cell.match(/x-[a-z-]+/g) ?? []);
  expect(named.toSorted()).toEqual(Object.keys(EXTENSIONS).toSorted());
});
