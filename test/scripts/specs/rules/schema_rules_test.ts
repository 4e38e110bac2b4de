import { describe, expect, test } from "vitest";
import { EXTENSIONS } from "../../../../scripts/specs/rules/_extensions.ts";
import { actualProblem, type Case, expectedProblem } from "./_broken_rules.ts";

const TYPES = "array, boolean, integer, null, number, object or string, or a list of some of them";
const ADD_SCHEMA = "Add `schema`, or mend how it is spelt.";
const OTHER_NAME =
  "Use another name than segment, chain, network, rpc, simple, rest, events, fetch, sendRawTransaction, waitForReceipt, createNonces, verify, budget, then.";

const CASES: Readonly<Record<string, readonly Case[]>> = {
  invalidSchema: [
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
      fix: "Write a list of names of properties, each once.",
    },
    {
      title: "a decided bound is a text",
      file: "openrpc.json",
      find: `"x-decided": { "minimum": 0 }`,
      put: `"x-decided": {\n "minimum": "0" }`,
      at: `"minimum": "0"`,
      message: `keyword "minimum" of a schema cannot be "0"`,
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
      message: `keyword "pattern" of a schema cannot be "^(0|[1-9][0-9]*$"`,
      fix: "Write a regular expression, as JavaScript reads it with the flag u.",
    },
    {
      title: "a property has a text in the place of a schema",
      file: "openapi.yaml",
      find: "number: { type: integer, description: Height., x-source: given }",
      put: "number: integer",
      message: `"integer" is no schema`,
      fix: "Write an object of keywords, such as `{ type: string }`.",
    },
    {
      title: "a named schema has no value",
      file: "openapi.yaml",
      find: "    Hash:\n",
      put: "    Nothing:\n    Hash:\n",
      at: "Nothing:",
      message: "null is no schema",
      fix: "Write an object of keywords, such as `{ type: string }`.",
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
  ],
  missingSchema: [
    {
      title: "the schema of a method's parameter is misspelt",
      file: "openrpc.json",
      find: `"schema": { "type": "boolean", "default": false }`,
      put: `"schemaa": { "type": "boolean", "default": false }`,
      at: `{\n          "name": "full"`,
      message: `parameter "full" of method chain_getBlock has no schema`,
      fix: ADD_SCHEMA,
    },
    {
      title: "an operation's parameter has none",
      file: "openapi.yaml",
      find: "          schema: { type: string, enum: [asc, desc], default: desc }\n",
      put: "",
      at: "name: order",
      message: `parameter "order" of operation listBlocks has no schema`,
      fix: ADD_SCHEMA,
    },
    {
      title: "the content of an answer has none",
      file: "openapi.yaml",
      find: `          schema: { $ref: "#/components/schemas/ErrorEnvelope" }\n`,
      put: "",
      at: "application/json:\n          example: { success: false",
      message: `content "application/json" has no schema`,
      fix: ADD_SCHEMA,
    },
    {
      title: "a topic has no payload",
      file: "openrpc.json",
      find: `"payload": {`,
      put: `"pay": {`,
      at: `"blocks": {`,
      message: "topic blocks has no schema of its payload",
      fix: "Add `payload`, or mend how it is spelt.",
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
        message: `operation "${name}" has a name that clients need themselves`,
        fix: OTHER_NAME,
      }),
    ),
    {
      title: "a method has the name call",
      file: "openrpc.json",
      find: `"name": "delta_getStake"`,
      put: `"name": "call"`,
      at: `{\n      "name": "call"`,
      message: `method "call" has a name that clients need themselves`,
      fix: "Use another name than call, batch, then.",
    },
  ],
  unsupportedExtension: [
    {
      title: "a key is misspelt",
      file: "openapi.yaml",
      find: "x-reason: Alpha has no stakes.",
      put: "x-raeson: Alpha has no stakes.",
      message: `unknown extension "x-raeson"`,
      fix: `Use ${Object.keys(EXTENSIONS).join(", ")}, or add it to the rule unsupportedExtension.`,
    },
    {
      title: "a source is none of the two",
      file: "openapi.yaml",
      find: "description: What became of it.\n          x-source: given",
      put: "description: What became of it.\n          x-source: guessed",
      at: "x-source: guessed",
      message: `extension "x-source" cannot be "guessed"`,
      fix: "Write given or decided.",
    },
    {
      title: "a method is on an unknown chain",
      file: "openrpc.json",
      find: `"x-chains": ["delta"]`,
      put: `"x-chains": ["dleta"]`,
      message: `extension "x-chains" cannot be ["dleta"]`,
      fix: "Write a list of chains, at least one; the chains of x-segments are alpha, delta.",
    },
    {
      title: "the chains of an operation are no list",
      file: "openapi.yaml",
      find: "x-decided: { x-chains: [delta] }",
      put: "x-decided: { x-chains: delta }",
      message: `extension "x-chains" cannot be "delta"`,
      fix: "Write a list of chains, at least one; the chains of x-segments are alpha, delta.",
    },
    {
      title: "a flag is a text",
      file: "openrpc.json",
      find: `"x-simplified": true`,
      put: `"x-simplified": "yes"`,
      message: `extension "x-simplified" cannot be "yes"`,
      fix: "Write true or false.",
    },
    {
      title: "a tier lacks a bound",
      file: "openapi.yaml",
      find: "{ requestsPerSecond: 10, requestsPerDay: 10000,",
      put: "{ requestsPerSecond: 10,",
      at: "x-rate-tiers:",
      message: `extension "x-rate-tiers" cannot be {"Public":{"requestsPerSecond":10,"assigned":"keyless","x-so…`,
      fix: "Write an object of tiers, each with requestsPerSecond and requestsPerDay, numbers or null, and assigned, keyless or key, if it is that of somebody.",
    },
  ],
  contradictingDefault: [
    {
      title: "a default is above the maximum",
      file: "openapi.yaml",
      find: "schema: { type: integer, default: 20, maximum: 100",
      put: "schema: { type: integer, default: 101, maximum: 100",
      message: "default contradicts its schema: default must be <= 100",
      fix: "Mend the default or the schema.",
    },
    {
      title: "a default is below a decided minimum",
      file: "openapi.yaml",
      find: "default: 20, maximum: 100",
      put: "default: 0, maximum: 100",
      message: "default contradicts its schema: default must be >= 1",
      fix: "Mend the default or the schema.",
    },
    {
      title: "a default is of another type",
      file: "openrpc.json",
      find: `"schema": { "type": "boolean", "default": false }`,
      put: `"schema": { "type": "boolean", "default": "no" }`,
      message: "default contradicts its schema: default must be boolean",
      fix: "Mend the default or the schema.",
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});
