import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import * as mini from "zod/mini";
import {
  _safeEncode,
  _safeParse,
  $ZodError,
  type $ZodIssue,
  type $ZodType,
  version,
} from "zod/v4/core";
import * as own from "../../src/zod/mod.ts";

const HEX = /^0x[0-9a-f]*$/;
const digits = { decode: (text: string) => BigInt(text), encode: (value: bigint) => `${value}` };

/** The same schema of our own functions, and of zod's. */
const SCHEMAS: Readonly<Record<string, readonly [$ZodType, $ZodType]>> = {
  "an integer": [own.int(), mini.int()],
  "a bounded integer": [own.int(own.lte(100)), mini.int().check(mini.lte(100))],
  "a string of a pattern": [own.pattern(HEX), mini.string().check(mini.regex(HEX))],
  "a codec": [
    own.codec(own.pattern(/^\d+$/), own.bigint(), digits),
    mini.codec(mini.string().check(mini.regex(/^\d+$/)), mini.bigint(), digits),
  ],
  "a string": [own.string(), mini.string()],
  "a bounded string": [own.string(own.minLength(3)), mini.string().check(mini.minLength(3))],
  "a number": [own.number(own.lte(6)), mini.number().check(mini.lte(6))],
  "a boolean": [own.boolean(), mini.boolean()],
  "a bigint": [own.bigint(), mini.bigint()],
  null: [own.null(), mini.null()],
  anything: [own.unknown(), mini.unknown()],
  "a literal": [own.literal("0x", 7, null), mini.literal(["0x", 7, null])],
  "an optional value": [own.optional(own.int()), mini.optional(mini.int())],
  "a nullable value": [own.nullish(own.int()), mini.nullish(mini.int())],
  "an object that may lack what may be null": [
    own.strictObject({ kind: own.nullable(own.optional(own.int())) }),
    mini.strictObject({ kind: mini.nullable(mini.optional(mini.int())) }),
  ],
  alternatives: [
    own.union([own.int(), own.boolean(), own.nullable(own.array(own.string()))]),
    mini.union([mini.int(), mini.boolean(), mini.nullable(mini.array(mini.string()))]),
  ],
  "alternatives of which one may be absent": [
    own.strictObject({ kind: own.union([own.optional(own.int()), own.literal("a")]) }),
    mini.strictObject({ kind: mini.union([mini.optional(mini.int()), mini.literal("a")]) }),
  ],
  "alternatives of which one is bounded": [
    own.union([own.int(own.lte(6)), own.string()]),
    mini.union([mini.int().check(mini.lte(6)), mini.string()]),
  ],
  "a list": [own.array(own.int()), mini.array(mini.int())],
  "a bounded list": [
    own.array(own.int(), own.maxLength(2)),
    mini.array(mini.int()).check(mini.maxLength(2)),
  ],
  "a bounded list of what is decoded": [
    own.array(own.codec(own.string(), own.bigint(), digits), own.minLength(2)),
    mini.array(mini.codec(mini.string(), mini.bigint(), digits)).check(mini.minLength(2)),
  ],
  "an object": [objectOf(own), objectOf(mini)],
  "an object of objects": [
    own.looseObject({ inner: objectOf(own), list: own.array(objectOf(own)) }),
    mini.looseObject({ inner: objectOf(mini), list: mini.array(objectOf(mini)) }),
  ],
  "alternatives that a property tells apart": [
    own.discriminatedUnion("kind", [kindOf(own, "a"), kindOf(own, "b")] as never),
    mini.discriminatedUnion("kind", [kindOf(mini, "a"), kindOf(mini, "b")] as never),
  ],
};

function objectOf(z: typeof own | typeof mini): $ZodType {
  const codec = z.codec as typeof own.codec;
  const amount = codec(z.string(), z.bigint(), digits);
  const shape = {
    name: z.string(),
    height: z.int(),
    value: amount,
    any: z.unknown(),
    note: z.optional(z.nullable(z.string() as never) as never),
  };
  return z.looseObject(shape as never);
}

function kindOf(z: typeof own | typeof mini, kind: string): $ZodType {
  return z.looseObject({ kind: z.literal(kind), height: z.int() } as never);
}

const WHOLE = { name: "n", height: 7, value: "12", any: 1, note: null };
const HOSTILE = JSON.parse(
  '{"name":"n","height":7,"value":"1","any":1,"__proto__":{"x":1}}',
) as object;

const VALUES: readonly unknown[] = [
  ...[undefined, null, true, "", "0x", "0xg", "12", "-1", 7, 0, -7, 101, 1.5, NaN, Infinity],
  ...[2 ** 53, -(2 ** 53), 12n, [], {}, [WHOLE]],
  ...[[1, 2], [1, 2, 3], [1, "2"], [undefined], Array(2)],
  ...[["1"], ["1", "2"], ["1", 2], [1n], [1n, 2n], [1n, "2"]],
  ...[WHOLE, { ...WHOLE, more: [1] }, { ...WHOLE, note: undefined }, { ...WHOLE, note: 7 }],
  ...[{ ...WHOLE, any: undefined }, { ...WHOLE, height: "7", value: 7 }, { name: "n" }, HOSTILE],
  ...[{ ...WHOLE, value: 12n }, Object.create(WHOLE), new Date(0)],
  ...[
    { inner: WHOLE, list: [WHOLE, { ...WHOLE, height: null }] },
    { inner: {}, list: {} },
  ],
  ...[
    { kind: "a", height: 7 },
    { kind: "b", height: "7" },
    { kind: "c", height: 7 },
    { height: 7 },
  ],
];

describe.each(Object.entries(SCHEMAS))("%s", (_, [schema, peer]) => {
  it.each([
    ["decodes", _safeParse],
    ["encodes", _safeEncode],
  ] as const)("%s every value as zod does, and finds the same issues", (_name, make) => {
    const read = make($ZodError);
    for (const value of VALUES) {
      expect(
        outcomeOf(() => read(schema, value)),
        String(value),
      ).toEqual(outcomeOf(() => read(peer, value)));
    }
  });

  it("is the same JSON Schema", () => {
    const options = { io: "input", unrepresentable: "any" } as const;
    expect(mini.toJSONSchema(schema, options)).toEqual(mini.toJSONSchema(peer, options));
  });
});

it("leaves what it reads as it was", () => {
  const value = structuredClone(WHOLE);
  own.safeParse(objectOf(own), value);
  expect(value).toEqual(WHOLE);
});

describe("compared with the specs", () => {
  const item = mini.strictObject({ kind: mini.literal("a"), height: mini.int() });
  const strict = mini.strictObject({ status: mini.enum(["on", "off"]), list: mini.array(item) });
  const schema = own.object({
    status: own.openSet(["on", "off"], own.pattern(/^o/)),
    list: own.array(own.object({ kind: own.literal("a"), height: own.int() })),
  });

  it("a value has no further fields, and of an open set those that are known", () => {
    const list = [{ kind: "a", height: 7 }];
    const values = [
      { status: "on", list },
      { status: "other", list },
      { status: "on", list, more: 1 },
    ];
    for (const value of [...values, { status: "on", list: [{ ...list[0], more: 1 }] }, null, []])
      expect(outcomeOf(() => own.safeCompare(schema, value))).toEqual(
        outcomeOf(() => _safeParse($ZodError)(strict, value)),
      );
  });

  it("while it is read for use, others are taken and left out", () => {
    expect(own.safeParse(schema, { status: "other", list: [], more: 1 })).toEqual({
      success: true,
      data: { status: "other", list: [] },
    });
    expect(own.safeParse(schema, { status: "no", list: [] }).success).toBe(false);
  });
});

const SAID = [
  "code",
  "path",
  "expected",
  "minimum",
  "maximum",
  "origin",
  "pattern",
  "discriminator",
  "values",
  "errors",
];

interface Outcome {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly issues: readonly $ZodIssue[] } | undefined;
}

/** The data with what it inherits from, or what the issues say, in any order. */
function outcomeOf(read: () => Outcome): unknown {
  const { success, data, error } = read();
  if (success) return [data, Object.getPrototypeOf(data ?? {}) as unknown];
  return error?.issues.map((issue) => JSON.stringify(issue, SAID)).toSorted();
}

describe("the package", () => {
  it("brings the version of zod that these tests hold its own classes against, and no other", () => {
    const { major, minor, patch } = version;
    expect(manifest.dependencies.zod).toBe(`${major}.${minor}.${patch}`);
  });
});
