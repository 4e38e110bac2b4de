import { expect, test } from "vitest";
import { parse } from "yaml";
import { SpecEdits } from "../../../scripts/examples/spec_edits.ts";

const TEXT = `# A spec
schema:
  examples:
    - &block
      number: 1 # the first
      hash: "0x01"
list: [*block, { number: 7, hash: "0x07" }]
one: *block
other: *block
names:
  - a
`;

function edited(...sets: readonly [path: readonly (string | number)[], value: never][]): string {
  const edits = new SpecEdits(TEXT);
  for (const [path, value] of sets) edits.set(path, value);
  const text = edits.apply();
  const again = new SpecEdits(text);
  for (const [path, value] of sets) again.set(path, value);
  expect(again.count).toBe(0);
  return text;
}

test("a value is set where it stands, and all else of the text stays", () => {
  const text = edited([["list", 1, "number"], 8 as never]);
  expect(text).toBe(TEXT.replace("number: 7", "number: 8"));
});

test("what an alias stands for is set where its anchor is, comments kept", () => {
  const text = edited([["one"], { number: 2, hash: "0x02" } as never]);
  expect(text).toContain('      number: 2 # the first\n      hash: "0x02"\n');
  expect(text).toContain("one: *block\nother: *block\n");
});

test("an alias that is to stand for another value is written out", () => {
  const text = edited(
    [["one"], { number: 2, hash: "0x02" } as never],
    [["other"], { number: 3, hash: "0x03" } as never],
  );
  expect(parse(text)).toMatchObject({ one: { number: 2 }, other: { number: 3 } });
});

test("a list of another length is written anew in its place", () => {
  const text = edited([["names"], ["b", "c: d", "0x03"] as never]);
  expect(parse(text).names).toEqual(["b", "c: d", "0x03"]);
});
