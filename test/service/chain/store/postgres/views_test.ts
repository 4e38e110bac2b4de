import { afterEach, expect, test, vi } from "vitest";
import { Views } from "../../../../../src/service/chain/store/postgres/_segment_reads.ts";

const FIRST = {
  revision: 100,
  removals: 3,
  height: 90,
  epoch: "first",
  last_event: 500,
  last_pending: 9,
};

afterEach(() => void vi.restoreAllMocks());

function viewsAt(view: typeof FIRST): Views {
  const views = new Views();
  views.observe(view);
  return views;
}

test("a read that ends late, also one of an epoch before, takes the view back nowhere", () => {
  const views = viewsAt(FIRST);
  const second = { ...FIRST, epoch: "second" };
  const later = { ...second, revision: 101, height: 91 };
  for (const view of [
    { ...FIRST, revision: 99 },
    { ...FIRST, last_event: 499 },
    { ...FIRST, last_pending: 8 },
  ]) {
    views.observe(view);
    expect(views.newest).toEqual(FIRST);
  }
  views.observe(second);
  views.observe(FIRST);
  expect(views.newest).toEqual(second);
  views.observe(later);
  views.observe(second);
  expect(views.newest).toEqual(later);
});

test("an epoch that was never there takes the view back at once", () => {
  const views = viewsAt(FIRST);
  const restored = { ...FIRST, revision: 40, height: 35, epoch: "restored" };
  views.observe(restored);
  expect(views.newest).toEqual(restored);
});

test("what alone is read for three seconds is the view, though it is earlier and of the same epoch", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(10_000);
  const views = viewsAt(FIRST);
  const restored = { ...FIRST, revision: 40, height: 35 };
  now.mockReturnValue(12_000);
  views.observe(FIRST);
  now.mockReturnValue(14_999);
  views.observe(restored);
  expect(views.newest).toEqual(FIRST);
  now.mockReturnValue(15_000);
  views.observe(restored);
  expect(views.newest).toEqual(restored);
});
