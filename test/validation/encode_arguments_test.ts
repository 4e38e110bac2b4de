import { expect, test } from "vitest";
import type { ParameterInfo } from "../../src/generated/tables.gen.ts";
import { amountCodec } from "../../src/generated/client/codecs.gen.ts";
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
