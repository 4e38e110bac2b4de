import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { type Specs, loadSpecs } from "../../../scripts/specs/specs.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { countSubjects, exampleContradictions } from "./_example_facts.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
let specs: Specs;

beforeAll(async () => {
  specs = await loadSpecs(ROOT);
});

test("the examples of both specs agree on each block, transaction, record and account", () => {
  expect(exampleContradictions(specs)).toEqual([]);
  expect(countSubjects(specs)).toBeGreaterThan(20);
});

test.each([
  ["a block's number", '"hash": "0x4187bba0', '"hash": "0x4187bba1', "hash of height 1204"],
  [
    "a transaction's block",
    '"blockNumber": 1204',
    '"blockNumber": 1203',
    "blockNumber of transaction",
  ],
  [
    "a transaction's sender",
    '"from": "dx17680y',
    '"from": "dx17680z',
    "from of transaction 0x9cbf",
  ],
  [
    "a transaction's effect",
    '"status": "confirmed"',
    '"status": "failed"',
    "effect of transaction",
  ],
  [
    "a block's parent",
    '"parentHash": "0x8422',
    '"parentHash": "0x8423',
    "parentHash of block 0x4187",
  ],
  [
    "a record's transaction",
    '"transactionHash": "0x8d9f',
    '"transactionHash": "0x8d90',
    "transaction of record 0x4b54",
  ],
  [
    "a serial number's block",
    '"spent": true,\n              "blockNumber": 873',
    '"spent": true,\n              "blockNumber": 874',
    "block of serial number 0xaa38",
  ],
  ["a balance", '"981474500000000000000000"', '"981474500000000000000001"', "balance of account"],
  [
    "a validator's stake",
    '"stake": "5000000000000000000000000"',
    '"stake": "5"',
    "stake of validator",
  ],
  [
    "what was asked for",
    '"name": "blockNumber",\n              "value": 1204',
    '"name": "blockNumber",\n              "value": 1205',
    "blockNumber of the answer",
  ],
])("a contradiction about %s is found", (_, find, put, expected) => {
  const text = specs.openrpc.text.replace(find, put);
  expect(text).not.toBe(specs.openrpc.text);
  const openrpc = new SpecFile("openrpc.json", text);
  const contradictions = exampleContradictions({ ...specs, openrpc });
  expect(contradictions.join("\n")).toContain(expected);
});

test("a count of pages that does not follow from the total is found", () => {
  const text = specs.openapi.text.replace("totalPages: 603", "totalPages: 602");
  const openapi = new SpecFile("openapi.yaml", text);
  expect(exampleContradictions({ ...specs, openapi })[0]).toMatch(
    /^openapi\.yaml:\d+: totalPages of 1205 items in pages of 2 is 603, but 602 at openapi\.yaml:\d+$/,
  );
});
