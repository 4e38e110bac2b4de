import { describe, expect, test } from "vitest";
import { topOf } from "../../explorer/charts/scale.ts";
import { gasByBlock } from "../../explorer/values/block_gas.ts";
import { toCsv } from "../../explorer/values/csv.ts";

describe("a table as CSV", () => {
  const columns = [
    { title: "Name", value: ({ name }: { name: string }) => name },
    { title: "Shown alone" },
    { title: "Age", fileTitle: "Time", value: () => 10n ** 20n },
  ];

  test("has a line of titles and one for each item, without columns of no value", () => {
    expect(toCsv(columns, [{ name: "Vega" }])).toBe("Name,Time\r\nVega,100000000000000000000\r\n");
  });

  test.each([
    ["a,b", '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ["two\nlines", '"two\nlines"'],
    ["=1+1", "'=1+1"],
    ['@SUM("a")', `"'@SUM(""a"")"`],
  ])("writes %j as %s, which no spreadsheet takes for a formula", (name, cell) => {
    expect(toCsv(columns, [{ name }]).split("\r\n")[1]).toBe(`${cell},100000000000000000000`);
  });
});

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [9, 10],
  [11, 20],
  [235_000, 300_000],
])("the scale of a chart up to %i ends at %i, whose half is whole", (most, top) => {
  expect(topOf(most)).toBe(top);
  expect(Number.isInteger(top / 2)).toBe(true);
});

test("the gas of a block is known if all of its transactions are", () => {
  const block = (number: number, txCount: number): Parameters<typeof gasByBlock>[0][number] => ({
    number,
    txCount,
    hash: `0x${number}`,
    timestamp: 0,
    validator: "",
  });
  const transactions = [
    { blockNumber: 9, gasUsed: 3n },
    { blockNumber: 9, gasUsed: 4n },
    { blockNumber: 7, gasUsed: 5n },
  ] as unknown as Parameters<typeof gasByBlock>[1];
  const gas = gasByBlock([block(9, 2), block(8, 0), block(7, 2)], transactions);
  expect(Object.fromEntries(gas)).toEqual({ 8: 0, 9: 7 });
});
