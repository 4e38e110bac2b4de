import { expect, test } from "vitest";

import { rendered } from "../../../../../src/service/chain/store/mod.ts";
import { RecentPages } from "../../../../../src/service/chain/store/sqlite/_recent_pages.ts";

test("a page is read once, until all are cleared", () => {
  const pages = new RecentPages();
  let reads = 0;
  const read = () => pages.get("a", () => rendered(`[${reads++}]`));
  expect([read(), read()]).toEqual(["[0]", "[0]"]);
  pages.clear();
  expect(read()).toBe("[1]");
});

test("the pages that were read least recently go first where there are many characters", () => {
  const pages = new RecentPages();
  const read: string[] = [];
  const get = (name: string) =>
    pages.get(name, () => {
      read.push(name);
      return rendered("x".repeat(1_500_000));
    });
  for (const name of ["a", "b", "a", "c", "a", "b"]) get(name);
  expect(read).toEqual(["a", "b", "c", "b"]);
});

test("a page larger than all room is read each time", () => {
  const pages = new RecentPages();
  let reads = 0;
  for (let turn = 0; turn < 3; turn++) {
    pages.get("a", () => {
      reads++;
      return rendered("x".repeat(5_000_000));
    });
  }
  expect(reads).toBe(3);
});
