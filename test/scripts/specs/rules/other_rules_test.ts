import { describe, expect, test } from "vitest";
import { actualProblem, type Case, expectedProblem } from "./_broken_rules.ts";

const ADD_REASON = "Add a one-line `x-reason`.";
const DESCRIBE = "Add a `description` that says what it is and, where it has one, its unit.";
const TAKE_FIELDS = "Take its fields as parameters; the last object of a call is its options.";
const USE_STATUS = "Use a status of x-error-codes, or add a code that is sent with it.";

const CASES: Readonly<Record<string, readonly Case[]>> = {
  objectParameter: [
    {
      title: "a positional parameter is an object",
      file: "openrpc.json",
      find: `"schema": { "type": "boolean", "default": false }`,
      put: `"schema": { "type": "object" }`,
      at: `{\n          "name": "full"`,
      message: `method chain_getBlock: parameter "full" is an object`,
      fix: TAKE_FIELDS,
    },
    {
      title: "an alternative of a positional parameter stands for an object",
      file: "openrpc.json",
      find: `"schema": { "type": "boolean", "default": false }`,
      put: `"schema": { "anyOf": [{ "type": "null" }, { "$ref": "./openapi.yaml#/components/schemas/Block" }] }`,
      at: `{\n          "name": "full"`,
      message: `method chain_getBlock: parameter "full" is an object`,
      fix: TAKE_FIELDS,
    },
  ],
  errorTable: [
    {
      title: "an operation answers with a status that no code is sent with",
      file: "openapi.yaml",
      find: `example: { success: true, data: { total: "5" } }\n        "404"`,
      put: `example: { success: true, data: { total: "5" } }\n        "410"`,
      at: `"410"`,
      message: "no error code is sent with status 410",
      fix: USE_STATUS,
    },
  ],
  missingReason: [
    {
      title: "a property is decided, and what it stands in is not",
      file: "openapi.yaml",
      find: "description: Hash., x-source: given",
      put: "description: Hash., x-source: decided",
      message: "property Block.hash is decided without an x-reason",
      fix: ADD_REASON,
    },
    {
      title: "a decided schema gives no reason",
      file: "openapi.yaml",
      find: "      x-reason: The interface does not show it.\n",
      put: "",
      at: "Stakes:\n      type",
      message: "schema Stakes is decided without an x-reason",
      fix: ADD_REASON,
    },
    {
      title: "a decided keyword has no reason",
      file: "openapi.yaml",
      find: "          x-reason: A page holds at least one block.\n",
      put: "",
      at: "name: limit",
      message: `parameter "limit" of operation listBlocks is decided without an x-reason`,
      fix: ADD_REASON,
    },
  ],
  missingDescription: [
    {
      title: "a property is not described",
      file: "openapi.yaml",
      find: `number: { type: integer, description: Height., x-source: given }`,
      put: `number: { type: integer, x-source: given }`,
      message: "property Block.number has no description",
      fix: DESCRIBE,
    },
    {
      title: "a tier is not described",
      file: "openapi.yaml",
      find: "x-source: given, description: With a key.",
      put: "x-source: given",
      at: "Enterprise:",
      message: "tier Enterprise has no description",
      fix: DESCRIBE,
    },
    {
      title: "a method's result is not described",
      file: "openrpc.json",
      find: `        "description": "The block.",\n`,
      put: "",
      at: `"result": {\n        "name": "block"`,
      message: "result of method chain_getBlock has no description",
      fix: DESCRIBE,
    },
    {
      title: "an error is not described",
      file: "openrpc.json",
      find: `        "x-description": "The body is no JSON.",\n`,
      put: "",
      at: `"ParseError"`,
      message: "error ParseError has no description",
      fix: DESCRIBE,
    },
  ],
  repeatedLimit: [
    {
      title: "a bound is not the limit that it says it repeats",
      file: "openapi.yaml",
      find: "        tier:\n",
      put: "        name: { type: string, maxLength: 8, x-repeats: x-limits.names, description: A., examples: [a], x-source: given }\n        tier:\n",
      at: "name: { type: string",
      message: "no bound repeats names, 9",
      fix: "Write `maxItems: 9` or `maxLength: 9` beside it.",
    },
    {
      title: "a bound repeats a limit that there is none of",
      file: "openapi.yaml",
      find: "        tier:\n",
      put: "        name: { type: string, maxLength: 8, x-repeats: x-limits.nams, description: A., examples: [a], x-source: given }\n        tier:\n",
      at: "name: { type: string",
      message: 'unknown limit "nams"',
      fix: "Name a limit of x-limits (names).",
    },
  ],
  repeatedTable: [
    {
      title: "a code of the table is not in the schema of codes",
      file: "openapi.yaml",
      find: "x-error-codes:\n",
      put: "x-error-codes:\n  GONE: { status: 404, x-source: given, description: It was there. }\n",
      at: "enum: [NOT_FOUND]",
      message: '"GONE" is not in both x-error-codes and this set',
      fix: "List the values of x-error-codes here, and no other.",
    },
    {
      title: "the topics of a chain are not those that a set has for it",
      file: "openapi.yaml",
      find: "        tier:\n",
      put: "        topic: { type: string, enum: [blocks], x-values-by-chain: { alpha: [blocks], delta: [] }, x-repeats: x-topics, description: A., examples: [blocks], x-source: given }\n        tier:\n",
      at: "topic: { type: string",
      message: '"blocks" is not in both x-topics and this set',
      fix: "List the values of x-topics here, and no other.",
    },
    {
      title: "no set repeats what a schema says that it repeats",
      file: "openapi.yaml",
      find: "number: { type: integer,",
      put: "number: { type: integer, x-repeats: x-segments.chain,",
      message: "no set of values repeats x-segments.chain",
      fix: "Write the values beside it as `enum` or `x-extensible-enum`.",
    },
    {
      title: "a set repeats what the segments have in a column",
      file: "openapi.yaml",
      find: "        tier:\n",
      put: "        chain: { type: string, enum: [alpha, delta, gamma], x-repeats: x-segments.chain, description: Its chain., examples: [alpha], x-source: given }\n        tier:\n",
      at: "chain: { type: string",
      message: '"gamma" is not in both x-segments.chain and this set',
      fix: "List the values of x-segments.chain here, and no other.",
    },
    {
      title: "a set that repeats a column does not say so",
      file: "openapi.yaml",
      find: "        tier:\n",
      put: "        chain: { type: string, enum: [delta, alpha], description: Its chain., examples: [alpha], x-source: given }\n        tier:\n",
      at: "chain: { type: string",
      message: "the values are those of x-segments and x-segments.chain",
      fix: "Write `x-repeats: x-segments` or `x-repeats: x-segments.chain` beside it, so that it keeps repeating it.",
    },
    {
      title: "a decided set lacks a value of its table",
      file: "openapi.yaml",
      find: "x-decided: { enum: [Public, Enterprise] }",
      put: "x-decided: { enum: [Public] }",
      message: `"Enterprise" is not in both x-rate-tiers and this set`,
      fix: "List the values of x-rate-tiers here, and no other.",
    },
    {
      title: "the variable of a server has a value that its table lacks",
      file: "openapi.yaml",
      find: "enum: [alpha, delta]",
      put: "enum: [alpha, delta, gamma]",
      message: `"gamma" is not in both x-segments and this set`,
      fix: "List the values of x-segments here, and no other.",
    },
    {
      title: "the codes of errors lack that of a new error",
      file: "openrpc.json",
      find: `"errors": {`,
      put: `"errors": {
      "Broken": { "code": -32000, "message": "Broken", "x-source": "given", "x-description": "Broken.", "x-example": {} },`,
      at: `"x-extensible-enum": [-32700]`,
      message: "-32000 is not in both components.errors and this set",
      fix: "List the values of components.errors here, and no other.",
    },
  ],
  unusedSchema: [
    {
      title: "no reference leads to a schema",
      file: "openapi.yaml",
      find: "  schemas:\n",
      put: `  schemas:
    Spare: { type: string, description: Spare., x-source: given, examples: [a] }
`,
      at: "Spare:",
      message: "schema Spare is not used",
      fix: "Use it or remove it.",
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});
