import { expect, test } from "vitest";
import type { Problem } from "../../../../scripts/specs/spec_file.ts";
import { smallSpecs } from "../_small_specs.ts";
import { brokenRules } from "./_broken_rules.ts";

/** What a maintainer writes for a property, the remedy that is told, what follows it, and an example of that. */
const PROPERTIES: readonly [
  title: string,
  written: string,
  remedy: string,
  followed: string,
  example: string,
][] = [
  [
    "a format of big integers",
    "type: integer, format: int64",
    "Leave the format out: an integer goes up to 2^53 - 1. For larger ones write `type: string` and `format: decimal-integer`.",
    "type: integer",
    "7",
  ],
  [
    "a format that is not known",
    "type: string, format: hostname",
    "Write a `pattern` in its place, or use date-time, date, email, ipv4, ipv6, time, uri, uuid, decimal-integer, address.",
    'type: string, pattern: "^[a-z.]+$"',
    "a.b",
  ],
  [
    "nullable beside a type",
    "type: integer, nullable: true",
    'Write `type: [string, "null"]`, or `anyOf: [{ $ref: … }, { type: "null" }]`.',
    'type: [integer, "null"]',
    "7",
  ],
  [
    "nullable beside a reference",
    '$ref: "#/components/schemas/Stakes", nullable: true',
    'Write `type: [string, "null"]`, or `anyOf: [{ $ref: … }, { type: "null" }]`.',
    'anyOf: [{ $ref: "#/components/schemas/Stakes" }, { type: "null" }]',
    '{ total: "5" }',
  ],
  [
    "allOf of one reference to what is no object",
    'allOf: [{ $ref: "#/components/schemas/Amount" }]',
    'Write `$ref: "#/components/schemas/Amount"` without `allOf`; a description may stand beside it.',
    '$ref: "#/components/schemas/Amount"',
    '"5"',
  ],
  [
    "allOf of a reference and words",
    'allOf: [{ $ref: "#/components/schemas/Amount" }, { description: In base units. }]',
    'Write `$ref: "#/components/schemas/Amount"` without `allOf`; a description may stand beside it.',
    '$ref: "#/components/schemas/Amount"',
    '"5"',
  ],
  [
    "a const on an inherited property",
    'allOf: [{ $ref: "#/components/schemas/Block" }], properties: { number: { const: 7, x-source: given } }',
    'Take "number" out of the part that others share, and write it in each schema that has that part.',
    'allOf: [{ $ref: "#/components/schemas/Block" }], properties: { kind: { const: 7, x-source: given } }',
    '{ number: 7, hash: "0x07", reward: "5", status: success, kind: 7 }',
  ],
  [
    "a reference to another file",
    '$ref: "./shared/stakes.yaml"',
    'Write it in components.schemas, and refer to it with "#/components/schemas/…".',
    '$ref: "#/components/schemas/Stakes"',
    '{ total: "5" }',
  ],
  [
    "a property within a property that is decided for no reason",
    "type: object, properties: { low: { type: integer, x-source: decided } }",
    "Add a one-line `x-reason`.",
    "type: object, properties: { low: { type: integer, x-source: decided, x-reason: Useful. } }",
    "{ low: 1 }",
  ],
];

/** Problems of the small specs with such a property. */
function problemsWith(schema: string, example: string): Problem[] {
  const find = "        tier:\n";
  const extra = `        extra: { description: More., x-source: given, ${schema}, examples: [${example}] }\n`;
  return Object.values(
    brokenRules(smallSpecs({ file: "openapi.yaml", find, put: extra + find })),
  ).flat();
}

test.each(PROPERTIES)(
  "%s is refused, and its remedy accepted",
  (_, written, remedy, followed, example) => {
    expect(problemsWith(written, example).map(({ fix }) => fix)).toEqual([remedy]);
    expect(problemsWith(followed, example)).toEqual([]);
  },
);
