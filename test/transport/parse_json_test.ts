import { expect, test } from "vitest";
import { Answer, parseJson } from "../../src/transport/mod.ts";

const EXACT = Number.MAX_SAFE_INTEGER;
const INEXACT = "9007199254740993";

function parse(text: string): unknown {
  return parseJson(new Answer({ status: 200 }, text, 1, 0), {});
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
