import { afterEach, expect, test, vi } from "vitest";
import { Reader, ViewCache } from "../../../../../src/service/chain/store/postgres/_reader.ts";
import { statementsOf } from "../../../../../src/service/chain/store/postgres/_statements.ts";

const FIRST = {
  revision: 100,
  removals: 3,
  height: 90,
  epoch: "first",
  last_event: 500,
  last_pending: 9,
};

afterEach(() => void vi.restoreAllMocks());

function readerAt(view: typeof FIRST): Reader {
  const reader = new Reader({ rows: async () => [] }, statementsOf("delta"));
  reader.observe(view);
  return reader;
}

test("a read that ends late, also one of an epoch before, takes the view back nowhere", () => {
  const reader = readerAt(FIRST);
  const second = { ...FIRST, epoch: "second" };
  const later = { ...second, revision: 101, height: 91 };
  for (const view of [
    { ...FIRST, revision: 99 },
    { ...FIRST, last_event: 499 },
    { ...FIRST, last_pending: 8 },
  ]) {
    reader.observe(view);
    expect(reader.view).toEqual(FIRST);
  }
  reader.observe(second);
  reader.observe(FIRST);
  expect(reader.view).toEqual(second);
  reader.observe(later);
  reader.observe(second);
  expect(reader.view).toEqual(later);
});

test("an epoch that was never there takes the view back at once", () => {
  const reader = readerAt(FIRST);
  const restored = { ...FIRST, revision: 40, height: 35, epoch: "restored" };
  reader.observe(restored);
  expect(reader.view).toEqual(restored);
});

test("what alone is read for three seconds is the view, though it is earlier and of the same epoch", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(10_000);
  const reader = readerAt(FIRST);
  const restored = { ...FIRST, revision: 40, height: 35 };
  now.mockReturnValue(12_000);
  reader.observe(FIRST);
  now.mockReturnValue(14_999);
  reader.observe(restored);
  expect(reader.view).toEqual(FIRST);
  now.mockReturnValue(15_000);
  reader.observe(restored);
  expect(reader.view).toEqual(restored);
});

test("nothing stays cached of another epoch, though the chain counts as many changes and removals in it", async () => {
  let view = FIRST;
  const cache = new ViewCache(() => view);
  const read = (): Promise<readonly (string | undefined)[]> =>
    Promise.all([
      cache.moving("head", async () => view.epoch),
      cache.lasting("block", async () => view.epoch),
    ]);
  expect(await read()).toEqual(["first", "first"]);
  view = { ...FIRST, epoch: "restored" };
  expect(await read()).toEqual(["restored", "restored"]);
});
