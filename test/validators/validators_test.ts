import { expect, test } from "vitest";
import * as zod from "zod/mini";
import {
  describeIssue,
  runValidator,
  type Validator,
  type Verdict,
} from "../../src/validation/mod.ts";
import * as small from "../../src/validators/mod.ts";

/** Either library; what is made with it is a validator of either. */
type Library = typeof zod;

const amount = (z: Library): zod.ZodMiniCodec =>
  z.codec(z.string().check(z.regex(/^-?[0-9]+$/)), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  }) as never;

const KINDS: Readonly<Record<string, (z: Library) => Validator>> = {
  string: (z) => z.string(),
  "string that matches": (z) => z.string().check(z.regex(/^0x/)),
  "string of a length": (z) => z.string().check(z.minLength(2), z.maxLength(3)),
  boolean: (z) => z.boolean(),
  number: (z) => z.number().check(z.gte(-1), z.lt(7)),
  int: (z) => z.int().check(z.gt(0), z.lte(7)),
  "int of any size": (z) => z.int(),
  null: (z) => z.null(),
  unknown: (z) => z.unknown(),
  literal: (z) => z.literal("a"),
  enum: (z) => z.enum(["a", "0x1"]),
  amount,
  "list that is not empty": (z) => z.array(amount(z)).check(z.minLength(1)),
  nullable: (z) => z.nullable(z.int()),
  optional: (z) => z.optional(amount(z)),
  nullish: (z) => z.nullish(z.boolean()),
  record: (z) => z.record(z.string(), amount(z)),
  union: (z) => z.union([z.int(), z.string().check(z.regex(/^0x/))]),
  "union that admits all": (z) => z.union([amount(z), z.unknown()]),
  "union of lists": (z) => z.union([z.array(z.string()), z.array(z.looseObject({ a: amount(z) }))]),
  object: (z) =>
    z.looseObject({
      a: amount(z),
      b: z.optional(z.nullable(z.int())),
      get more() {
        return z.optional(z.array(z.looseObject({ a: z.unknown() })));
      },
    }),
  "object that zod makes of it": (z) =>
    zod.strictObject({ a: amount(z), b: zod.optional(z.nullish(z.int())) }),
  "object that contains what zod makes": (z) =>
    z.looseObject({ a: zod.union([amount(z), zod.int()]), b: z.optional(zod.email()) }),
  "alternatives told apart": (z) =>
    z.discriminatedUnion("a", [
      z.looseObject({ a: z.literal("1"), b: amount(z) }),
      z.looseObject({ a: z.enum(["2"]), b: z.optional(z.int()) }),
    ]),
};

const PLAIN = [undefined, null, true, "", "a", "0x1", "abcd", "1", 0, 1, 1.5, 7, Number.NaN, 5n];
const HUGE = [2 ** 60, -(2 ** 60), Number.POSITIVE_INFINITY];
const LISTS = [[], ["1"], ["1", "x"], [{ a: "1" }], [{ a: "x" }], [{ a: 5n }], [5n, 6n]];
const OBJECTS = [
  {},
  { a: "1" },
  { a: "x", b: 1.5 },
  { a: "1", b: null, c: [{}] },
  { a: "2", b: 1 },
  { a: 5n, b: undefined },
  { a: "1", b: "2" },
  { b: "x", a: "3", more: [{}] },
  { a: "1", more: [{ a: 1 }, {}] },
  JSON.parse('{"a":"1","__proto__":{"b":1}}') as object,
];
const VALUES: readonly unknown[] = [...PLAIN, ...HUGE, ...LISTS, ...OBJECTS];

/** A verdict as the client shows it, with keys in their order. Of issues at one place the first one tells. */
function shown({ success, data, error }: Verdict, value: unknown): unknown {
  const described = error?.issues.map((issue) => describeIssue(issue, value)).toReversed();
  const issues = described && new Map(described.map(({ path, message }) => [path, message]));
  const keys = typeof data === "object" && data !== null && Object.keys(data);
  return { success, data, keys, issues };
}

test.each(Object.entries(KINDS))("%s says what zod's says, both ways", (_, make) => {
  const [ours, zods] = [make(small as never), make(zod)];
  for (const value of VALUES) {
    expect(shown(ours.safeParse(value), value)).toEqual(shown(zods.safeParse(value), value));
    const encoded = zod.safeEncode(zods, value as never) as Verdict;
    expect(shown(runValidator(ours, value, "backward"), value)).toEqual(shown(encoded, value));
  }
});
