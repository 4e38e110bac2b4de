import { describe, expect, test } from "vitest";
import type { ParameterInfo } from "../../src/tables.ts";
import {
  serializeHeaders,
  serializePath,
  serializePathLists,
  serializeQuery,
  serializeQueryLists,
} from "../../src/parameters.ts";

describe("serializeQueryLists()", () => {
  const joined: ParameterInfo = {
    name: "ids",
    in: "query",
    types: ["array"],
    items: ["integer"],
    explode: false,
    expected: "an array",
  };

  test.each([
    ["nothing", {}, ""],
    ["undefined and null", { page: undefined, limit: null }, ""],
    [
      "numbers, strings and booleans",
      { page: 2, order: "asc", full: false },
      "?page=2&order=asc&full=false",
    ],
    ["what would end a value", { "a b": "x&y=z#é" }, "?a%20b=x%26y%3Dz%23%C3%A9"],
    ["a list", { status: ["active", "passed"], page: 0 }, "?status=active&status=passed&page=0"],
    ["an empty list", { status: [], page: 0 }, "?page=0"],
    ["a list of a parameter that joins it", { ids: [1, 2, 3] }, "?ids=1,2,3"],
    ["an empty list of a parameter that joins it", { ids: [] }, "?ids="],
  ])("writes %s", (_, values, text) => {
    expect(serializeQueryLists(values, [joined])).toBe(text);
  });

  test.each([
    [
      "an object",
      { a: { b: 1 } },
      TypeError,
      "a must be a string, a number, a boolean or a list of them, got an object",
    ],
    [
      "a comma in an item of a joined list",
      { ids: ["a,b"] },
      RangeError,
      "an item of ids must not",
    ],
    ["an empty item of a joined list", { ids: [""] }, RangeError, "an item of ids must not"],
    ["a lone surrogate", { a: "\ud800" }, RangeError, "a must be well-formed Unicode"],
  ])("refuses %s", (_, values, kind, message) => {
    const write = (): string => serializeQueryLists(values, [joined]);
    expect(write).toThrow(kind);
    expect(write).toThrow(message);
  });
});

describe("serializePathLists()", () => {
  const list: ParameterInfo = {
    name: "c",
    in: "path",
    required: true,
    types: ["array"],
    items: ["string"],
    expected: "an array",
  };

  test("keeps each value within its part of the path", () => {
    const values = { a: "x?y#z", b: 7, c: ["p", "q&r"] };
    expect(serializePathLists("/things/{a}/{b}/{c}", values, [list])).toBe(
      "/things/x%3Fy%23z/7/p,q%26r",
    );
  });

  test.each([
    ["", RangeError],
    [".", RangeError],
    ["..", RangeError],
    ["x/y", RangeError],
    ["x\\y", RangeError],
    [["x", "y/z"], RangeError],
    [undefined, TypeError],
    [[], RangeError],
    [[".."], RangeError],
    ["x/y", RangeError],
    ["x\\y", RangeError],
    [["p", "q/r"], RangeError],
    [{}, TypeError],
  ])("refuses %j", (value, kind) => {
    expect(() => serializePathLists("/things/{a}", { a: value }, [{ ...list, name: "a" }])).toThrow(
      kind,
    );
  });
});

describe("of parameters without lists", () => {
  test("a query is the same", () => {
    expect(serializeQuery({ "a b": "x&y", page: 2, order: undefined })).toBe("?a%20b=x%26y&page=2");
  });

  test("a path is the same", () => {
    expect(serializePath("/things/{a}/{b}", { a: "x?y", b: 7 })).toBe("/things/x%3Fy/7");
  });

  test("a list is refused", () => {
    expect(() => serializeQuery({ ids: [1, 2] })).toThrow("ids must be a string");
    expect(() => serializePath("/things/{a}", { a: ["x"] })).toThrow("a must be a string");
  });
});

describe("serializeHeaders()", () => {
  test("joins lists and leaves out what is undefined", () => {
    const values = { "X-Ids": [1, 2], "X-Name": "a b", "X-None": undefined };
    expect(serializeHeaders(values)).toEqual({ "X-Ids": "1,2", "X-Name": "a b" });
  });

  test.each([["a\nb"], ["é"], [["a,b"]]])("refuses %j", (value) => {
    expect(() => serializeHeaders({ "X-Name": value })).toThrow("Cannot send header X-Name");
  });
});
