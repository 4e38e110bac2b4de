import { describe, expect, test } from "vitest";
import { SpecFile } from "../../../../scripts/specs/spec_file.ts";
import { lineOf, smallSpecs } from "../_small_specs.ts";
import { actualProblem, brokenRules, type Case, expectedProblem } from "./_broken_rules.ts";

const WRITE_OUT = "Write out what one of the references stands for.";
const ONE_STATUS = 'Write one status from 200 to 299, such as "200".';
const WRITE_LIST = "Write a list, `[]` where it is empty.";

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
      title: "a parameter refers to itself",
      file: "openapi.yaml",
      find: "    Page:\n",
      put: `    Turn: { $ref: "#/components/parameters/Turn" }\n    Page:\n`,
      at: "Turn:",
      message: `$ref "#/components/parameters/Turn" leads back to itself`,
      fix: WRITE_OUT,
    },
  ],
  brokenPath: [
    {
      title: "a path begins without a slash",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  stakes:\n",
      message: `path "stakes" begins without a slash`,
      fix: `Write "/stakes".`,
    },
    {
      title: "a brace of a path is not closed",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes/{id:\n",
      message: `path "/stakes/{id" has a brace without its other`,
      fix: "Write each parameter as `{name}`.",
    },
    {
      title: "a verb is misspelt",
      file: "openapi.yaml",
      find: "  /stakes:\n    get:",
      put: "  /stakes:\n    gett:",
      at: "gett:",
      message: `path /stakes: unknown key "gett"`,
      fix: "Use get, post, parameters, servers, summary, description.",
    },
    {
      title: "a verb has no value",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes:\n    post:\n",
      at: "post:",
      message: `path /stakes: verb "post" has no operation`,
      fix: "Write the operation below the verb, or remove the verb.",
    },
    {
      title: "a path has no value",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /empty:\n  /stakes:\n",
      at: "/empty:",
      message: "path /empty has no operation",
      fix: "Add an operation below a verb, or remove the path.",
    },
    {
      title: "a path parameter is not in the path",
      file: "openapi.yaml",
      find: "      x-decided: { x-chains: [delta] }\n      x-safe: true\n",
      put: `      x-decided: { x-chains: [delta] }
      x-safe: true
      parameters:
        - { name: id, in: path, required: true, description: A., x-source: given, schema: { type: string }, example: a }
`,
      at: "name: id,",
      message: `path parameter "id" is not in the path /stakes`,
      fix: "Write {id} in the path, or mend the parameter's name or its `in`.",
    },
    {
      title: "a path names what is no parameter",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes/{id}:\n",
      at: "get:\n      operationId: getStakes",
      message: `path /stakes/{id} has no path parameter "id"`,
      fix: "Add a parameter with `name: id` and `in: path`, or mend the path.",
    },
    {
      title: "parameters are no list",
      file: "openapi.yaml",
      find: "      x-decided: { x-chains: [delta] }\n      x-safe: true\n",
      put: "      x-decided: { x-chains: [delta] }\n      x-safe: true\n      parameters: {}\n",
      at: "parameters: {}",
      message: "parameters is no list",
      fix: "Write a list of parameters.",
    },
  ],
  brokenMethod: [
    {
      title: "methods is no list",
      file: "openrpc.json",
      find: `"methods": [`,
      put: `"methods": {}, "old": [`,
      message: "methods is no list",
      fix: WRITE_LIST,
    },
    {
      title: "the methods of the devnet are no list",
      file: "openrpc.json",
      find: `"x-topics": {`,
      put: `"x-dev": { "methods": {} },\n"x-topics": {`,
      at: `"x-dev"`,
      message: "x-dev.methods is no list",
      fix: WRITE_LIST,
    },
    {
      title: "a method is a text",
      file: "openrpc.json",
      find: `"methods": [`,
      put: `"methods": [\n"chain_getInfo",`,
      at: `"chain_getInfo"`,
      message: "a method is no object",
      fix: "Write the method out, or remove it.",
    },
    {
      title: "the parameters of a method are no list",
      file: "openrpc.json",
      find: `"methods": [`,
      put: `"methods": [{ "$ref": "#/components/schemas/RpcErrorObject" }, {
      "name": "chain_a", "description": "A.",
      "params": {}, "result": { "schema": {} } },`,
      at: `"params": {}`,
      message: "params of method chain_a is no list",
      fix: WRITE_LIST,
    },
    {
      title: "the result of a method is misspelt",
      file: "openrpc.json",
      find: `"result": {\n        "name": "stake"`,
      put: `"resultt": {\n        "name": "stake"`,
      at: `{\n      "name": "delta_getStake"`,
      message: "method delta_getStake has no result",
      fix: "Add `result` with a name and a schema.",
    },
  ],
  unclearSuccess: [
    {
      title: "the status of a success is a range",
      file: "openapi.yaml",
      find: `Alpha has no stakes.
      x-decided: { x-chains: [delta] }
      x-safe: true
      responses:
        "200":`,
      put: `Alpha has no stakes.
      x-decided: { x-chains: [delta] }
      x-safe: true
      responses:
        "2XX":`,
      at: `"2XX"`,
      message: `operation getStakes: "2XX" for its success, not one number`,
      fix: ONE_STATUS,
    },
    {
      title: "an operation never succeeds",
      file: "openapi.yaml",
      find: `  /stakes:\n`,
      put: `  /pools:
    get:
      operationId: getPools
      responses:
        "404": { $ref: "#/components/responses/NotFound" }
  /stakes:
`,
      at: `responses:\n        "404"`,
      message: "operation getPools: no status for its success, not one number",
      fix: ONE_STATUS,
    },
    {
      title: "an operation succeeds with either of two",
      file: "openapi.yaml",
      find: `  /stakes:\n`,
      put: `  /pools:
    get:
      operationId: getPools
      responses:
        "200": { $ref: "#/components/responses/NotFound" }
        "202": { $ref: "#/components/responses/NotFound" }
  /stakes:
`,
      at: `"200": { $ref`,
      message: `operation getPools: "200", "202" for its success, not one number`,
      fix: ONE_STATUS,
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});

test("brokenPath is the one rule that fails where there is no path", () => {
  const { openapi, openrpc } = smallSpecs();
  const text = openapi.text.replace(
    /\npaths:\n[\s\S]*\ncomponents:\n/,
    "\npaths: {}\ncomponents:\n",
  );
  const without = new SpecFile(openapi.file, text);
  const problem = {
    file: "openapi.yaml",
    line: lineOf(text, "paths: {}"),
    message: "paths holds no path",
    fix: "Add a path with an operation, below the key `paths`.",
  };
  expect(brokenRules({ openapi: without, openrpc })).toEqual({ brokenPath: [problem] });
});
