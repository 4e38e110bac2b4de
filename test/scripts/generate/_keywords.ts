/** A schema of the specs, and what the generated code makes of it. */
export interface Sample {
  readonly title: string;
  /** Name of the schema. */
  readonly name: string;
  readonly schema: object;
  /** Its type in the client, on one line. */
  readonly type: string;
  /** Values on the wire that are allowed; what each is for a client, where that is another value. */
  readonly good: readonly (readonly [wire: unknown, decoded?: unknown])[];
  /** Values on the wire that are not. */
  readonly bad: readonly unknown[];
  /** Values that only clients take, as they are: with fields that the schema does not name. */
  readonly kept?: readonly unknown[];
}

const AMOUNT = { $ref: "#/components/schemas/Amount" };
const described = (schema: object): object => ({
  ...schema,
  description: "A field.",
  "x-source": "given",
});

const object = (properties: Readonly<Record<string, object>>, more: object = {}): object => ({
  type: "object",
  required: Object.keys(properties),
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, described(schema)]),
  ),
  ...more,
});

const PART = { allOf: [{ $ref: "#/components/schemas/Named" }, object({ c: AMOUNT })] };
const PART_TYPE = "{ a: Amount; b?: string; c: Amount; }";
const part = (sum: unknown): object => ({ a: sum, c: sum });

/** Every keyword and format that follows, by a schema with it. */
export const KEYWORDS: readonly Sample[] = [
  {
    title: "minimum and maximum",
    name: "Percent",
    schema: { type: "number", minimum: 0, maximum: 100 },
    type: "number",
    good: [[0], [99.5], [100]],
    bad: [-1, 100.1, "5"],
  },
  {
    title: "exclusiveMinimum and exclusiveMaximum",
    name: "Share",
    schema: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
    type: "number",
    good: [[0.5]],
    bad: [0, 1],
  },
  {
    title: "both kinds of bounds",
    name: "Both",
    schema: { type: "integer", minimum: 0, exclusiveMinimum: 3, maximum: 9, exclusiveMaximum: 20 },
    type: "number",
    good: [[4], [9]],
    bad: [3, 10],
  },
  {
    title: "multipleOf",
    name: "Step",
    schema: { type: "integer", multipleOf: 5 },
    type: "number",
    good: [[10], [0], [-5]],
    bad: [7],
  },
  {
    title: "alternatives that differ in multipleOf alone",
    name: "Steps",
    schema: {
      anyOf: [
        { type: "integer", multipleOf: 5 },
        { type: "integer", multipleOf: 3 },
      ],
    },
    type: "number | number",
    good: [[10], [9]],
    bad: [7],
  },
  {
    title: "format int32",
    name: "Small",
    schema: { type: "integer", format: "int32" },
    type: "number",
    good: [[2147483647], [-2147483648]],
    bad: [2147483648, 0.5],
  },
  {
    title: "format double",
    name: "Double",
    schema: { type: "number", format: "double", minimum: 0 },
    type: "number",
    good: [[0.1]],
    bad: ["0.1", -1],
  },
  {
    title: "format float",
    name: "Float",
    schema: { type: "number", format: "float" },
    type: "number",
    good: [[0.5]],
    bad: [1e39],
  },
  {
    title: "minLength and maxLength, in code points",
    name: "Word",
    schema: { type: "string", minLength: 2, maxLength: 3 },
    type: "string",
    good: [["ab"], ["abc"], ["\u{1F600}\u{1F600}\u{1F600}"]],
    bad: ["a", "abcd", "\u{1F600}", 5],
  },
  {
    title: "pattern with the flag u",
    name: "Symbol1",
    schema: { type: "string", pattern: "^[\\p{L}\u{1F600}]$" },
    type: "string",
    good: [["ä"], ["\u{1F600}"]],
    bad: ["ab", "1"],
  },
  {
    title: "pattern with a slash and a newline",
    name: "Slash",
    schema: { type: "string", pattern: "^a/b\\n$" },
    type: "string",
    good: [["a/b\n"]],
    bad: ["a/b"],
  },
  {
    title: "pattern with a line break between slashes",
    name: "Lines",
    schema: { type: "string", pattern: "/a\n/" },
    type: "string",
    good: [["/a\n/"]],
    bad: ["a\n", "/a/"],
  },
  {
    title: "pattern with a backslash before any character",
    name: "Escaped",
    schema: { type: "string", pattern: "^\\\\.$" },
    type: "string",
    good: [["\\a"], ["\\\u{1F600}"]],
    bad: ["a", "\\ab"],
  },
  {
    title: "format date-time",
    name: "Moment",
    schema: { type: "string", format: "date-time" },
    type: "string",
    good: [["2026-01-01T00:00:00Z"], ["2026-01-01T00:00:00.5+02:00"]],
    bad: ["2026-01-01", "soon", "2026-01-01T00:00:00"],
  },
  {
    title: "format date",
    name: "Day",
    schema: { type: "string", format: "date" },
    type: "string",
    good: [["2026-01-31"]],
    bad: ["2026-02-31", "31.1.2026"],
  },
  {
    title: "format time",
    name: "Clock",
    schema: { type: "string", format: "time" },
    type: "string",
    good: [["23:59:59Z"], ["00:00:00.25-05:30"]],
    bad: ["24:00:00Z", "12:00", "12:00:00"],
  },
  {
    title: "format uuid",
    name: "Uuid",
    schema: { type: "string", format: "uuid" },
    type: "string",
    good: [["123e4567-e89b-42d3-a456-426614174000"]],
    bad: ["123e4567"],
  },
  {
    title: "format email with maxLength",
    name: "Email",
    schema: { type: "string", format: "email", maxLength: 12 },
    type: "string",
    good: [["me@a.org"]],
    bad: ["me", "somebody@a.org"],
  },
  {
    title: "format ipv4",
    name: "Four",
    schema: { type: "string", format: "ipv4" },
    type: "string",
    good: [["127.0.0.1"]],
    bad: ["127.0.0.256", "::1"],
  },
  {
    title: "format ipv6",
    name: "Six",
    schema: { type: "string", format: "ipv6" },
    type: "string",
    good: [["::1"]],
    bad: ["127.0.0.1"],
  },
  {
    title: "format uri",
    name: "Link",
    schema: { type: "string", format: "uri" },
    type: "string",
    good: [["https://a.org/b?c=d"]],
    bad: ["a b"],
  },
  {
    title: "format decimal-integer",
    name: "Sum",
    schema: { type: "string", format: "decimal-integer" },
    type: "bigint",
    good: [
      ["-5", -5n],
      ["12345678901234567890", 12345678901234567890n],
    ],
    bad: ["5.0", "a", 5],
  },
  {
    title: "format decimal-integer with a pattern and a length of its own",
    name: "Digits",
    schema: { type: "string", format: "decimal-integer", pattern: "^[0-9]+$", maxLength: 3 },
    type: "bigint",
    good: [["5", 5n]],
    bad: ["-5", "1234", "a"],
  },
  {
    title: "format decimal-integer with a pattern that takes other texts too",
    name: "Positive",
    schema: { type: "string", format: "decimal-integer", pattern: "^[1-9]" },
    type: "bigint",
    good: [["12", 12n]],
    bad: ["0", "1x", "x"],
  },
  {
    title: "const of a text",
    name: "Fixed",
    schema: { const: "a" },
    type: "'a'",
    good: [["a"]],
    bad: ["b", null],
  },
  {
    title: "const of a negative number",
    name: "Minus",
    schema: { type: "integer", const: -5 },
    type: "-5",
    good: [[-5]],
    bad: [5],
  },
  {
    title: "const null",
    name: "Never",
    schema: { const: null },
    type: "null",
    good: [[null]],
    bad: [0, "null"],
  },
  {
    title: "enum of texts",
    name: "Colour",
    schema: { type: "string", enum: ["red", "it's"] },
    type: String.raw`'red' | 'it\'s'`,
    good: [["red"], ["it's"]],
    bad: ["blue"],
  },
  {
    title: "enum of integers",
    name: "Level",
    schema: { type: "integer", enum: [-1, 0, 1] },
    type: "-1 | 0 | 1",
    good: [[-1], [1]],
    bad: [2, "1"],
  },
  {
    title: "enum of scalars of all kinds",
    name: "Mixed",
    schema: { enum: ["a", 1, true, null] },
    type: "'a' | 1 | true | null",
    good: [["a"], [1], [true], [null]],
    bad: ["b", 2, false],
  },
  {
    title: "enum of null alone",
    name: "OnlyNull",
    schema: { enum: [null] },
    type: "null",
    good: [[null]],
    bad: ["null"],
  },
  {
    title: "type null",
    name: "Nothing",
    schema: { type: "null" },
    type: "null",
    good: [[null]],
    bad: [0],
  },
  {
    title: "type boolean",
    name: "Flag",
    schema: { type: "boolean" },
    type: "boolean",
    good: [[true], [false]],
    bad: [0],
  },
  {
    title: "any value",
    name: "Anything",
    schema: {},
    type: "unknown",
    good: [[1], ["a"], [[]]],
    bad: [],
  },
  {
    title: "type list with null, whose keywords hold for its types",
    name: "Maybe",
    schema: { type: ["string", "null"], minLength: 2 },
    type: "string | null",
    good: [["ab"], [null]],
    bad: ["a", 5],
  },
  {
    title: "type list of an amount and null",
    name: "MaybeSum",
    schema: { type: ["string", "null"], format: "decimal-integer" },
    type: "bigint | null",
    good: [["5", 5n], [null]],
    bad: ["a"],
  },
  {
    title: "type list of several types",
    name: "Several",
    schema: { type: ["integer", "boolean"], multipleOf: 2 },
    type: "number | boolean",
    good: [[2], [true]],
    bad: [3, "2"],
  },
  {
    title: "minItems and maxItems",
    name: "Pairs",
    schema: { type: "array", items: AMOUNT, minItems: 1, maxItems: 2 },
    type: "Array<Amount>",
    good: [
      [["1"], [1n]],
      [
        ["1", "2"],
        [1n, 2n],
      ],
    ],
    bad: [[], ["1", "2", "3"], [5]],
  },
  {
    title: "equal minItems and maxItems",
    name: "Triple",
    schema: { type: "array", items: { type: "integer" }, minItems: 3, maxItems: 3 },
    type: "Array<number>",
    good: [[[1, 2, 3]]],
    bad: [
      [1, 2],
      [1, 2, 3, 4],
    ],
  },
  {
    title: "array without items",
    name: "List",
    schema: { type: "array", maxItems: 1 },
    type: "Array<unknown>",
    good: [[[]], [["a"]]],
    bad: [[1, 2], {}],
  },
  {
    title: "items that may be null",
    name: "Holes",
    schema: { type: "array", items: { type: ["string", "null"], format: "decimal-integer" } },
    type: "Array<bigint | null>",
    good: [
      [
        ["1", null],
        [1n, null],
      ],
    ],
    bad: [["a"]],
  },
  {
    title: "items of several shapes, with bounds",
    name: "Shapes",
    schema: {
      type: "array",
      items: { anyOf: [AMOUNT, { type: "array", items: { type: "integer" }, maxItems: 1 }] },
      minItems: 1,
    },
    type: "Array<Amount | Array<number>>",
    good: [
      [
        ["1", [2]],
        [1n, [2]],
      ],
    ],
    bad: [[], [[1, 2]], [true]],
  },
  {
    title: "tuple",
    name: "Point",
    schema: {
      type: "array",
      prefixItems: [AMOUNT, { type: "integer" }, { type: ["string", "null"] }],
      items: false,
      minItems: 3,
    },
    type: "[ Amount, number, string | null ]",
    good: [
      [
        ["1", 2, null],
        [1n, 2, null],
      ],
    ],
    bad: [
      ["1", 2],
      ["1", 2, "a", 4],
      ["1", "2", "a"],
    ],
  },
  {
    title: "tuple of equal items",
    name: "Range",
    schema: {
      type: "array",
      prefixItems: [{ type: "integer" }, { type: "integer" }],
      items: false,
      minItems: 2,
    },
    type: "[ number, number ]",
    good: [[[1, 2]]],
    bad: [[1], [1, 2, 3]],
  },
  {
    title: "tuple of one item",
    name: "Single",
    schema: { type: "array", prefixItems: [{ type: "integer" }], items: false, minItems: 1 },
    type: "[ number ]",
    good: [[[1]]],
    bad: [[], [1, 2]],
  },
  {
    title: "object that names its fields",
    name: "Named",
    schema: object({ a: AMOUNT, b: { type: "string" } }, { required: ["a"] }),
    type: "{ a: Amount; b?: string; }",
    good: [
      [{ a: "1" }, { a: 1n }],
      [
        { a: "1", b: "x" },
        { a: 1n, b: "x" },
      ],
    ],
    bad: [{}, { a: 1 }, { a: "1", b: 2 }],
  },
  {
    title: "additionalProperties false",
    name: "Closed",
    schema: object({ a: AMOUNT }, { additionalProperties: false }),
    type: "{ a: Amount; }",
    good: [[{ a: "1" }, { a: 1n }]],
    bad: [{ a: "1", b: 2 }],
  },
  {
    title: "additionalProperties true",
    name: "Loose",
    schema: object({ a: AMOUNT }, { additionalProperties: true }),
    type: "{ a: Amount; [key: string]: unknown; }",
    good: [
      [{ a: "1" }, { a: 1n }],
      [
        { a: "1", b: [2] },
        { a: 1n, b: [2] },
      ],
    ],
    bad: [{ b: 2 }],
  },
  {
    title: "additionalProperties with a schema alone",
    name: "Sums",
    schema: { type: "object", additionalProperties: AMOUNT },
    type: "{ [key: string]: Amount; }",
    good: [
      [{}],
      [
        { x: "1", y: "2" },
        { x: 1n, y: 2n },
      ],
    ],
    bad: [{ x: 1 }, { x: "a" }],
  },
  {
    title: "additionalProperties with a schema beside properties",
    name: "Rest",
    schema: object({ a: { type: "integer" } }, { additionalProperties: AMOUNT }),
    type: "{ a: number; [key: string]: Amount | number; }",
    good: [
      [
        { a: 1, b: "2" },
        { a: 1, b: 2n },
      ],
    ],
    bad: [{ a: 1, b: 2 }, { a: "1" }],
  },
  {
    title: "object without fields",
    name: "Open",
    schema: { type: "object" },
    type: "{ [key: string]: unknown; }",
    good: [[{}], [{ a: 1 }]],
    bad: [[], "a"],
  },
  {
    title: "allOf of objects",
    name: "Whole",
    schema: {
      allOf: [
        { $ref: "#/components/schemas/Named" },
        object({ c: { type: "array", items: AMOUNT } }),
      ],
      properties: { d: described({ type: "boolean" }) },
      type: "object",
    },
    type: "{ a: Amount; b?: string; c: Array<Amount>; d?: boolean; }",
    good: [
      [
        { a: "1", c: ["2"], d: true },
        { a: 1n, c: [2n], d: true },
      ],
    ],
    bad: [{ a: "1" }, { c: [] }, { a: "1", c: [], d: 1 }],
    kept: [],
  },
  {
    title: "allOf whose parts require what others have",
    name: "Demanding",
    schema: {
      allOf: [
        { $ref: "#/components/schemas/Named" },
        { type: "object", required: ["b"], properties: {} },
      ],
    },
    type: "{ a: Amount; b: string; }",
    good: [
      [
        { a: "1", b: "x" },
        { a: 1n, b: "x" },
      ],
    ],
    bad: [{ a: "1" }, { b: "x" }],
  },
  {
    title: "allOf within allOf, with references to it and fields beside them",
    name: "Deep",
    schema: {
      allOf: [
        {
          allOf: [
            { $ref: "#/components/schemas/Whole" },
            { allOf: [object({ e: { type: "integer" } })] },
          ],
          required: ["d"],
          properties: { f: described(AMOUNT) },
          type: "object",
        },
        { $ref: "#/components/schemas/Demanding" },
      ],
      required: ["f"],
      properties: { g: described({ type: "string" }) },
      type: "object",
    },
    type: "{ a: Amount; b: string; c: Array<Amount>; d: boolean; e: number; f: Amount; g?: string; }",
    good: [
      [
        { a: "1", b: "x", c: ["2"], d: true, e: 3, f: "4", g: "y" },
        { a: 1n, b: "x", c: [2n], d: true, e: 3, f: 4n, g: "y" },
      ],
    ],
    bad: [
      { a: "1", b: "x", c: [], d: true, e: 3 },
      { a: "1", b: "x", c: [], e: 3, f: "4" },
      { a: "1", c: [], d: true, e: 3, f: "4" },
      { a: "1", b: "x", c: [], d: true, e: 3, f: 4 },
    ],
  },
  {
    title: "allOf in a field, in items, in other fields, in an alternative and in a tuple",
    name: "Parts",
    schema: object({
      field: PART,
      list: { type: "array", items: PART },
      map: { type: "object", additionalProperties: PART },
      maybe: { anyOf: [PART, { type: "null" }] },
      tuple: { type: "array", prefixItems: [PART], items: false, minItems: 1 },
    }),
    type: `{ field: ${PART_TYPE}; list: Array<${PART_TYPE}>; map: { [key: string]: ${PART_TYPE}; }; maybe: ${PART_TYPE} | null; tuple: [ ${PART_TYPE} ]; }`,
    good: [
      [
        {
          field: part("1"),
          list: [part("2")],
          map: { x: part("3") },
          maybe: null,
          tuple: [part("4")],
        },
        { field: part(1n), list: [part(2n)], map: { x: part(3n) }, maybe: null, tuple: [part(4n)] },
      ],
    ],
    bad: [
      { field: part(1), list: [], map: {}, maybe: null, tuple: [part("4")] },
      { field: part("1"), list: [{ a: "1" }], map: {}, maybe: null, tuple: [part("4")] },
      { field: part("1"), list: [], map: { x: {} }, maybe: null, tuple: [part("4")] },
      { field: part("1"), list: [], map: {}, maybe: {}, tuple: [part("4")] },
      { field: part("1"), list: [], map: {}, maybe: null, tuple: [] },
    ],
  },
  {
    title: "anyOf of objects",
    name: "Either",
    schema: { anyOf: [{ $ref: "#/components/schemas/Closed" }, object({ z: { type: "string" } })] },
    type: "Closed | { z: string; }",
    good: [[{ a: "1" }, { a: 1n }], [{ z: "1" }]],
    bad: [{}, { a: 1 }],
  },
  {
    title: "a kind with a const",
    name: "Cat",
    schema: object({ kind: { const: "cat" }, lives: AMOUNT }),
    type: "{ kind: 'cat'; lives: Amount; }",
    good: [
      [
        { kind: "cat", lives: "9" },
        { kind: "cat", lives: 9n },
      ],
    ],
    bad: [{ kind: "dog", lives: "9" }],
  },
  {
    title: "a kind with an enum",
    name: "Dog",
    schema: object({ kind: { enum: ["dog", "wolf"] }, bites: { type: "boolean" } }),
    type: "{ kind: 'dog' | 'wolf'; bites: boolean; }",
    good: [[{ kind: "wolf", bites: true }]],
    bad: [{ kind: "cat", bites: true }],
  },
  {
    title: "oneOf with a discriminator",
    name: "Pet",
    schema: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind" },
    },
    type: "Cat | Dog",
    good: [
      [
        { kind: "cat", lives: "9" },
        { kind: "cat", lives: 9n },
      ],
      [{ kind: "dog", bites: true }],
    ],
    bad: [{ kind: "cow" }, { kind: "dog", lives: "9" }, {}],
  },
  {
    title: "a kind that a part says",
    name: "Lion",
    schema: {
      allOf: [{ $ref: "#/components/schemas/Cat" }, object({ pride: AMOUNT })],
    },
    type: "{ kind: 'cat'; lives: Amount; pride: Amount; }",
    good: [
      [
        { kind: "cat", lives: "9", pride: "5" },
        { kind: "cat", lives: 9n, pride: 5n },
      ],
    ],
    bad: [{ kind: "cat", lives: "9" }],
  },
  {
    title: "anyOf with a discriminator that parts say",
    name: "Beast",
    schema: {
      anyOf: [{ $ref: "#/components/schemas/Lion" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind" },
    },
    type: "Lion | Dog",
    good: [
      [
        { kind: "cat", lives: "9", pride: "5" },
        { kind: "cat", lives: 9n, pride: 5n },
      ],
      [{ kind: "dog", bites: true }],
    ],
    bad: [{ kind: "cat", lives: "9" }, { kind: "cow" }],
  },
  {
    title: "anyOf with a discriminator and a mapping, or null",
    name: "MaybePet",
    schema: {
      anyOf: [
        { $ref: "#/components/schemas/Cat" },
        { $ref: "#/components/schemas/Dog" },
        { type: "null" },
      ],
      discriminator: {
        propertyName: "kind",
        mapping: {
          cat: "#/components/schemas/Cat",
          dog: "#/components/schemas/Dog",
          wolf: "#/components/schemas/Dog",
        },
      },
    },
    type: "Cat | Dog | null",
    good: [
      [null],
      [
        { kind: "cat", lives: "9" },
        { kind: "cat", lives: 9n },
      ],
    ],
    bad: [{ kind: "cow" }, 5],
  },
  {
    title: "a schema that holds itself",
    name: "Tree",
    schema: object(
      { sum: AMOUNT, below: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
      { required: ["sum"] },
    ),
    type: "{ sum: Amount; below?: Array<Tree>; }",
    good: [
      [
        { sum: "1", below: [{ sum: "2" }] },
        { sum: 1n, below: [{ sum: 2n }] },
      ],
    ],
    bad: [{ sum: "1", below: [{ sum: 2 }] }],
  },
  {
    title: "schemas that hold each other, through null and a map",
    name: "Folder",
    schema: object(
      {
        sum: AMOUNT,
        parent: { anyOf: [{ $ref: "#/components/schemas/Folder" }, { type: "null" }] },
        files: { $ref: "#/components/schemas/FileMap" },
      },
      { required: ["parent"] },
    ),
    type: "{ sum?: Amount; parent: Folder | null; files?: FileMap; }",
    good: [
      [
        { sum: "1", parent: { parent: null }, files: { x: { parent: null, sum: "2" } } },
        { sum: 1n, parent: { parent: null }, files: { x: { parent: null, sum: 2n } } },
      ],
    ],
    bad: [{}, { parent: {} }, { parent: null, files: { x: { parent: null, sum: 2 } } }],
  },
  {
    title: "a map of what holds it",
    name: "FileMap",
    schema: { type: "object", additionalProperties: { $ref: "#/components/schemas/Folder" } },
    type: "{ [key: string]: Folder; }",
    good: [[{ x: { parent: null, sum: "2" } }, { x: { parent: null, sum: 2n } }]],
    bad: [{ x: {} }],
  },
  {
    title: "a schema that holds itself beside a part",
    name: "Branch",
    schema: {
      allOf: [
        { $ref: "#/components/schemas/Named" },
        object(
          { below: { type: "array", items: { $ref: "#/components/schemas/Branch" } } },
          { required: [] },
        ),
      ],
    },
    type: "{ a: Amount; b?: string; below?: Array<Branch>; }",
    good: [
      [
        { a: "1", below: [{ a: "2" }] },
        { a: 1n, below: [{ a: 2n }] },
      ],
    ],
    bad: [
      { a: "1", below: [{ a: 2 }] },
      { a: "1", below: [{}] },
    ],
  },
  {
    title: "fields with names that are no identifiers",
    name: "Quoted",
    schema: object({ "a-b": AMOUNT, "x-c": { type: "integer" }, default: { type: "string" } }),
    type: "{ 'a-b': Amount; 'x-c': number; default: string; }",
    good: [
      [
        { "a-b": "1", "x-c": 2, default: "d" },
        { "a-b": 1n, "x-c": 2, default: "d" },
      ],
    ],
    bad: [{ "a-b": "1" }],
  },
  ...["Boolean", "Date", "Error", "Function", "Map", "Object", "Promise", "String", "Symbol"].map(
    (name): Sample => ({
      title: `a schema with the name ${name}, which JavaScript has too`,
      name,
      schema: object({ list: { type: "array", items: AMOUNT }, map: { type: "object" } }),
      type: "{ list: Array<Amount>; map: { [key: string]: unknown; }; }",
      good: [
        [
          { list: ["1"], map: {} },
          { list: [1n], map: {} },
        ],
      ],
      bad: [{}],
    }),
  ),
];
