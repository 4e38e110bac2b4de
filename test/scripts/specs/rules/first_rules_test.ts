import { describe, expect, test } from "vitest";
import { actualProblem, type Case, expectedProblem } from "./_broken_rules.ts";

const GROWS = "grows: { order: { desc: start, asc: end } }";

const CASES: Readonly<Record<string, readonly Case[]>> = {
  unknownLimit: [
    {
      title: "an operation names a limit that there is none of",
      file: "openapi.yaml",
      find: "operationId: getStakes",
      put: "operationId: getStakes\n      x-limit: blocksPerDay",
      at: "x-limit: blocksPerDay",
      message: `unknown limit "blocksPerDay"`,
      fix: "Name a limit of x-limits (none), or add a row there.",
    },
  ],
  unknownRef: [
    {
      title: "a reference cannot be decoded",
      file: "openapi.yaml",
      find: `$ref: "#/components/schemas/ErrorCode"`,
      put: `$ref: "#/components/schemas/%"`,
      message: `unknown $ref "#/components/schemas/%"`,
      fix: "Fix the reference, or add what it refers to.",
    },
    {
      title: "a reference within a spec leads nowhere",
      file: "openapi.yaml",
      find: `$ref: "#/components/schemas/ErrorCode"`,
      put: `$ref: "#/components/schemas/ErrorKode"`,
      message: `unknown $ref "#/components/schemas/ErrorKode"`,
      fix: "Fix the reference, or add what it refers to.",
    },
    {
      title: "a reference into the other spec leads nowhere",
      file: "openrpc.json",
      find: `"payload": { "$ref": "./openapi.yaml#/components/schemas/Block" }`,
      put: `"payload": { "$ref": "./openapi.yaml#/components/schemas/Blok" }`,
      message: `unknown $ref "./openapi.yaml#/components/schemas/Blok"`,
      fix: "Fix the reference, or add what it refers to.",
    },
    {
      title: "a reference leads into a third file",
      file: "openrpc.json",
      find: `"payload": { "$ref": "./openapi.yaml#/components/schemas/Block" }`,
      put: `"payload": { "$ref": "./other.yaml#/components/schemas/Block" }`,
      message: `unknown $ref "./other.yaml#/components/schemas/Block"`,
      fix: "Fix the reference, or add what it refers to.",
    },
    {
      title: "a reference names the other spec without its folder",
      file: "openrpc.json",
      find: `"payload": { "$ref": "./openapi.yaml#/components/schemas/Block" }`,
      put: `"payload": { "$ref": "openapi.yaml#/components/schemas/Block" }`,
      message: `unknown $ref "openapi.yaml#/components/schemas/Block"`,
      fix: `Write "./openapi.yaml#/components/schemas/Block".`,
    },
  ],
  collidingName: [
    {
      title: "two operations share an id",
      file: "openapi.yaml",
      find: "operationId: getStakes",
      put: "operationId: getBlock",
      at: "get:\n      operationId: getBlock\n      tags: [Small]\n      summary: Get stakes",
      message: `operation getBlock gives the same generated name as operation getBlock at openapi.yaml:FIRST: GetBlockData`,
      first: "get:\n      operationId: getBlock",
      fix: "Rename one of the two.",
    },
    {
      title: "two methods share a name",
      file: "openrpc.json",
      find: `"name": "delta_getStake"`,
      put: `"name": "chain_getBlock"`,
      at: `{\n      "name": "chain_getBlock",\n      "summary": "Get a stake"`,
      message: `method chain_getBlock gives the same generated name as method chain_getBlock at openrpc.json:FIRST: RpcChainGetBlockData`,
      first: `{\n      "name": "chain_getBlock",`,
      fix: "Rename one of the two.",
    },
    {
      title: "two methods differ in an underscore and a capital alone",
      file: "openrpc.json",
      find: `"name": "delta_getStake"`,
      put: `"name": "chainGetBlock"`,
      at: `{\n      "name": "chainGetBlock"`,
      message: `method chainGetBlock gives the same generated name as method chain_getBlock at openrpc.json:FIRST: RpcChainGetBlockData`,
      first: `{\n      "name": "chain_getBlock",`,
      fix: "Rename one of the two.",
    },
    {
      title: "a schema has the name of a generated type",
      file: "openrpc.json",
      find: `"schemas": {\n`,
      put: `"schemas": {
      "GetBlockPath": { "type": "string", "description": "A hash.", "x-source": "given", "examples": ["0x"] },
`,
      at: `"GetBlockPath": {`,
      message: `schema GetBlockPath gives the same generated name as operation getBlock at openapi.yaml:FIRST: GetBlockPath`,
      first: "get:\n      operationId: getBlock",
      firstFile: "openapi.yaml",
      fix: "Rename one of the two.",
    },
    {
      title: "a schema stands in both specs",
      file: "openrpc.json",
      find: `"schemas": {\n`,
      put: `"schemas": {
      "Hash": { "type": "string", "description": "A hash.", "x-source": "given", "examples": ["0x"] },
`,
      at: `"Hash": {`,
      message: `schema Hash gives the same generated name as schema Hash at openapi.yaml:FIRST: Hash`,
      first: "    Hash:\n",
      firstFile: "openapi.yaml",
      fix: "Rename one of the two.",
    },
    {
      title: "two errors share a code",
      file: "openrpc.json",
      find: `"errors": {`,
      put: `"errors": {
      "Broken": { "code": -32700, "message": "Broken", "x-source": "given", "x-description": "Broken.", "x-example": {} },`,
      at: `"ParseError": {`,
      message:
        "error ParseError gives the same generated name as error Broken at openrpc.json:FIRST: code -32700",
      first: `"Broken": {`,
      fix: "Rename one of the two.",
    },
    {
      title: "two parameters of a method share a name",
      file: "openrpc.json",
      find: `"name": "full"`,
      put: `"name": "number"`,
      at: `{\n          "name": "number",\n          "description": "Whether`,
      message: `parameter "number" of method chain_getBlock gives the same generated name as parameter "number" of method chain_getBlock at openrpc.json:FIRST: parameter "number" of method chain_getBlock`,
      first: `{\n          "name": "number",`,
      fix: "Rename one of the two.",
    },
  ],
  unsupportedName: [
    {
      title: "an operation id has an acronym in capitals",
      file: "openapi.yaml",
      find: "operationId: getStakes",
      put: "operationId: getSTAKES",
      at: "get:\n      operationId: getSTAKES",
      message: `operation "getSTAKES" has a name that the generator cannot use`,
      fix: "Write it in camel case, acronyms as words, a capital after digits, no capital alone: `getUrlInfo`, `getV2Info`.",
    },
    {
      title: "a word of an operation id is one letter",
      file: "openapi.yaml",
      find: "operationId: getStakes",
      put: "operationId: getX",
      at: "get:\n      operationId: getX",
      message: `operation "getX" has a name that the generator cannot use`,
      fix: "Write it in camel case, acronyms as words, a capital after digits, no capital alone: `getUrlInfo`, `getV2Info`.",
    },
    {
      title: "a method's parts are not joined by underscores",
      file: "openrpc.json",
      find: `"name": "delta_getStake"`,
      put: `"name": "delta.getStake"`,
      at: `{\n      "name": "delta.getStake"`,
      message: `method "delta.getStake" has a name that the generator cannot use`,
      fix: "Write its parts in camel case of two letters or more, acronyms as words, a capital after digits, no capital alone, with `_` between them: `chain_getUrlInfo`.",
    },
    {
      title: "a schema is not in Pascal case",
      file: "openrpc.json",
      find: `"schemas": {\n`,
      put: `"schemas": {
      "old_block": { "type": "string", "description": "A.", "x-source": "given", "examples": ["a"] },
`,
      at: `"old_block"`,
      message: `schema "old_block" has a name that the generator cannot use`,
      fix: "Write it in Pascal case, acronyms as words, a capital after digits, no capital alone: `UrlInfo`, `V2Info`.",
    },
    {
      title: "a positional parameter cannot be a label",
      file: "openrpc.json",
      find: `"name": "full"`,
      put: `"name": "in-full"`,
      at: `{\n          "name": "in-full"`,
      message: `parameter "in-full" has a name that the generator cannot use`,
      fix: "Write it in camel case, acronyms as words, a capital after digits, no capital alone: `getUrlInfo`, `getV2Info`.",
    },
  ],
  refusedKeyword: [
    {
      title: "a schema has a keyword that is refused",
      file: "openapi.yaml",
      find: "schema: { type: string, enum: [asc, desc]",
      put: "schema: { type: string, not: {}, enum: [asc, desc]",
      message: `keyword "not" of a schema is refused`,
      fix: "Write the alternatives with `anyOf`.",
    },
    {
      title: "an alternative of a result has one",
      file: "openrpc.json",
      find: `{ "type": "null", "x-source": "decided" }`,
      put: `{ "type": "null", "x-source": "decided", "contains": {} }`,
      message: `keyword "contains" of a schema is refused`,
      fix: "Say in the description what the items must be.",
    },
    {
      title: "a decided keyword is none",
      file: "openapi.yaml",
      find: "x-decided: { minimum: 1 }",
      put: "x-decided: { minimun: 1 }",
      message: `unknown keyword "minimun" of x-decided of a schema`,
      fix: `Write "minimum", or remove it.`,
    },
    {
      title: "an operation has a verb that is refused",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes:\n    head: {}\n",
      at: "head:",
      message: `keyword "head" of a path is refused`,
      fix: "Leave it out: every GET answers HEAD, and every path OPTIONS.",
    },
  ],
  unnamedData: [
    {
      title: "the data of a success is written in place",
      file: "openapi.yaml",
      find: `data: { $ref: "#/components/schemas/Stakes" }`,
      put: "data: { type: object }",
      at: "get:\n      operationId: getStakes",
      message: "operation getStakes: `data` of its success is not a named schema",
      fix: "Write `data: { $ref: '#/components/schemas/…' }`.",
    },
    {
      title: "a list names a key that its data does not have",
      file: "openapi.yaml",
      find: "x-pagination: { items: blocks",
      put: "x-pagination: { items: rows",
      at: "x-pagination:",
      message: `operation listBlocks: BlockList has no list "rows" of a named schema`,
      fix: "Fix `x-pagination` or the schema.",
    },
    {
      title: "the items of a list are written in place",
      file: "openapi.yaml",
      find: `items: { $ref: "#/components/schemas/Block" }`,
      put: "items: { type: object }",
      at: "x-pagination:",
      message: `operation listBlocks: BlockList has no list "blocks" of a named schema`,
      fix: "Fix `x-pagination` or the schema.",
    },
    {
      title: "a list has no page parameter",
      file: "openapi.yaml",
      find: "name: page\n",
      put: "name: pages\n",
      at: "x-pagination:",
      message:
        "operation listBlocks: it is a list without a query parameter `page`, and names no cursor",
      fix: "Fix `x-pagination`.",
    },
    {
      title: "the page of a list is no number",
      file: "openapi.yaml",
      find: "schema: { type: integer, default: 1 }\n      example: 1",
      put: 'schema: { type: string, default: "1" }\n      example: "1"',
      at: "x-pagination:",
      message: "operation listBlocks: its query parameter `page` is not an integer",
      fix: "Fix `x-pagination`.",
    },
    {
      title: "a list by cursor has no parameter for it",
      file: "openapi.yaml",
      find: GROWS,
      put: "cursor: { parameter: after, next: next }",
      at: "x-pagination:",
      message: 'operation listBlocks: it has no query parameter "after" for the cursor',
      fix: "Fix `x-pagination`.",
    },
    {
      title: "a list by cursor cannot begin without one",
      file: "openapi.yaml",
      find: `${GROWS} }
      parameters:
`,
      put: `cursor: { parameter: after, next: next } }
      parameters:
        - { name: after, in: query, required: true, description: A place., x-source: given, schema: { type: string }, example: a }
`,
      at: "x-pagination:",
      message:
        'operation listBlocks: its parameter "after" is required, and the first page has no cursor',
      fix: "Fix `x-pagination`.",
    },
    {
      title: "the data of a list by cursor does not tell the next one",
      file: "openapi.yaml",
      find: `${GROWS} }
      parameters:
`,
      put: `cursor: { parameter: after, next: paging.next } }
      parameters:
        - { name: after, in: query, description: A place., x-source: given, schema: { type: string }, example: a }
`,
      at: "x-pagination:",
      message: 'operation listBlocks: BlockList has no field "paging.next" with the next cursor',
      fix: "Fix `x-pagination`.",
    },
    {
      title: "a cursor is no text",
      file: "openapi.yaml",
      find: GROWS,
      put: "cursor: { parameter: limit, next: blocks }",
      at: "x-pagination:",
      message: 'operation listBlocks: "limit" and "blocks" are not both of type string',
      fix: "Fix `x-pagination`.",
    },
    {
      title: "a list tells its items apart by a field that they do not have",
      file: "openapi.yaml",
      find: "items: blocks, key: number",
      put: "items: blocks, key: size",
      at: "x-pagination:",
      message: `operation listBlocks: its items have no required field "size"`,
      fix: "Fix `x-pagination`.",
    },
    {
      title: "a list grows by a parameter that it does not have",
      file: "openapi.yaml",
      find: "grows: { order: {",
      put: "grows: { sort: {",
      at: "x-pagination:",
      message: `operation listBlocks: it has no parameter "sort" to grow by`,
      fix: "Fix `x-pagination`.",
    },
    {
      title: "a list grows by a value that its parameter does not take",
      file: "openapi.yaml",
      find: "desc: start, asc: end",
      put: "down: start, asc: end",
      at: "x-pagination:",
      message: `operation listBlocks: "down" is not a value of its parameter "order"`,
      fix: "Fix `x-pagination`.",
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});
