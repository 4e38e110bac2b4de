import { describe, expect, test } from "vitest";
import { findNames, readNumber, suggest } from "../../explorer/values/suggest.ts";

const NAMES = {
  validators: [
    { address: "dx1a", name: "Old Harbour" },
    { address: "dx1b", name: "Harbour Light" },
  ],
  proposals: [{ id: 12, title: "Raise the harbour fee" }],
  tokens: [{ contract: "dx1c", symbol: "HARB" }],
};
const KNOWN = { segment: "delta", head: 1_204, names: NAMES } as const;

describe("a text that is searched for", () => {
  test.each([
    ["1204", 1_204],
    ["1,204", 1_204],
    ["1.204", 1_204],
    ["1 204", 1_204],
    ["1_204_567", 1_204_567],
    ["12,04", undefined],
    ["1,204.567", undefined],
    ["1,204x", undefined],
    ["1e3", undefined],
    ["-1", undefined],
    ["9999999999999999", undefined],
  ])("%j is read as the number %j", (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  test("finds names, those that begin with it first", () => {
    expect(findNames("HARB", KNOWN).map(({ name }) => name)).toEqual([
      "Harbour Light",
      "HARB",
      "Old Harbour",
      "#12 Raise the harbour fee",
    ]);
  });

  test("suggests a block that is there, and a proposal of the same number", () => {
    const known = { ...KNOWN, names: { ...NAMES, proposals: [{ id: 7, title: "Seven" }] } };
    expect(suggest("7", known).map(({ href }) => href)).toEqual([
      "#/delta/block/7",
      "#/delta/proposal/7",
    ]);
    expect(suggest("1,205", known)).toEqual([]);
  });

  test("suggests nothing for one letter, or nothing", () => {
    expect(suggest("h", KNOWN)).toEqual([]);
    expect(suggest("  ", KNOWN)).toEqual([]);
  });
});
