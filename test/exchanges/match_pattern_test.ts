import { describe, expect, test } from "vitest";
import { matchPattern } from "../exchange_runner/match_pattern.ts";
import { parsePattern } from "../exchange_runner/parse_pattern.ts";
import { Values } from "../exchange_runner/values.ts";

const HASH = `0x${"ab".repeat(32)}`;
const OTHER = `0x${"cd".repeat(32)}`;

/** Differences of `value` from the pattern, a line each. */
function compare(pattern: string, value: unknown, values = new Values(new Map())): string[] {
  return matchPattern(parsePattern(pattern), value, values).map(
    ({ path, expected, got }) => `${path}: ${expected} / ${got}`,
  );
}

describe("values", () => {
  test("A body that is as expected has no mismatch", () => {
    expect(
      compare('{"a": 1, "b": [null, "x", true], "c": <hash>}', {
        a: 1,
        b: [null, "x", true],
        c: HASH,
      }),
    ).toEqual([]);
  });

  test("A different value is reported with its path", () => {
    expect(compare('{"a": {"b": [1, 2]}}', { a: { b: [1, 3] } })).toEqual(["$.a.b[1]: 2 / 3"]);
  });

  test("A number differs from its string, and null from a missing value", () => {
    expect(compare("5", "5")).toEqual(['$: 5 / "5"']);
    expect(compare('"5"', 5)).toEqual(['$: "5" / 5']);
    expect(compare("null", undefined)).toEqual(["$: null / nothing"]);
  });

  test("A missing key and an additional one are reported", () => {
    expect(compare('{"a": 1}', {})).toEqual(["$.a: to be there / nothing"]);
    expect(compare('{"a": 1}', { a: 1, b: 2 })).toEqual(["$.b: nothing / 2"]);
  });

  test("A key that ends in ? may be missing, and its value is compared", () => {
    expect(compare('{"a?": 1}', {})).toEqual([]);
    expect(compare('{"a?": 1}', { a: 2 })).toEqual(["$.a: 1 / 2"]);
  });

  test("An object is no array, and the other way round", () => {
    expect(compare("{}", [])).toEqual(["$: an object / []"]);
    expect(compare("[]", {})).toEqual(["$: an array / {}"]);
  });
});

describe("holes", () => {
  test.each([
    ["<hash>", HASH, HASH.toUpperCase()],
    ["<hash>", HASH, HASH.slice(2)],
    ["<address>", "dx1unseen".replace("unseen", "q".repeat(38)), `ex1${"q".repeat(38)}`],
    ["<amount>", "0", 0],
    ["<amount>", "12345678901234567890", "012"],
    ["<version>", "1.0.0", "v1"],
    ["<height>", 0, -1],
    ["<counter>", 7, 1.5],
    ["<counter>", 7, "7"],
    ["<timestamp>", 1_795_262_400, 1_795_262_400_000],
    ["<ratio>", 0.5, 1.1],
    ["<number>", 0.25, null],
    ["<boolean>", false, 0],
    ["<text>", "", null],
    [
      "<meta>",
      { timestamp: 1_795_262_400, requestId: "a" },
      { timestamp: 1_795_262_400, requestId: "" },
    ],
    [
      "<meta>",
      { timestamp: 1_795_262_400, requestId: "a" },
      { timestamp: 1_795_262_400, requestId: "a", b: 1 },
    ],
  ])("%s takes %j and not %j", (hole, right, wrong) => {
    expect(compare(hole, right)).toEqual([]);
    expect(compare(hole, wrong)).toEqual([`$: ${hole} / ${JSON.stringify(wrong)}`]);
  });

  test("<any> takes everything that is there", () => {
    expect(compare('{"a": <any>}', { a: null })).toEqual([]);
    expect(compare('{"a": <any>}', {})).toEqual(["$.a: to be there / nothing"]);
  });

  test("A name is the same value everywhere", () => {
    const pattern = '{"a": <hash block>, "b": <hash block>}';
    expect(compare(pattern, { a: HASH, b: HASH })).toEqual([]);
    expect(compare(pattern, { a: HASH, b: OTHER })).toEqual([
      `$.b: "${HASH}" (<hash block>) / "${OTHER}"`,
    ]);
  });

  test("A name keeps its value from one body to the next, and can be counted from", () => {
    const values = new Values(new Map());
    expect(compare("<height top>", 7, values)).toEqual([]);
    expect(compare("[<top>, <top+1>, <top-2>]", [7, 8, 5], values)).toEqual([]);
    expect(compare("<top+1>", 7, values)).toEqual(["$: 8 (<top+1>) / 7"]);
  });

  test("A value of the wrong type gives the name nothing", () => {
    const values = new Values(new Map());
    expect(compare("<hash block>", 5, values)).toEqual(["$: <hash block> / 5"]);
    expect(values.has("block")).toBe(false);
  });

  test("A name without a value is an error, and so is counting from a text", () => {
    expect(() => compare("<nothing>", 1)).toThrow("There is no value named <nothing>");
    const values = new Values(new Map([["a", "x"]]));
    expect(() => compare("<a+1>", 1, values)).toThrow('<a+1>: a is no number but "x"');
  });
});

describe("holes inside texts", () => {
  test("Words around a hole must be there", () => {
    expect(compare('"No block <height>"', "No block 7")).toEqual([]);
    expect(compare('"No block <height>"', "No block x")).toHaveLength(1);
    expect(compare('"No block <height>"', "Now: No block 7")).toHaveLength(1);
    expect(compare('"a.c (<text>)"', "abc (d)")).toHaveLength(1);
  });

  test("Names hold there too", () => {
    const values = new Values(new Map([["count", 7]]));
    expect(compare('"at most <count>, got <count+1>"', "at most 7, got 8", values)).toEqual([]);
    expect(compare('"at most <count>"', "at most 8", values)).toHaveLength(1);
    expect(compare('["<hash a>!", <hash a>]', [`${HASH}!`, OTHER])).toHaveLength(1);
    expect(compare('["<hash a>!", <hash a>]', [`${HASH}!`, HASH])).toEqual([]);
  });
});

describe("arrays", () => {
  test("An array is exact", () => {
    expect(compare("[1, 2]", [1])).toEqual(["$: 2 items / 1 items"]);
    expect(compare("[1]", [1, 2])).toEqual(["$: 1 items / 2 items"]);
    expect(compare("[]", [1])).toEqual(["$: 0 items / 1 items"]);
  });

  test("... is at least one like it, and all like it", () => {
    expect(compare("[<counter>, ...]", [1])).toEqual([]);
    expect(compare("[<counter>, ...]", [1, 2, 3])).toEqual([]);
    expect(compare("[<counter>, ...]", [])).toEqual(["$: at least 1 items / 0 items"]);
    expect(compare("[<counter>, ...]", [1, 2, "3"])).toEqual(['$[2]: <counter> / "3"']);
  });

  test("A number behind ... is that of all items", () => {
    expect(compare("[0, <counter>, ...3]", [0, 1, 2])).toEqual([]);
    expect(compare("[0, <counter>, ...3]", [0, 1])).toEqual(["$: 3 items / 2 items"]);
    expect(compare("[0, <counter>, ...3]", [0, 1, 2, 3])).toEqual(["$: 3 items / 4 items"]);
  });
});

describe("text of a pattern", () => {
  test("A comma before a closing bracket is allowed", () => {
    expect(compare('{"a": [1,], \n}', { a: [1] })).toEqual([]);
  });

  test("What looks like a hole in quotes stays a text", () => {
    expect(compare('"a, ] ... \\"<text>\\""', 'a, ] ... "b"')).toEqual([]);
  });

  test("What is no JSON is an error", () => {
    expect(() => parsePattern('{"a": }')).toThrow("Cannot read expected body");
  });
});
