import { expect, test } from "vitest";
import type { ParameterInfo } from "../../src/tables.ts";
import { amountCodec } from "../../src/zod/mod.ts";
import { encodeArguments } from "../../src/validation/mod.ts";
import * as z from "../../src/zod/mod.ts";

const PAIR: ParameterInfo = {
  name: "pair",
  in: "positional",
  types: ["array"],
  expected: "an array of 2 items",
};

test("amounts in a tuple are encoded, and no others are taken", () => {
  const validator = z.object({ pair: z.tuple([amountCodec, z.int()]) });
  const encode = (pair: unknown): unknown => encodeArguments("call", [PAIR], validator, { pair });
  expect(encode([5n, 1])).toEqual({ pair: ["5", 1] });
  expect(() => encode(["5", 1])).toThrow(TypeError);
});

test("an item or field that is not allowed is named, with what it must be", () => {
  const validator = z.object({
    statuses: z.array(z.enum(["a", "b"])),
    change: z.looseObject({ weight: amountCodec }),
    places: z.array(z.union([z.int(), z.null()])),
  });
  const parameters = ["statuses", "change", "places"].map((name) => ({ ...PAIR, name }));
  const encode = (values: object): unknown =>
    encodeArguments("call", parameters, validator, {
      ...{ statuses: [], change: { weight: 5n }, places: [] },
      ...values,
    });
  expect(() => encode({ statuses: ["a", "c"] })).toThrow(
    new RangeError('Cannot call call: statuses.1 must be "a" or "b", got "c"'),
  );
  expect(() => encode({ change: { weight: "5" } })).toThrow(
    new TypeError('Cannot call call: change.weight must be a bigint, got "5"'),
  );
  expect(() => encode({ change: { weight: 5 } })).toThrow(
    new TypeError("Cannot call call: change.weight must be a bigint, got 5: write 5n"),
  );
  expect(() => encode({ change: {} })).toThrow(
    new TypeError("Cannot call call: change.weight must be a bigint, got nothing"),
  );
  expect(() => encode({ places: [1, "x"] })).toThrow(
    new TypeError('Cannot call call: places.1 must be a number or null, got "x"'),
  );
  expect(() => encode({ statuses: "a" })).toThrow(
    new TypeError('Cannot call call: statuses must be an array of 2 items, got "a"'),
  );
});
