import { describe, expect, test } from "vitest";
import { actualProblem, type Case, expectedProblem } from "./_broken_rules.ts";

const SHOW = "Add a realistic example that agrees with the others.";
const MEND = "Fix the example or the schema.";

const CASES: Readonly<Record<string, readonly Case[]>> = {
  missingExample: [
    {
      title: "a success of an operation is not shown",
      file: "openapi.yaml",
      find: `              example: { success: true, data: { total: "5" } }\n`,
      put: "",
      at: "get:\n      operationId: getStakes",
      message: "operation getStakes has no example of its 200 response",
      fix: SHOW,
    },
    {
      title: "a parameter is not shown",
      file: "openapi.yaml",
      find: "          example: desc\n",
      put: "",
      at: "name: order",
      message: `parameter "order" of operation listBlocks has no example`,
      fix: SHOW,
    },
    {
      title: "a shared parameter is not shown",
      file: "openapi.yaml",
      find: "      example: 1\n",
      put: "",
      at: "Page:\n",
      message: `parameter "Page" has no example`,
      fix: SHOW,
    },
    {
      title: "a schema is not shown",
      file: "openapi.yaml",
      find: `      examples: ["0x07"]\n`,
      put: "",
      at: "Hash:\n",
      message: "schema Hash has no example",
      fix: SHOW,
    },
    {
      title: "no example of a schema has one of its properties",
      file: "openapi.yaml",
      find: "        number: { type: integer, description: Height., x-source: given }\n",
      put: `        number: { type: integer, description: Height., x-source: given }
        size: { type: integer, description: Bytes., x-source: given }
`,
      at: "size:",
      message: "property Block.size has no example",
      fix: SHOW,
    },
    {
      title: "a method is not shown",
      file: "openrpc.json",
      find: `"examples": [
        {
          "name": "known",
          "params": [{ "name": "number", "value": 7 }],
          "result": {
            "name": "block",
            "value": { "number": 7, "hash": "0x07", "reward": "5", "status": "success" }
          }
        }
      ]`,
      put: `"examples": []`,
      at: `{\n      "name": "chain_getBlock"`,
      message: "method chain_getBlock has no example",
      fix: SHOW,
    },
    {
      title: "a topic is not shown",
      file: "openrpc.json",
      find: `"filter": { "$ref": "#/components/schemas/CursorFilter" },
      "example": { "number": 7, "hash": "0x07", "reward": "5", "status": "success" }`,
      put: `"filter": { "$ref": "#/components/schemas/CursorFilter" }`,
      at: `"blocks": {`,
      message: "topic blocks has no example",
      fix: SHOW,
    },
    {
      title: "an error is not shown",
      file: "openrpc.json",
      find: `"x-description": "The body is no JSON.",
        "x-example": { "code": -32700, "message": "Parse error" }`,
      put: `"x-description": "The body is no JSON."`,
      at: `"ParseError"`,
      message: "error ParseError has no example",
      fix: SHOW,
    },
  ],
  contradictingExample: [
    {
      title: "the example of a schema lacks what is required",
      file: "openapi.yaml",
      find: `examples: [{ total: "5" }]`,
      put: `examples: [{ total: "5" }, {}]`,
      message: "example contradicts its schema: example must have required property 'total'",
      fix: MEND,
    },
    {
      title: "the example of a schema breaks a decided keyword",
      file: "openapi.yaml",
      find: `examples: ["5"]`,
      put: `examples: ["5", "05"]`,
      message: `example contradicts its schema: example must match pattern "^(0|[1-9][0-9]*)$"`,
      fix: MEND,
    },
    {
      title: "the example of a parameter is out of range",
      file: "openapi.yaml",
      find: "example: 20",
      put: "example: 101",
      message: "example contradicts its schema: example must be <= 100",
      fix: MEND,
    },
    {
      title: "the example of an answer has a field that no schema names",
      file: "openapi.yaml",
      find: `data: { total: "5" } }`,
      put: `data: { total: "5", more: 1 } }`,
      message: "example contradicts its schema: example/data must NOT have additional properties",
      fix: MEND,
    },
    {
      title: "the example of a method's parameter is of another type",
      file: "openrpc.json",
      find: `{ "name": "number", "value": 7 }`,
      put: `{ "name": "number", "value": "7" }`,
      message: "example contradicts its schema: example must be integer",
      fix: MEND,
    },
    {
      title: "the example of a method's result is of another type",
      file: "openrpc.json",
      find: `"result": { "name": "stake", "value": "5" }`,
      put: `"result": { "name": "stake", "value": 5 }`,
      message: "example contradicts its schema: example must be string",
      fix: MEND,
    },
    {
      title: "the example of a topic has a value outside a decided set",
      file: "openrpc.json",
      find: `"example": { "number": 7, "hash": "0x07", "reward": "5", "status": "success" }`,
      put: `"example": { "number": 7, "hash": "0x07", "reward": "5", "status": "lost" }`,
      message:
        "example contradicts its schema: example/status must be equal to one of the allowed values",
      fix: MEND,
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});
