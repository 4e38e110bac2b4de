import { describe, expect, test } from "vitest";
import { lineOf, smallSpecs } from "../_small_specs.ts";
import { actualProblem, brokenRules, type Case, expectedProblem } from "./_broken_rules.ts";

const DELTA = "  delta:\n    { chain: delta, network: mainnet, addressPrefix: dx1,";
const NAME_FILTER =
  'Write `{ "$ref": "#/components/schemas/…" }` of an object with "after", by which subscriptions resume.';

const DATES =
  'Write `deprecated: true` and `x-deprecated: { since: "2026-01-31", sunset: "2026-07-31", reason: "Use … instead." }`.';

const closeCodes = (rows: string): string => `"x-close-codes": { ${rows} }`;
const closeCode = (code: number, name: string): string =>
  `"${code}": { "name": "${name}", "description": "It ends.", "resume": true }`;

const CASES: Readonly<Record<string, readonly Case[]>> = {
  refusedKeyword: [
    {
      title: "a prefix cannot begin an address",
      file: "openapi.yaml",
      find: "addressPrefix: ax1",
      put: "addressPrefix: ax",
      message: 'keyword "addressPrefix" of a row of x-segments cannot be "ax"',
      fix: 'Write lower-case letters, then "1".',
    },
  ],
  unmetCondition: [
    {
      title: "a WebSocket cannot be closed with a code",
      file: "openrpc.json",
      find: `"x-close-codes": {}`,
      put: closeCodes(closeCode(2000, "GoingAway")),
      message: "close code 2000: a WebSocket cannot be closed with it",
      fix: "Write 1000 to 1014 without 1004, 1005 and 1006, or 3000 to 4999.",
    },
    {
      title: "a simplified call would go by name",
      file: "openrpc.json",
      find: `"paramStructure": "by-position"`,
      put: `"paramStructure": "by-name"`,
      message: "method getBalance is called by position, but paramStructure says otherwise",
      fix: "Write `paramStructure: by-position`; without it, either is allowed.",
    },
    {
      title: "a deprecated operation has no dates",
      file: "openapi.yaml",
      find: "operationId: getStakes",
      put: "operationId: getStakes\n      deprecated: true",
      at: "get:\n      operationId: getStakes",
      message: "an operation is deprecated without dates",
      fix: DATES,
    },
    {
      title: "a parameter says why it is deprecated, and is not",
      file: "openapi.yaml",
      find: "description: Which block comes first.",
      put: "description: Which block comes first.\n          x-deprecated: { reason: Old. }",
      at: "x-deprecated",
      message: "a parameter gives deprecation details but is not deprecated",
      fix: "Write `deprecated: true` beside it, or remove it.",
    },
  ],
  brokenSegment: [
    {
      title: "two segments have the same chain and network",
      file: "openapi.yaml",
      find: DELTA,
      put: `  delta-2:\n    { chain: delta, network: mainnet, addressPrefix: dx1, x-source: given, description: Twin. }\n${DELTA}`,
      at: "{ chain: delta, network: mainnet, addressPrefix: dx1, x-source: given, description: Delta",
      message: "segment delta: delta-2 has the same chain and network",
      fix: "Give each segment of a chain a network of its own.",
    },
    {
      title: "two segments of a chain have different prefixes",
      file: "openapi.yaml",
      find: DELTA,
      put: `  delta-2:\n    { chain: delta, network: other, addressPrefix: tx1, x-source: given, description: Other. }\n${DELTA}`,
      at: "{ chain: delta, network: mainnet",
      message: "segment delta: delta-2 has the same chain and another prefix",
      fix: "Give all segments of a chain one addressPrefix.",
    },
    {
      title: "two chains have one prefix",
      file: "openapi.yaml",
      find: "addressPrefix: ax1",
      put: "addressPrefix: dx1",
      at: "{ chain: delta, network: mainnet",
      message: "segment delta: alpha has the same prefix and another chain",
      fix: "Give each chain an addressPrefix of its own, which identifies its addresses.",
    },
  ],
  narrowAddress: [
    ...["pattern: ^(ax1|tx1)", "x-decided: { pattern: ^(ax|tx)1 }, x-reason: B."].map(
      (keyword): Case => ({
        title: `the addresses of a segment do not fit the schema of addresses by ${keyword}`,
        file: "openapi.yaml",
        find: "    Hash:\n",
        put: `    Address: { type: string, format: address, ${keyword}, description: A., x-source: given, examples: [ax1] }\n    Hash:\n`,
        at: "    Address: {",
        message: `pattern "${/\^[^ ]+/.exec(keyword)?.[0]}" refuses addresses that begin with dx1`,
        fix: "Write it for every addressPrefix of x-segments: ax1, dx1.",
      }),
    ),
  ],
  unassignedTier: [
    {
      title: "no tier is that of requests without a key",
      file: "openapi.yaml",
      find: " assigned: keyless,",
      put: "",
      at: "x-rate-tiers:",
      message: "no tier is that of requests without a key",
      fix: "Write `assigned: keyless` on one tier.",
    },
    {
      title: "two tiers are that of a key",
      file: "openapi.yaml",
      find: "x-rate-tiers:\n",
      put: "x-rate-tiers:\n  Best:\n    { requestsPerSecond: 1, requestsPerDay: 1, assigned: key, x-source: given, description: X. }\n",
      at: "{ requestsPerSecond: null",
      message: "more than one tier is that of a requested key",
      fix: "Write `assigned: key` on one tier.",
    },
  ],
  unclearKeyHeader: [
    {
      title: "no header carries a key",
      file: "openapi.yaml",
      find: "type: apiKey, in: header, name: X-Key",
      put: "type: http, scheme: bearer",
      at: "securitySchemes:",
      message: "0 security schemes name a header, not one",
      fix: "Write one `{ type: apiKey, in: header, name: X-API-Key }`.",
    },
  ],
  brokenCloseCode: [
    {
      title: "two close codes have one name",
      file: "openrpc.json",
      find: `"x-close-codes": {}`,
      put: closeCodes(`${closeCode(4001, "GoingAway")}, ${closeCode(4002, "GoingAway")}`),
      message: "close code 4002: another code has the name GoingAway",
      fix: "Give each code a name of its own.",
    },
    {
      title: "a close code is changed that the service does not choose",
      file: "openrpc.json",
      find: `"x-close-codes": {}`,
      put: closeCodes(closeCode(4007, "InvalidText")),
      message: "close code 4007: InvalidText is sent as 1007 by the WebSocket library",
      fix: "Write 1007, which cannot be changed here.",
    },
  ],
  unsendableParams: [
    {
      title: "a required parameter stands behind one that may be left out",
      file: "openrpc.json",
      find: `          "name": "number",
          "description": "Height.",`,
      put: `          "name": "other",
          "schema": { "type": "boolean" },
          "x-source": "given",
          "description": "Other."
        },
        {
          "name": "number",
          "description": "Height.",`,
      at: `{\n          "name": "number"`,
      message: `method chain_getBlock: required parameter "number" follows "other", which is optional`,
      fix: `Write it before "other".`,
    },
  ],
  brokenDeprecation: [
    {
      title: "a deprecated method is served for too short a time",
      file: "openrpc.json",
      find: `"name": "delta_getStake",`,
      put: `"name": "delta_getStake", "deprecated": true,
      "x-deprecated": { "since": "2026-01-31", "sunset": "2026-07-30", "reason": "Old." },`,
      at: `"x-deprecated"`,
      message: "a method is deprecated for less than 6 months",
      fix: "Write a sunset from 2026-07-31 on: clients need the time to change.",
    },
  ],
  brokenTopic: [
    {
      title: "a subscription to a topic could not resume",
      file: "openrpc.json",
      find: `"after": {`,
      put: `"since": {`,
      at: `"filter": {`,
      message: 'topic blocks: its filter is not a named object with an optional "after"',
      fix: NAME_FILTER,
    },
    {
      title: "a field of a filter has a default",
      file: "openrpc.json",
      find: `"after": {`,
      put: `"least": { "type": "integer", "default": 5, "description": "L.", "x-source": "given" }, "after": {`,
      at: `"filter": {`,
      message: 'topic blocks: the field "least" of its filter has a default, which nothing applies',
      fix: "Describe the behaviour without it in the description.",
    },
    {
      title: "a payload has no name",
      file: "openrpc.json",
      find: `"payload": { "$ref": "./openapi.yaml#/components/schemas/Block" }`,
      put: `"payload": { "type": "object" }`,
      message: "topic blocks: its payload is not a named schema",
      fix: 'Write `{ "$ref": "#/components/schemas/…" }`.',
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});

test("brokenTopic finds a payload with the field by which clients know a notice", () => {
  const { openapi } = smallSpecs({
    file: "openapi.yaml",
    find: "number: { type: integer,",
    put: "reorg: { type: string, description: A., examples: [a], x-source: given }\n        number: { type: integer,",
  });
  const { openrpc } = smallSpecs({
    file: "openrpc.json",
    find: '"summary": "New blocks",',
    put: '"reorgNotice": true, "summary": "New blocks",',
  });
  expect(brokenRules({ openapi, openrpc })).toEqual({
    brokenTopic: [
      {
        file: "openrpc.json",
        line: lineOf(openrpc.text, '"payload":'),
        message:
          'topic blocks: its payload has the field "reorg", by which clients know a reorg notice',
        fix: "Use another name, or write `reorgNotice: false`.",
      },
    ],
  });
});
