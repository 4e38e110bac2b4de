import { expect, test } from "vitest";
import { RecentValues } from "../../src/service/recent_values.ts";

/** Names of the values that are there. */
function kept(
  values: RecentValues<string, string>,
  ...names: readonly string[]
): readonly string[] {
  return names.filter((name) => values.get(name) !== undefined);
}

test("a value is there until all are cleared, or a newer one takes its place", () => {
  const values = new RecentValues<string, string>(10_000);
  values.set("a", "first", 5);
  values.set("a", "second", 6);
  expect(values.get("a")).toBe("second");
  values.clear();
  expect(values.get("a")).toBeUndefined();
});

test("the values that were used least recently go first where there are many characters", () => {
  const values = new RecentValues<string, string>(10_000);
  for (const name of ["a", "b"]) values.set(name, name, 4_000);
  values.get("a");
  values.set("c", "c", 4_000);
  expect(kept(values, "a", "b", "c")).toEqual(["a", "c"]);
  // What went counts no more.
  values.delete("a");
  values.set("d", "d", 4_000);
  expect(kept(values, "a", "c", "d")).toEqual(["c", "d"]);
});

test("a value larger than all room is not there, and others count as before", () => {
  const values = new RecentValues<string, string>(10_000);
  values.set("large", "x", 20_000);
  for (const name of ["a", "b"]) values.set(name, name, 4_000);
  expect(kept(values, "large", "a", "b")).toEqual(["a", "b"]);
});

test("as many values as there is room for are there where they have no size", () => {
  const values = new RecentValues<string, number>(2);
  for (const [index, name] of ["a", "b", "c"].entries()) values.set(name, index);
  expect(["a", "b", "c"].map((name) => values.get(name))).toEqual([undefined, 1, 2]);
  expect([values.has("a"), values.has("b")]).toEqual([false, true]);
});
