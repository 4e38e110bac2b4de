import { expect, test } from "vitest";
import { unknownCost, unpricedList } from "../../../../scripts/specs/rules/cost_rules.ts";
import { RULE_STAGES } from "../../../../scripts/specs/rules/mod.ts";
import { SpecFile } from "../../../../scripts/specs/spec_file.ts";
import type { Specs } from "../../../../scripts/specs/specs.ts";
import { loadSpecs } from "../../../../scripts/specs/specs.ts";
import { lineOf } from "../_small_specs.ts";

const ROOT = new URL("../../../../", import.meta.url).pathname;
const specs = await loadSpecs(ROOT);

/** The specs with another text in the place of one that stands there once. */
function changed(name: "openapi" | "openrpc", find: string, put: string): Specs {
  const { file, text } = specs[name];
  const parts = text.split(find);
  expect(parts).toHaveLength(2);
  return { ...specs, [name]: new SpecFile(file, parts.join(put)) };
}

const COST = '"x-cost": ["filter.addresses"],';

test("the rules are among those that are checked", () => {
  const all = Object.assign({}, ...RULE_STAGES) as object;
  expect(all).toMatchObject({ unknownCost, unpricedList });
  expect([unknownCost(specs), unpricedList(specs)]).toEqual([[], []]);
});

test("what x-cost names is a list that the method takes", () => {
  const wrong = changed("openrpc", COST, '"x-cost": ["filter.adresses", "topic"],');
  const place = { file: "openrpc.json", line: lineOf(wrong.openrpc.text, "filter.adresses") };
  const fix = "Name a list: filter.addresses.";
  expect(unknownCost(wrong)).toEqual([
    { ...place, message: 'method chain_subscribe: it takes no list "filter.adresses"', fix },
    { ...place, message: 'method chain_subscribe: it takes no list "topic"', fix },
  ]);
});

test("a long list of a method on a WebSocket stands in x-cost", () => {
  const free = changed("openrpc", COST, "");
  expect(unpricedList(free)).toMatchObject([
    {
      file: "openrpc.json",
      message:
        'method chain_subscribe: the list "filter.addresses" costs the same however long it is',
      fix: "Name it in `x-cost`.",
    },
  ]);
});

test("a list over HTTP is short", () => {
  const fix = "Give it `maxItems` of at most 100.";
  const email = [
    "      required: [email]\n      properties:\n        email:\n",
    "          description: Email address of the holder.\n          type: string\n",
  ].join("");
  const ofBody = changed("openapi", email, email.replace("string", "array"));
  expect(unpricedList(ofBody)).toMatchObject([
    {
      message: 'operation requestKey: the list "email" costs the same however long it is',
      fix,
    },
  ]);
  const ofMethod = changed("openrpc", '"maxItems": 100\n', '"maxItems": 101\n');
  expect(unpricedList(ofMethod)).toMatchObject([
    {
      message: 'method dev_setFaults: the list "rules" costs the same however long it is',
      fix,
    },
  ]);
});
