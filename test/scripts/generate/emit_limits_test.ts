import { expect, test } from "vitest";
import { type Model, readModel } from "../../../scripts/specs/model/mod.ts";
import { emitLimits } from "../../../scripts/generate/emit_tables.ts";
import { emitServiceOperations } from "../../../scripts/generate/emit_operations.ts";
import { smallSpecs } from "../specs/_small_specs.ts";

const MODEL = readModel(smallSpecs());

/** The small specs with a limit of its own for the operation `id` alone. */
function limited(id: string): Model {
  const operations = MODEL.operations.map((operation) =>
    operation.id === id ? { ...operation, limit: "blocksPerDay" } : operation,
  );
  return { ...MODEL, operations };
}

/** Pattern of URLs generated for the limit that only the operation `id` has. */
function patternOf(id: string): RegExp {
  const text = emitLimits(limited(id));
  const [, source = ""] = /method: "GET", url: \/(.*)\/, limit: "blocksPerDay"/.exec(text) ?? [];
  return new RegExp(source);
}

test("the URLs of an operation with a limit of its own are recognised by their end, whatever its parameters", () => {
  const pattern = patternOf("getBlock");
  for (const url of [
    "http://host/v1/delta/blocks/7",
    "https://host/below/v1/alpha/blocks/0x07?fullTx=true",
  ]) {
    expect(url).toMatch(pattern);
  }
  for (const url of [
    "http://host/v1/delta/blocks",
    "http://host/v1/delta/blocks/7/transactions",
    "http://host/v1/delta/blocks/a/7",
    "http://host/other?to=/v1/delta/blocks/7",
  ]) {
    expect(url).not.toMatch(pattern);
  }
});

test("no operation has one that the specs do not name", () => {
  expect(emitLimits(MODEL)).toContain("OWN_LIMITS: readonly OwnLimit[] = [\n];");
});

test("the service compiles only once it counts an operation with a limit of its own", () => {
  const text = emitServiceOperations(limited("getBlock"));
  expect(text).toContain('export interface OperationLimits {\n  getBlock: "blocksPerDay";\n}');
});
