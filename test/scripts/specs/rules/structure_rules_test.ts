import { describe, expect, test } from "vitest";
import { SpecFile } from "../../../../scripts/specs/spec_file.ts";
import { lineOf, smallSpecs } from "../_small_specs.ts";
import { actualProblem, brokenRules, type Case, expectedProblem } from "./_broken_rules.ts";

const WRITE_OUT = "Write out one of the references.";
const ONE_STATUS = 'Write one status from 200 to 299, such as "200".';
const WRITE_LIST = "Write a list of methods, `[]` where it is empty.";
const WRITE_PATH = "Write a path that starts with a slash, with each parameter as `{name}`.";

const CASES: Readonly<Record<string, readonly Case[]>> = {
  circularRef: [
    {
      title: "a schema refers to itself alone",
      file: "openapi.yaml",
      find: "    Hash:\n      type: string\n      pattern: ^0x[0-9a-f]*$\n",
      put: `    Hash:\n      $ref: "#/components/schemas/Hash"\n`,
      at: `$ref: "#/components/schemas/Hash"\n      description`,
      message: `$ref "#/components/schemas/Hash" leads back to itself`,
      fix: WRITE_OUT,
    },
    {
      title: "a schema is an alternative of itself",
      file: "openapi.yaml",
      find: "    Hash:\n      type: string\n      pattern: ^0x[0-9a-f]*$\n",
      put: `    Hash:\n      anyOf: [{ type: string }, { $ref: "#/components/schemas/Hash" }]\n`,
      at: "anyOf: [{ type: string }",
      message: `$ref "#/components/schemas/Hash" leads back to itself`,
      fix: WRITE_OUT,
    },
    {
      title: "a schema is a list of itself, by way of an alternative and a tuple",
      file: "openapi.yaml",
      find: "    Hash:\n      type: string\n      pattern: ^0x[0-9a-f]*$\n",
      put: `    Hash:\n      anyOf: [{ type: string }, { type: array, minItems: 1, items: false, prefixItems: [{ type: array, items: { $ref: "#/components/schemas/Hash" } }] }]\n`,
      at: "anyOf: [{ type: string }",
      message: `$ref "#/components/schemas/Hash" is a list of itself`,
      fix: "Write an object between, with the list in a field.",
    },
    {
      title: "a part of a schema holds that schema",
      file: "openapi.yaml",
      find: 'total:\n          {\n            $ref: "#/components/schemas/Amount",',
      put: 'more: { type: array, items: { allOf: [{ $ref: "#/components/schemas/Stakes" }, { type: object }] } }\n        total:\n          {\n            $ref: "#/components/schemas/Amount",',
      at: "more:",
      message: '$ref "#/components/schemas/Stakes" contains itself',
      fix: "Write the reference without `allOf`.",
    },
    {
      title: "a parameter refers to itself",
      file: "openapi.yaml",
      find: "    Page:\n",
      put: `    Turn: { $ref: "#/components/parameters/Turn" }\n    Page:\n`,
      at: "Turn:",
      message: `$ref "#/components/parameters/Turn" leads back to itself`,
      fix: WRITE_OUT,
    },
  ],
  refusedKeyword: [
    {
      title: "a path begins without a slash",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  stakes:\n",
      message: `"stakes" cannot be a name in "paths"`,
      fix: WRITE_PATH,
    },
    {
      title: "a brace of a path is not closed",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes/{id:\n",
      message: `"/stakes/{id" cannot be a name in "paths"`,
      fix: WRITE_PATH,
    },
    {
      title: "a keyword has a name that every object has",
      file: "openapi.yaml",
      find: "      operationId: getStakes\n",
      put: "      operationId: getStakes\n      constructor: 5\n",
      at: "constructor:",
      message: `unknown keyword "constructor" of an operation`,
      fix: "Remove it, or use one of operationId, summary, description, tags, parameters, requestBody, responses, x-decided, deprecated, security, externalDocs, x-pagination, x-limit, x-source, x-reason, x-chains, x-safe, x-pending, x-deprecated, x-height, x-block, x-identity.",
    },
    {
      title: "a verb is misspelt",
      file: "openapi.yaml",
      find: "  /stakes:\n    get:",
      put: "  /stakes:\n    gett:",
      at: "gett:",
      message: `unknown keyword "gett" of a path`,
      fix: `Write "get", or remove it.`,
    },
    {
      title: "a verb has no value",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes:\n    post:\n",
      at: "post:",
      message: `keyword "post" of a path cannot be null`,
      fix: "Write an operation, or remove the verb.",
    },
    {
      title: "a path has no value",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /empty:\n  /stakes:\n",
      at: "/empty:",
      message: "null is not a path",
      fix: "Write an object of keywords, or remove it.",
    },
    {
      title: "parameters are no list",
      file: "openapi.yaml",
      find: "      x-decided: { x-chains: [delta] }\n      x-safe: true\n",
      put: "      x-decided: { x-chains: [delta] }\n      x-safe: true\n      parameters: {}\n",
      at: "parameters: {}",
      message: `keyword "parameters" of an operation cannot be {}`,
      fix: "Write a list of parameters.",
    },
    {
      title: "an operation does not say whether it may be repeated",
      file: "openapi.yaml",
      find: "      x-decided: { x-chains: [delta] }\n      x-safe: true\n",
      put: "      x-decided: { x-chains: [delta] }\n",
      at: "get:\n      operationId: getStakes",
      message: `an operation "getStakes" has no "x-safe"`,
      fix: "Add `x-safe`: true or false.",
    },
    {
      title: "a response comes from nowhere that is known",
      file: "openapi.yaml",
      find: "description: The stakes.\n          x-source: given\n",
      put: "description: The stakes.\n          x-source: known\n",
      at: "x-source: known",
      message: `keyword "x-source" of a response cannot be "known"`,
      fix: "Write given or decided.",
    },
    {
      title: "a body is no JSON",
      file: "openapi.yaml",
      find: '      content:\n        application/json:\n          schema: { $ref: "#/components/schemas/ErrorEnvelope" }',
      put: '      content:\n        text/plain:\n          schema: { $ref: "#/components/schemas/ErrorEnvelope" }',
      at: "text/plain",
      message: `"text/plain" cannot be a name in "content"`,
      fix: "Write application/json.",
    },
    {
      title: "a field of x-pagination is misspelt",
      file: "openapi.yaml",
      find: "x-pagination: { items: blocks, key: number, grows:",
      put: "x-pagination: { items: blocks, key: number, growss:",
      message: `unknown keyword "growss" of x-pagination`,
      fix: `Write "grows", or remove it.`,
    },
    {
      title: "methods is no list",
      file: "openrpc.json",
      find: `"methods":[]`,
      put: `"methods": {}`,
      message: `keyword "methods" of x-dev cannot be {}`,
      fix: WRITE_LIST,
    },
    {
      title: "a method is a text",
      file: "openrpc.json",
      find: `"methods": [`,
      put: `"methods": [\n"chain_getInfo",`,
      at: `"chain_getInfo"`,
      message: `"chain_getInfo" is not a method`,
      fix: "Write an object of keywords, or remove it.",
    },
    {
      title: "the parameters of a method are no list",
      file: "openrpc.json",
      find: `"methods": [`,
      put: `"methods": [{ "name": "chain_a", "summary": "A.", "x-safe": true,
      "params": {}, "result": { "name": "a", "schema": {} } },`,
      at: `"params": {}`,
      message: `keyword "params" of a method cannot be {}`,
      fix: "Write a list of parameters, `[]` where it is empty.",
    },
    {
      title: "a key that begins with x- is misspelt",
      file: "openapi.yaml",
      find: "x-reason: Alpha has no stakes.",
      put: "x-raeson: Alpha has no stakes.",
      message: `unknown keyword "x-raeson" of an operation`,
      fix: `Write "x-reason", or remove it.`,
    },
    {
      title: "a source is none of the two",
      file: "openapi.yaml",
      find: "description: What became of it.\n          x-source: given",
      put: "description: What became of it.\n          x-source: guessed",
      at: "x-source: guessed",
      message: `keyword "x-source" of a schema cannot be "guessed"`,
      fix: "Write given or decided.",
    },
    {
      title: "a method is on an unknown chain",
      file: "openrpc.json",
      find: `"x-chains": ["delta"]`,
      put: `"x-chains": ["dleta"]`,
      message: `keyword "x-chains" of a method cannot be ["dleta"]`,
      fix: "Write a list of chains, at least one and each once; the chains are alpha, delta.",
    },
    {
      title: "the chains of an operation are no list",
      file: "openapi.yaml",
      find: "x-decided: { x-chains: [delta] }",
      put: "x-decided: { x-chains: delta }",
      message: `keyword "x-chains" of x-decided of an operation cannot be "delta"`,
      fix: "Write a list of chains, at least one and each once; the chains are alpha, delta.",
    },
    {
      title: "a chain is named twice",
      file: "openapi.yaml",
      find: "x-decided: { x-chains: [delta] }",
      put: "x-decided: { x-chains: [delta, delta] }",
      message: `keyword "x-chains" of x-decided of an operation cannot be ["delta","delta"]`,
      fix: "Write a list of chains, at least one and each once; the chains are alpha, delta.",
    },
    {
      title: "a segment has a name that no URL holds",
      file: "openapi.yaml",
      find: "x-segments:\n  alpha:",
      put: "x-segments:\n  alpha/dev:",
      at: "  alpha/dev:",
      message: `"alpha/dev" cannot be a name in "x-segments"`,
      fix: "Write a name of lower-case letters and digits, with single hyphens between them.",
    },
    {
      title: "a network has a name that no URL holds",
      file: "openapi.yaml",
      find: "{ chain: alpha, network: mainnet,",
      put: "{ chain: alpha, network: Main Net,",
      message: `keyword "network" of a row of x-segments cannot be "Main Net"`,
      fix: "Write a name of lower-case letters and digits, with single hyphens between them.",
    },
    {
      title: "a tier lacks a bound",
      file: "openapi.yaml",
      find: "{ requestsPerSecond: 10, requestsPerDay: 10000,",
      put: "{ requestsPerSecond: 10,",
      at: "  Public:",
      message: `a row of x-rate-tiers has no "requestsPerDay"`,
      fix: "Add `requestsPerDay`: a whole number from 1, or null for no limit.",
    },
  ],
  unclearSuccess: [
    {
      title: "an operation never succeeds",
      file: "openapi.yaml",
      find: `  /stakes:\n`,
      put: `  /pools:
    get:
      operationId: getPools
      summary: Get pools
      x-safe: true
      responses:
        "404": { $ref: "#/components/responses/NotFound" }
  /stakes:
`,
      at: `responses:\n        "404"`,
      message: "operation getPools: no status for its success, expected one number",
      fix: ONE_STATUS,
    },
    {
      title: "an operation succeeds with either of two",
      file: "openapi.yaml",
      find: `  /stakes:\n`,
      put: `  /pools:
    get:
      operationId: getPools
      summary: Get pools
      x-safe: true
      responses:
        "200": { $ref: "#/components/responses/NotFound" }
        "202": { $ref: "#/components/responses/NotFound" }
  /stakes:
`,
      at: `"200": { $ref`,
      message: `operation getPools: "200", "202" for its success, expected one number`,
      fix: ONE_STATUS,
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});

test("a spec without a path is refused", () => {
  const { openapi, openrpc } = smallSpecs();
  const text = openapi.text.replace(
    /\npaths:\n[\s\S]*\ncomponents:\n/,
    "\npaths: {}\ncomponents:\n",
  );
  const without = new SpecFile(openapi.file, text);
  const problem = {
    file: "openapi.yaml",
    line: lineOf(text, "paths: {}"),
    message: `keyword "paths" of the OpenAPI document cannot be {}`,
    fix: "Write an object of paths, at least one.",
  };
  expect(brokenRules({ openapi: without, openrpc })).toEqual({ refusedKeyword: [problem] });
});

test("a reference to a parameter may have marks of origin beside it", () => {
  const find = `        - $ref: "#/components/parameters/Page"\n`;
  const put = `        - { $ref: "#/components/parameters/Page", x-source: given }\n`;
  expect(brokenRules(smallSpecs({ file: "openapi.yaml", find, put }))).toEqual({});
});
