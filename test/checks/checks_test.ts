import { expect, test } from "vitest";
import * as zod from "zod/mini";
import * as checks from "../../src/checks/mod.ts";

/** What both vocabularies have, as far as it is compared; zod writes bounds as a method. */
type Words = Omit<typeof checks, "Check" | "ObjectCheck" | "amount" | "showValue" | "oneOf">;

interface Parser {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

const ZOD = {
  ...zod,
  checked: (type: zod.ZodMiniType, ...bounds: never[]) => type.check(...bounds),
} as unknown as Words;

const DOUBLE = { a: 1, b: [1, "2", null], c: { d: true } };

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -7,
  1.5,
  100,
  101,
  2 ** 53,
  -(2 ** 53),
  Number.NaN,
  Infinity,
  "",
  "0x1f",
  "abc",
  "12",
  5n,
  [],
  [1, 2],
  [1, "2"],
  [[1]],
  {},
  { a: 1 },
  { a: "x" },
  { a: 1, more: { deep: [1] } },
  { a: null, b: undefined },
  DOUBLE,
  Symbol("s"),
];

const KINDS: Readonly<Record<string, (z: Words) => unknown>> = {
  unknown: (z) => z.unknown(),
  string: (z) => z.string(),
  pattern: (z) => z.checked(z.string(), z.regex(/^0x[0-9a-f]*$/)),
  lengths: (z) => z.checked(z.string(), z.minLength(1), z.maxLength(3)),
  number: (z) => z.number(),
  bounded: (z) => z.checked(z.number(), z.gte(-5), z.lte(100)),
  open: (z) => z.checked(z.number(), z.gt(0), z.lt(100)),
  int: (z) => z.int(),
  boolean: (z) => z.boolean(),
  literal: (z) => z.literal("abc"),
  enum: (z) => z.enum(["abc", "12"]),
  nullable: (z) => z.nullable(z.int()),
  optional: (z) => z.optional(z.int()),
  nullish: (z) => z.nullish(z.int()),
  array: (z) => z.array(z.int()),
  record: (z) => z.record(z.string(), z.int()),
  object: (z) => z.looseObject({ a: z.int(), b: z.optional(z.array(z.unknown())) }),
  nested: (z) => z.looseObject({ c: z.looseObject({ d: z.boolean() }) }),
  union: (z) => z.union([z.int(), z.array(z.array(z.int())), z.looseObject({ a: z.string() })]),
  "an open field": (z) => z.looseObject({ a: z.unknown() }),
  "fields that may be left out": (z) =>
    z.looseObject({
      a: z.nullable(z.optional(z.unknown())),
      b: z.union([z.int(), z.optional(z.unknown())]),
    }),
  lenient: (z) => z.union([z.looseObject({ a: z.int() }), z.unknown()]),
};

test.each(Object.entries(KINDS))("a check of %s takes and refuses what zod's does", (_, make) => {
  const [own, theirs] = [make(checks) as Parser, make(ZOD) as Parser];
  const told = VALUES.map((value) => outcome(own, value));
  expect(told).toEqual(VALUES.map((value) => outcome(theirs, value)));
});

function outcome(parser: Parser, value: unknown): unknown {
  const { success, data } = parser.safeParse(value);
  return success ? { success, data } : { success };
}

test("what is decoded is a copy, and what is not is the value itself", () => {
  const plain = checks.looseObject({ list: checks.array(checks.int()) });
  const value = { list: [1] };
  expect(plain.safeParse(value).data).toBe(value);
  const amounts = checks.looseObject({ list: checks.array(checks.amount(/^\d+$/)) });
  const wire = { list: ["1", "2"], more: 7 };
  expect(amounts.safeParse(wire).data).toEqual({ list: [1n, 2n], more: 7 });
  expect(wire).toEqual({ list: ["1", "2"], more: 7 });
});

test("a field is the value's own, whatever its prototype has", () => {
  const check = checks.looseObject({ toString: checks.optional(checks.string()) });
  expect(check.safeParse({}).success).toBe(true);
});

test("every fault of an object is told with its place", () => {
  const check = checks.looseObject({
    a: checks.int(),
    b: checks.array(checks.looseObject({ c: checks.string() })),
  });
  const { error } = check.safeParse({ a: "1", b: [{ c: "x" }, { c: 5 }, 7] });
  expect(error?.issues).toEqual([
    { path: ["a"], expected: "a number" },
    { path: ["b", 1, "c"], expected: "a string" },
    { path: ["b", 2], expected: "an object" },
  ]);
});
