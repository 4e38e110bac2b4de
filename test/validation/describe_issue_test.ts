import { expect, test } from "vitest";
import * as z from "zod/mini";
import { describeIssue, type Validator } from "../../src/validation/mod.ts";

const HASH = z.string().check(z.regex(/^0x/));
const HASHES = z.union([z.array(z.string()), z.array(z.looseObject({ hash: HASH }))]);

test.each([
  ["a kind", z.string(), 5, "", "expected a string, got 5"],
  ["an integer", z.int(), 1.5, "", "expected an integer, got 1.5"],
  ["a bound", z.int(), 2 ** 60, "", "expected at most 9007199254740991, got 1152921504606847000"],
  ["a pattern", HASH, "7", "", 'expected a string matching /^0x/, got "7"'],
  ["one of a set", z.enum(["a", "b"]), "c", "", 'expected "a" or "b", got "c"'],
  ["null", z.array(z.string()), null, "", "expected an array, got null"],
  ["a long text", z.int(), "7".repeat(50), "", "expected a number, got a string of 50 characters"],
  [
    "a place",
    z.looseObject({ a: z.array(z.int()) }),
    { a: [1, "2"] },
    "a.1",
    'expected a number, got "2"',
  ],
  ["a union", z.union([z.int(), z.string()]), true, "", "expected a number or a string, got true"],
  ["what lies within a union", HASHES, [{ hash: 5 }], "0.hash", "expected a string, got 5"],
])("an issue names %s", (_, schema: Validator, value, path, message) => {
  const [issue] = z.safeParse(schema, value).error?.issues ?? [];
  if (!issue) expect.fail("no issue");
  expect(describeIssue(issue, value)).toEqual({ path, message });
});
