import { describe, expect, test } from "vitest";
import { actualProblem, type Case, expectedProblem } from "./_broken_rules.ts";

const TYPES = "array, boolean, integer, null, number, object or string, or a list of some of them";
const OTHER_NAME =
  "Use another name than segment, chain, network, rpc, simple, rest, events, fetch, sendRawTransaction, waitForReceipt, createNonces, getLatestBlock, budget, close, then.";

/** Schemas of a property that lack a keyword beside another. */
const INCOMPLETE = [
  {
    title: "a list has no items",
    schema: "type: array, items: false",
    message: "a list without items",
    fix: "Write a schema, or the items as `prefixItems`.",
  },
  {
    title: "oneOf has no discriminator",
    schema: "oneOf: [{ type: integer }, { type: string }]",
    message: "oneOf without a discriminator",
    fix: "Write `anyOf`, or add a discriminator.",
  },
  {
    title: "a property has a name that every object has",
    schema:
      "type: object, properties: { constructor: { type: string, description: A., examples: [a], x-source: given } }",
    message: `property "constructor" has a name that is reserved in JavaScript`,
    fix: "Use another name.",
  },
  ...["01", "1.0", "9007199254740993"].map((name) => ({
    title: `a property has the name ${name}, which becomes another number`,
    schema: `type: object, properties: { "${name}": { type: string, description: A., examples: [a], x-source: given } }`,
    message: `property "${name}" has a name that is read as another number`,
    fix: "Use another name.",
  })),
];

/** Schemas of a property whose keywords do not go together. */
const INCOHERENT = [
  {
    title: "a bound stands without a type",
    schema: "minimum: 1",
    message: `keyword "minimum" does not apply to a schema without a type`,
    fix: "Write `type: integer`, or remove it.",
  },
  {
    title: "a keyword validates beside a reference",
    schema: `$ref: "#/components/schemas/Amount", maxLength: 5`,
    message: `keyword "maxLength" cannot be combined with "$ref"`,
    fix: "Write a schema of its own, or change the one that is referred to.",
  },
  {
    title: "a pattern stands beside an enum",
    schema: "type: string, enum: [a], pattern: a",
    message: `keyword "pattern" cannot be combined with "enum"`,
    fix: "Write it within the values, or remove it.",
  },
  {
    title: "a bound excludes what the other allows",
    schema: "type: string, minLength: 3, maxLength: 2",
    message: `minLength 3 is above maxLength 2, which leaves no value`,
    fix: "Lower minLength, or raise maxLength.",
  },
  {
    title: "a value is not of the type",
    schema: "type: integer, enum: [1, a]",
    message: `"a" is not of type integer`,
    fix: "Fix the value or the type.",
  },
  {
    title: "a format is unknown",
    schema: "type: string, format: hostname",
    message: `unknown format "hostname" of strings`,
    fix: "Write a `pattern` in its place, or use date-time, date, email, ipv4, ipv6, time, uri, uuid, decimal-integer, address.",
  },
  {
    title: "a format is of integers beyond 2^53",
    schema: "type: integer, format: int64",
    message: `unknown format "int64" of numbers`,
    fix: "Leave the format out: an integer goes up to 2^53 - 1. For larger ones write `type: string` and `format: decimal-integer`.",
  },
  {
    title: "a format of numbers is unknown",
    schema: "type: number, format: decimal",
    message: `unknown format "decimal" of numbers`,
    fix: "Leave the format out, or use float or double.",
  },
  {
    title: "a format is of numbers with fractions",
    schema: "type: [integer, 'null'], format: double",
    message: `format "double" applies only to numbers`,
    fix: "Write `type: number`, or leave the format out.",
  },
  {
    title: "a format is of integers",
    schema: "type: number, format: int32",
    message: `format "int32" applies only to integers`,
    fix: "Write `type: integer`, or leave the format out.",
  },
  {
    title: "a tuple may be shorter",
    schema: "type: array, prefixItems: [{ type: integer }], items: false",
    message: "a tuple whose items may be absent or followed by others",
    fix: "Write `items: false` and `minItems: 1` beside it, and no `maxItems`; or an object with named fields.",
  },
  {
    title: "an alternative does not say its kind",
    schema: `oneOf: [{ $ref: "#/components/schemas/Stakes" }, { $ref: "#/components/schemas/Block" }], discriminator: { propertyName: total }`,
    message: `#/components/schemas/Stakes of oneOf does not say its "total"`,
    fix: `Refer to schemas that require "total", each with a const or an enum of strings of its own.`,
  },
  {
    title: "parts differ in a property",
    schema: `allOf: [{ $ref: "#/components/schemas/Stakes" }], properties: { total: { type: integer, description: A., examples: [1], x-source: given } }`,
    message: `allOf cannot be made one object: the parts differ in the property "total"`,
    fix: 'Take "total" out of the part that others share, and write it in each schema that has that part.',
  },
  {
    title: "a part is no object",
    schema: `allOf: [{ $ref: "#/components/schemas/Amount" }]`,
    message: "allOf cannot be made one object: a part is string",
    fix: 'Write `$ref: "#/components/schemas/Amount"` without `allOf`; a description may stand beside it.',
  },
  {
    title: "parts are bounds of a number",
    schema: "allOf: [{ type: integer, minimum: 1 }, { type: integer, maximum: 9 }]",
    message: "allOf cannot be made one object: a part is integer",
    fix: "Write one schema with the keywords of all parts.",
  },
  {
    title: "a part allows any value",
    schema: "allOf: [{}]",
    message: "allOf cannot be made one object: a part is any value",
    fix: "Write one schema with the keywords of all parts.",
  },
  {
    title: "a part is deprecated, which nothing shows",
    schema: `deprecated: true, allOf: [{ $ref: "#/components/schemas/Stakes" }, { type: object, deprecated: true }]`,
    message: `allOf cannot be made one object: a part has "deprecated"`,
    fix: 'Take "deprecated" out of the part, or write one object with all properties.',
  },
  {
    title: "a part requires what no part has",
    schema: `allOf: [{ $ref: "#/components/schemas/Stakes" }, { type: object, required: [totl] }]`,
    message: `required "totl" is no property`,
    fix: "Add the property, or fix its spelling.",
  },
  {
    title: "what is required is no property",
    schema: "type: object, properties: {}, required: [a]",
    message: `required "a" is no property`,
    fix: "Add the property, or fix its spelling.",
  },
];

/** A property of the small specs with a schema that breaks a rule. */
function ofProperty({ title, schema, message, fix }: (typeof INCOHERENT)[number]): Case {
  return {
    title,
    file: "openapi.yaml",
    find: "number: { type: integer, description: Height., x-source: given }",
    put: `number: { description: Height., ${schema}, x-source: given }`,
    message,
    fix,
  };
}

const CASES: Readonly<Record<string, readonly Case[]>> = {
  unmetCondition: INCOMPLETE.map(ofProperty),
  refusedKeyword: [
    {
      title: "a type is misspelt",
      file: "openapi.yaml",
      find: "status:\n          type: string",
      put: "status:\n          type: objet",
      at: "type: objet",
      message: `keyword "type" of a schema cannot be "objet"`,
      fix: `Write ${TYPES}.`,
    },
    {
      title: "what is required is no list",
      file: "openapi.yaml",
      find: "required: [number, hash, reward, status]",
      put: "required: hash",
      message: `keyword "required" of a schema cannot be "hash"`,
      fix: "Write a list of property names, each once, in the object that has them.",
    },
    {
      title: "a decided bound is a text",
      file: "openrpc.json",
      find: `"x-decided": { "minimum": 0 }`,
      put: `"x-decided": {\n "minimum": "0" }`,
      at: `"minimum": "0"`,
      message: `keyword "minimum" of x-decided of a schema cannot be "0"`,
      fix: "Write a number.",
    },
    {
      title: "a pattern cannot be read",
      file: "openapi.yaml",
      find: "pattern: ^0x[0-9a-f]*$",
      put: "pattern: ^0x[0-9a-f*$",
      message: `keyword "pattern" of a schema cannot be "^0x[0-9a-f*$"`,
      fix: "Write a regular expression, as JavaScript reads it with the flag u.",
    },
    {
      title: "a decided pattern cannot be read",
      file: "openapi.yaml",
      find: `x-decided: { pattern: "^(0|[1-9][0-9]*)$" }`,
      put: `x-decided: { pattern: "^(0|[1-9][0-9]*$" }`,
      message: `keyword "pattern" of x-decided of a schema cannot be "^(0|[1-9][0-9]*$"`,
      fix: "Write a regular expression, as JavaScript reads it with the flag u.",
    },
    {
      title: "a property has a text in the place of a schema",
      file: "openapi.yaml",
      find: "number: { type: integer, description: Height., x-source: given }",
      put: "number: integer",
      message: `"integer" is not a schema`,
      fix: "Write an object of keywords, or remove it.",
    },
    {
      title: "a named schema has no value",
      file: "openapi.yaml",
      find: "    Hash:\n",
      put: "    Nothing:\n    Hash:\n",
      at: "Nothing:",
      message: "null is not a schema",
      fix: "Write an object of keywords, or remove it.",
    },
    {
      title: "a schema within the payload of a topic is wrong",
      file: "openrpc.json",
      find: `"payload": { "$ref": "./openapi.yaml#/components/schemas/Block" }`,
      put: `"payload": { "type": "array", "items": {\n "type": "blok" } }`,
      at: `"type": "blok"`,
      message: `keyword "type" of a schema cannot be "blok"`,
      fix: `Write ${TYPES}.`,
    },
    {
      title: "an operation's parameter has no schema",
      file: "openapi.yaml",
      find: "          schema: { type: string, enum: [asc, desc], default: desc }\n",
      put: "",
      at: "name: order",
      message: `a parameter "order" has no "schema"`,
      fix: "Add `schema`: a schema.",
    },
    {
      title: "the content of an answer has none",
      file: "openapi.yaml",
      find: `          schema: { $ref: "#/components/schemas/ErrorEnvelope" }\n`,
      put: "",
      at: "application/json:\n          example: { success: false",
      message: `content has no "schema"`,
      fix: "Add `schema`: a schema.",
    },
  ],
  incoherentSchema: [
    ...INCOHERENT.map(ofProperty),
    ...[
      ["given", "decided"],
      ["decided", "given"],
    ].map(([source, ofKind]): Case => ({
      title: `an alternative is ${source}, and its kind is ${ofKind}`,
      file: "openapi.yaml",
      find: "  schemas:\n    Hash:",
      put: `  schemas:
    Left:
      { description: A., x-source: ${source}, x-reason: B., type: object, required: [kind], properties: { kind: { const: left, description: C., x-source: ${ofKind}, x-reason: D. } } }
    Right:
      { description: A., x-source: given, type: object, required: [kind], properties: { kind: { const: right, description: C., x-source: given } } }
    Side:
      oneOf: [{ $ref: "#/components/schemas/Right" }, { $ref: "#/components/schemas/Left" }]
      discriminator: { propertyName: kind }
      description: A.
      x-source: given
    Hash:`,
      at: "discriminator: {",
      message: `#/components/schemas/Left of oneOf or its "kind" is decided, so it may be any value`,
      fix: "Write `x-source: given` there; the reference in oneOf may be decided.",
    })),
    {
      title: "a decided bound says nothing of the type",
      file: "openrpc.json",
      find: `"schema": { "type": "integer", "x-decided": { "minimum": 0 } }`,
      put: `"schema": { "type": "integer", "x-decided": {\n "minLength": 0 } }`,
      at: `"minLength"`,
      message: `keyword "minLength" does not apply to integer`,
      fix: "Write `type: string`, or remove it.",
    },
  ],
  reservedName: [
    ...["segment", "chain", "network", "rpc", "simple", "rest", "events", "fetch", "then"].map(
      (name): Case => ({
        title: `an operation has the id ${name}`,
        file: "openapi.yaml",
        find: "operationId: getStakes",
        put: `operationId: ${name}`,
        at: `get:\n      operationId: ${name}`,
        message: `operation "${name}" has a name that clients reserve`,
        fix: OTHER_NAME,
      }),
    ),
    {
      title: "a method has the name call",
      file: "openrpc.json",
      find: `"name": "delta_getStake"`,
      put: `"name": "call"`,
      at: `{\n      "name": "call"`,
      message: `method "call" has a name that clients reserve`,
      fix: "Use another name than call, batch, then.",
    },
    ...["delete", "default", "await", "constructor"].map((name): Case => ({
      title: `an operation has the id ${name}`,
      file: "openapi.yaml",
      find: "operationId: getStakes",
      put: `operationId: ${name}`,
      at: `get:\n      operationId: ${name}`,
      message: `operation "${name}" has a name that is reserved in JavaScript`,
      fix: "Use another name.",
    })),
    ...["Array", "Record"].map((name): Case => ({
      title: `a schema has the name ${name}`,
      file: "openapi.yaml",
      find: "    Tier:\n",
      put: `    ${name}: { type: string, description: A., x-source: given, examples: [a] }\n    Tier:\n`,
      at: `    ${name}:`,
      message: `schema "${name}" has a name that clients reserve`,
      fix: "Use another name than Array, ClientOptions, NonNullable, Partial, Readonly, Record.",
    })),
  ],
  contradictingDefault: [
    {
      title: "a default is above the maximum",
      file: "openapi.yaml",
      find: "schema: { type: integer, default: 20, maximum: 100",
      put: "schema: { type: integer, default: 101, maximum: 100",
      message: "default contradicts its schema: default must be <= 100",
      fix: "Fix the default or the schema.",
    },
    {
      title: "a default is below a decided minimum",
      file: "openapi.yaml",
      find: "default: 20, maximum: 100",
      put: "default: 0, maximum: 100",
      message: "default contradicts its schema: default must be >= 1",
      fix: "Fix the default or the schema.",
    },
    {
      title: "a default is of another type",
      file: "openrpc.json",
      find: `"schema": { "type": "boolean", "default": false }`,
      put: `"schema": { "type": "boolean", "default": "no" }`,
      message: "default contradicts its schema: default must be boolean",
      fix: "Fix the default or the schema.",
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});
