import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { PLACES } from "../../../../scripts/specs/meta/mod.ts";

test("the guide to the specs explains each extension, and no other", async () => {
  const guide = await readFile(new URL("../../../../docs/specs.md", import.meta.url), "utf8");
  const cells = [...guide.matchAll(/^\| (`x-[^|]*)\|/gm)].map((match) => match[1] ?? "");
  const named = cells.flatMap((cell) => cell.match(/x-[a-z-]+/g) ?? []);
  const keywords = Object.values(PLACES).flatMap((place) => Object.keys(place.keywords));
  const marks = new Set(keywords.filter((keyword) => keyword.startsWith("x-")));
  expect(named.toSorted()).toEqual([...marks].toSorted());
});
