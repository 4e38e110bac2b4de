import { expect, test } from "vitest";
import { csvLine } from "../../src/units/mod.ts";

/** The cells of a line, as any reader of RFC 4180 has them. */
function cellsOf(line: string): string[] {
  const cells = line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g);
  return [...cells].map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain);
}

/** The text of a cell, as the comment of `csvLine` says. */
function textOf(cell: string): string {
  return /^'+[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1) : cell;
}

test("a number is written as it is, a negative one and an amount too, and what is missing is empty", () => {
  const values = [7, -7, -0.5, 1e21, -(10n ** 20n), "-12.50", "123", undefined, null, ""];
  expect(csvLine(values)).toBe("7,-7,-0.5,1e+21,-100000000000000000000,-12.50,123,,,");
});

test.each(["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n"])(
  "a text that begins with %j is no formula to a spreadsheet",
  (first) => {
    for (const rest of ["cmd|' /C calc'!A0", "1+1", 'SUM("a",1)', ""]) {
      const [cell = "", ...others] = cellsOf(csvLine([`${first}${rest}`]));
      expect(others).toEqual([]);
      expect(cell).toBe(`'${first}${rest}`);
    }
  },
);

test("every text comes back from its cell", () => {
  const firsts = ["", "'", "''", "=", "+", "-", "@", "＝", "\t", "\r", "\n", ",", '"', " "];
  const rests = ["", "=1", "-5", "'=", "a", '"', "1,5", "-1-1", "x\r\ny", "-5\n"];
  const texts = firsts.flatMap((first) => rests.map((rest) => first + rest));
  expect(cellsOf(csvLine(texts)).map(textOf)).toEqual(texts);
});
