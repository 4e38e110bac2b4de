import { describe, expect, test } from "vitest";
import { type Change, compareSpecs } from "../../../scripts/diff/mod.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { type Mutation, smallSpecs } from "../specs/_small_specs.ts";

const YAML = "openapi.yaml";
const JSON_FILE = "openrpc.json";

/** A change of a spec, and what is said of it: `file:line level message [layer]`. */
type Case = readonly [file: Mutation["file"], find: string, put: string, ...says: string[]];

const REQUESTS: readonly Case[] = [
  [
    YAML,
    "default: 20, maximum: 100,",
    "default: 20, maximum: 50,",
    `37 breaking "maximum" of a request changed from 100 to 50`,
  ],
  [
    YAML,
    "default: 20, maximum: 100,",
    "default: 20, maximum: 200,",
    `37 additive "maximum" of a request changed from 100 to 200`,
  ],
  [
    YAML,
    "default: 20, maximum",
    "default: 25, maximum",
    `37 breaking "default" of a request changed from 20 to 25`,
  ],
  [
    YAML,
    "x-decided: { minimum: 1 }",
    "x-decided: { minimum: 2 }",
    `37 breaking "minimum" of a request changed from 1 to 2 [decided]`,
  ],
  [
    YAML,
    "maximum: 100, x-decided: { minimum: 1 }",
    "x-decided: { minimum: 1, maximum: 100 }",
    `37 additive "maximum" of a request changed from 100 to nothing [given]`,
  ],
  [
    YAML,
    "enum: [asc, desc], default: desc",
    "enum: [desc], default: desc",
    `43 breaking "enum" of a request loses "asc"`,
  ],
  [
    YAML,
    "enum: [asc, desc], default",
    "enum: [asc, desc, any], default",
    `43 additive "enum" of a request gains "any"`,
  ],
  [
    YAML,
    "- name: order\n          in: query\n",
    "- name: order\n          in: query\n          required: true\n",
    `41 breaking "required" changed from false to true`,
  ],
  [
    YAML,
    "- name: order\n",
    "- name: sorting\n",
    `39 breaking parameter "order" in query is gone`,
    `39 additive parameter "sorting" in query is new`,
  ],
  [
    YAML,
    `        - $ref: "#/components/parameters/Page"\n`,
    "",
    `31 breaking parameter "page" in query is gone`,
  ],
  [
    YAML,
    "{ anyOf: [{ type: integer, minimum: 0 }, {",
    "{ anyOf: [{",
    '77 breaking a request loses the alternative "integer"',
  ],
  [
    JSON_FILE,
    `"schema": { "type": "integer", "x-decided": { "minimum": 0 } }`,
    `"schema": { "type": "number", "x-decided": { "minimum": 0 } }`,
    `23 additive "type" of a request changed from "integer" to "number"`,
  ],
  [
    JSON_FILE,
    `"name": "full"`,
    `"name": "whole"`,
    `25 breaking parameter 2 is "whole", it was "full"`,
  ],
];

const ANSWERS: readonly Case[] = [
  [
    YAML,
    "        number: { type: integer, description: Height., x-source: given }\n",
    "",
    '165 breaking an answer loses property "number"',
  ],
  [
    YAML,
    "        number: { type: integer,",
    "        size: { type: integer, description: Bytes., x-source: decided }\n        number: { type: integer,",
    `165 additive an answer gains property "size"`,
  ],
  [
    YAML,
    "required: [number, hash, reward, status]",
    "required: [hash, reward, status]",
    `165 breaking "number" of an answer may be left out`,
  ],
  [
    YAML,
    "required: [number, hash, reward, status]",
    "required: [number, hash, status]",
    `167 breaking "reward" of an answer may be left out [decided]`,
  ],
  [YAML, "required: [number, hash, reward, status]", "required: [status, number, hash, reward]"],
  [
    YAML,
    "x-extensible-enum: [success, failed]\n          x-decided: { enum: [success, failed] }",
    "x-extensible-enum: [success, failed, late]\n          x-decided: { enum: [success, failed, late] }",
    `179 additive "x-extensible-enum" of an answer gains "late"`,
    `180 additive "enum" of an answer gains "late" [decided]`,
  ],
  [
    YAML,
    "enum: [NOT_FOUND]",
    "enum: [NOT_FOUND, PAUSED]",
    `221 breaking "enum" of an answer gains "PAUSED"`,
  ],
  [
    YAML,
    "number: { type: integer,",
    "number: { type: number,",
    `165 breaking "type" of an answer changed from "integer" to "number"`,
  ],
  [
    YAML,
    "      format: decimal-integer\n",
    "",
    `144 breaking "format" of an answer changed from "decimal-integer" to nothing`,
  ],
  [
    YAML,
    `pattern: "^(0|[1-9][0-9]*)$"`,
    `pattern: "^[0-9]+$"`,
    `149 breaking "pattern" of an answer changed from "^(0|[1-9][0-9]*)$" to "^[0-9]+$" [decided]`,
  ],
  [
    YAML,
    "number: { type: integer, description: Height., x-source: given }",
    "number: { type: integer, description: Height., x-source: decided }",
    `165 breaking "number" of an answer may be left out [given]`,
    `165 breaking "x-source" is "decided" where it was "given"`,
  ],
  [
    JSON_FILE,
    `            { "type": "null", "x-source": "decided" }\n`,
    `            { "type": "null", "x-source": "given" }\n`,
    `39 additive "x-source" is "given" where it was "decided"`,
  ],
  [
    JSON_FILE,
    `            { "$ref": "./openapi.yaml#/components/schemas/Block" },\n`,
    "",
    `36 additive an answer loses the alternative Block`,
  ],
];

const NAMES: readonly Case[] = [
  [
    YAML,
    "operationId: getBlock\n",
    "operationId: readBlock\n",
    `65 breaking "operationId" changed from "getBlock" to "readBlock"`,
  ],
  [
    YAML,
    "  /stakes:\n",
    "  /stake:\n",
    "95 breaking operation getStakes (GET /stakes) is gone",
    "95 additive operation getStakes (GET /stake) is new",
  ],
  [
    YAML,
    "x-decided: { x-chains: [delta] }",
    "x-decided: { x-chains: [alpha, delta] }",
    "102 additive is on alpha, delta, it was on delta [decided]",
  ],
  [
    YAML,
    "x-decided: { x-chains: [delta] }",
    "x-decided: {}",
    "102 additive is on every chain, it was on delta [decided]",
  ],
  [
    JSON_FILE,
    `"x-chains": ["delta"],`,
    `"x-chains": ["alpha"],`,
    "60 breaking is on alpha, it was on delta",
  ],
  [
    YAML,
    "  /stakes:\n",
    '  /stakes:\n    servers: [{ url: "{apiHost}/v2/{segment}" }]\n',
    "95 breaking is on the server {apiHost}/v2/{segment}, it was on {apiHost}/v1/{segment}",
  ],
  [
    YAML,
    "  /stakes:\n",
    '  /stakes:\n    servers: [{ url: "{apiHost}/v1/{segment}" }]\n',
    "95 additive server 0 is new",
  ],
  [
    YAML,
    "x-pagination: { items: blocks,",
    "x-pagination: { items: list,",
    `29 breaking "items" changed from "blocks" to "list"`,
  ],
  [
    JSON_FILE,
    `"name": "delta_getStake"`,
    `"name": "delta_readStake"`,
    "54 breaking method delta_getStake is gone",
    "54 additive method delta_readStake is new",
  ],
  [
    JSON_FILE,
    `"x-simplified": true,`,
    "",
    `88 breaking "x-simplified" changed from true to nothing`,
  ],
  [
    JSON_FILE,
    `"paramStructure": "by-position"`,
    `"paramStructure": "either"`,
    `88 additive "paramStructure" changed from "by-position" to "either"`,
  ],
  [
    JSON_FILE,
    `"paramStructure": "by-position"`,
    `"paramStructure": "by-name"`,
    `88 breaking "paramStructure" changed from "by-position" to "by-name"`,
  ],
  [
    JSON_FILE,
    `"name": "delta_getStake"`,
    `"name": "delta_getStake", "paramStructure": "by-position"`,
    `55 breaking "paramStructure" changed from nothing to "by-position"`,
  ],
  [
    JSON_FILE,
    `"code": -32700,\n`,
    `"code": -32701,\n`,
    `129 breaking "code" changed from -32700 to -32701`,
  ],
  [
    JSON_FILE,
    `"blocks": {\n      "summary"`,
    `"newBlocks": {\n      "summary"`,
    "116 breaking topic blocks is gone",
    "116 additive topic newBlocks is new",
  ],
];

const TABLES: readonly Case[] = [
  [
    YAML,
    "requestsPerSecond: 10,",
    "requestsPerSecond: 5,",
    `15 breaking "requestsPerSecond" changed from 10 to 5`,
  ],
  [
    YAML,
    "requestsPerSecond: 10,",
    "requestsPerSecond: null,",
    `15 additive "requestsPerSecond" changed from 10 to null`,
  ],
  [
    YAML,
    "  Enterprise:\n",
    "  Company:\n",
    "16 breaking tier Enterprise is gone",
    "16 additive tier Company is new",
  ],
  [
    YAML,
    "NOT_FOUND: { status: 404,",
    "NOT_FOUND: { status: 410,",
    `19 breaking "status" changed from 404 to 410`,
  ],
  [
    YAML,
    "  delta:\n    { chain: delta, network: mainnet, addressPrefix: dx1,",
    "  delta:\n    { chain: delta, network: mainnet, addressPrefix: dy1,",
    `12 breaking "addressPrefix" changed from "dx1" to "dy1"`,
  ],
  [
    YAML,
    "enum: [alpha, delta] }",
    "enum: [delta] }",
    `7 breaking "enum" of a request loses "alpha"`,
  ],
  [
    YAML,
    `url: "{apiHost}/v1/{segment}"`,
    `url: "{apiHost}/v2/{segment}"`,
    `4 breaking "url" changed`,
  ],
  [
    YAML,
    "x-rate-tiers:\n",
    "x-strange: 5\nx-rate-tiers:\n",
    `13 additive "x-strange" changed from nothing to 5`,
  ],
  [
    YAML,
    "version: 1.2.0, description: Small",
    "version: 1.3.0, description: Small",
    `2 cosmetic "version" changed`,
  ],
  [
    YAML,
    "version: 1.2.0, description: Small",
    "version: 1.1.9, description: Small",
    `2 breaking "version" went back from "1.2.0" to "1.1.9"`,
  ],
  [
    YAML,
    "description: Without a key. }",
    "description: Who has no key. }",
    `15 cosmetic "description" changed`,
  ],
];

describe.for([
  ["requests", REQUESTS],
  ["answers", ANSWERS],
  ["names", NAMES],
  ["tables", TABLES],
] as const)("compareSpecs tells of %s:", ([, cases]) => {
  test.for(cases)("%s: %j becomes %j", ([file, find, put, ...says]) => {
    const changes = compareSpecs(smallSpecs(), smallSpecs({ file, find, put }));
    const told = changes.filter(({ spec }) => spec === file).map(show);
    const isTold = says.map((text) => told.some((line) => line.startsWith(text)));
    expect(told, `says ${isTold}`).toEqual(says.map((text) => expect.stringContaining(text)));
  });
});

/** Schemas of a field of an answer, before and after, and the beginning of what is said of the change. */
const KEYWORDS: readonly (readonly [base: string, next: string, ...says: string[]])[] = [
  [
    "type: integer, exclusiveMinimum: 1",
    "type: integer, exclusiveMinimum: 0",
    'breaking "exclusiveMinimum" of an answer changed from 1 to 0',
  ],
  [
    "type: integer, exclusiveMaximum: 9",
    "type: integer, exclusiveMaximum: 5",
    'additive "exclusiveMaximum" of an answer changed from 9 to 5',
  ],
  [
    "type: integer, multipleOf: 2",
    "type: integer",
    'breaking "multipleOf" of an answer changed from 2 to nothing',
  ],
  [
    "type: integer",
    "type: integer, multipleOf: 2",
    'additive "multipleOf" of an answer changed from nothing to 2',
  ],
  [
    "type: array, prefixItems: [{ type: integer }], items: false, minItems: 1",
    "type: array, prefixItems: [{ type: string }], items: false, minItems: 1",
    'breaking "type" of an answer changed from "integer" to "string"',
  ],
  [
    "type: array, prefixItems: [{ type: integer }], items: false, minItems: 1",
    "type: array, prefixItems: [{ type: integer }, { type: integer }], items: false, minItems: 2",
    'breaking "prefixItems" of an answer changed',
    'additive "minItems" of an answer changed from 1 to 2',
  ],
  [
    'oneOf: [{ $ref: "#/components/schemas/Hash" }, { $ref: "#/components/schemas/Tier" }]',
    'oneOf: [{ $ref: "#/components/schemas/Hash" }]',
    "additive an answer loses the alternative Tier",
  ],
  [
    'allOf: [{ $ref: "#/components/schemas/BlockList" }]',
    'allOf: [{ $ref: "#/components/schemas/BlockList" }, { type: object, properties: { more: { type: string } } }]',
    'additive an answer gains property "more"',
  ],
  [
    'allOf: [{ $ref: "#/components/schemas/BlockList" }, { type: object, properties: { more: { type: string } } }]',
    'allOf: [{ $ref: "#/components/schemas/BlockList" }]',
    'breaking an answer loses property "more"',
  ],
  [
    "type: [string, 'null']",
    "type: string",
    `additive "type" of an answer changed from ["string","null"] to "string"`,
  ],
  [
    "type: object, additionalProperties: { type: integer }",
    "type: object, additionalProperties: { type: number }",
    'breaking "type" of an answer changed from "integer" to "number"',
  ],
];

test.for(KEYWORDS)("of a schema: %s becomes %s", ([base, next, ...says]) => {
  const field = (schema: string): Mutation => ({
    file: YAML,
    find: "number: { type: integer, description: Height., x-source: given }",
    put: `number: { ${schema}, description: Height., x-source: given }`,
  });
  const changes = compareSpecs(smallSpecs(field(base)), smallSpecs(field(next)));
  const told = new Set(changes.map(({ level, message }) => `${level} ${message}`));
  expect([...told]).toEqual(
    expect.arrayContaining(says.map((text) => expect.stringContaining(text))),
  );
  expect(told.size).toBe(says.length);
});

test("the same specs, in another order of keys and with comments, have no changes", () => {
  const find = "version: 1.2.0, description: Small.";
  const put = "description: Small., version: 1.2.0";
  const next = smallSpecs({
    file: YAML,
    find: `title: Small, ${find}`,
    put: `${put}, title: Small`,
  });
  expect(compareSpecs(smallSpecs(), next)).toEqual([]);
});

test("a schema that is renamed takes its exported type away, and one that only moves does not", () => {
  const { openapi, openrpc } = smallSpecs();
  const renamed = (spec: SpecFile): SpecFile =>
    new SpecFile(spec.file, spec.text.replaceAll(/\bStakes\b(?!\w)/g, "Staked"));
  const changes = compareSpecs(smallSpecs(), {
    openapi: renamed(openapi),
    openrpc: renamed(openrpc),
  });
  expect(changes.map(({ level, message, affects }) => [level, message, affects])).toEqual([
    ["breaking", "schema Stakes, whose type is exported, is gone", ["Stakes"]],
    ["additive", "schema Staked, whose type is exported, is new", ["Staked"]],
  ]);

  const row =
    '    Hash:\n      type: string\n      pattern: ^0x[0-9a-f]*$\n      description: A hash.\n      x-source: given\n      examples: ["0x07"]\n';
  expect(openapi.text).toContain(row);
  const moved = {
    openapi: new SpecFile(openapi.file, openapi.text.replace(row, "")),
    openrpc: new SpecFile(
      openrpc.file,
      openrpc.text.replace(
        '"schemas": {',
        '$& "Hash": { "type": "string", "pattern": "^0x[0-9a-f]*$$", "description": "A hash.", "x-source": "given", "examples": ["0x07"] },',
      ),
    ),
  };
  const told = compareSpecs(smallSpecs(), moved).map(({ message }) => message);
  expect(told.filter((message) => message.startsWith("schema "))).toEqual([]);
});

test("a component that nothing uses, and words that each use replaces, are cosmetic", () => {
  const unused = "    Unused: { type: string, description: Unused. }\n    Hash:\n";
  const cases = [
    { find: "    Hash:\n", put: unused, says: '"Unused" is new' },
    { find: "description: A hash.", put: "description: Some hash.", says: '"description" changed' },
    {
      find: "description: An error.",
      put: "description: A fault.",
      says: "differs only in parts that nothing uses",
    },
  ];
  for (const { find, put, says } of cases) {
    const changes = compareSpecs(smallSpecs(), smallSpecs({ file: YAML, find, put }));
    expect(changes).toMatchObject([
      { level: "cosmetic", message: expect.stringContaining(says), layer: "both" },
    ]);
  }
});

test("a change of a shared schema names every operation, method and topic that it reaches, once", () => {
  const next = smallSpecs({
    file: YAML,
    find: "number: { type: integer,",
    put: "number: { type: string,",
  });
  const changes = compareSpecs(smallSpecs(), next);
  expect(changes.map(({ pointer, level }) => `${level} ${pointer}`)).toEqual([
    "breaking #/components/schemas/Block/properties/number/type",
  ]);
  expect(changes[0]?.affects.toSorted()).toEqual([
    "blocks",
    "chain_getBlock",
    "getBlock",
    "listBlocks",
  ]);
});

function show({ line, level, message, layer }: Change): string {
  return `${line} ${level} ${message}${layer === "both" ? "" : ` [${layer}]`}`;
}
