import { expect, test } from "vitest";
import { serializeQuery } from "../../src/rest/serialize_query.ts";

test.each([
  ["nothing", {}, ""],
  ["what is undefined or null", { page: undefined, limit: null }, ""],
  ["numbers and texts", { page: 2, order: "asc" }, "?page=2&order=asc"],
  ["what would end a value", { "a b": "x&y=z#é" }, "?a%20b=x%26y%3Dz%23%C3%A9"],
  ["a list", { status: ["active", "passed"], page: 0 }, "?status=active&status=passed&page=0"],
])("a query of %s is written as the service reads it", (_, values, text) => {
  expect(serializeQuery(values)).toBe(text);
});
