import { expect, test } from "vitest";
import { Answer, parseAnswer } from "../../src/transport/internal.ts";

const EXACT = Number.MAX_SAFE_INTEGER;
const INEXACT = "9007199254740993";

function parse(text: string): unknown {
  return parseAnswer(new Answer({ status: 200 }, text, 1, 0), {});
}

test("an integer that a number cannot hold is refused at any place of a text", () => {
  for (let shift = 0; shift < 40; shift++) {
    const before = " ".repeat(shift);
    expect(() => parse(`${before}{"n":${INEXACT}}`), String(shift)).toThrow(INEXACT);
    expect(() => parse(`${before}[1,-${INEXACT}]`), String(shift)).toThrow(`-${INEXACT}`);
    expect(() => parse(`${before}${INEXACT}`), String(shift)).toThrow(INEXACT);
    expect(parse(`${before}{"n":${EXACT}}`)).toEqual({ n: EXACT });
    expect(parse(`${before}{"n":"${INEXACT}"}`)).toEqual({ n: INEXACT });
    expect(parse(`${before}{"n":"a: ${INEXACT}"}`)).toEqual({ n: `a: ${INEXACT}` });
  }
});

test("an amount does not hide the number behind it", () => {
  expect(() => parse(`["${"1".repeat(30)}",${INEXACT}]`)).toThrow(INEXACT);
});

test("the digits of a hash do not hide the number behind them", () => {
  const hash = `0x${"1".repeat(40)}a${"2".repeat(23)}`;
  for (let shift = 0; shift < 40; shift++) {
    const before = " ".repeat(shift);
    expect(() => parse(`${before}["${hash}",${INEXACT}]`), String(shift)).toThrow(INEXACT);
    expect(parse(`${before}["${hash}",${EXACT}]`)).toEqual([hash, EXACT]);
  }
});

test("a number that is no integer is not read as one", () => {
  for (const text of ["9007199254740990.6", "90071992547409906e-1", "-4503599627370497.5"]) {
    expect(() => parse(`{"n":${text}}`)).toThrow(text);
  }
  expect(parse('{"n":4503599627370497.0}')).toEqual({ n: 4_503_599_627_370_497 });
  expect(parse('{"n":1125899906842624.5}')).toEqual({ n: 1_125_899_906_842_624.5 });
});
