import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkSpecs } from "../../../scripts/specs/read_specs.ts";
import { missingReason } from "../../../scripts/specs/rules/part_rules.ts";
import { SpecError, SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { smallSpecs } from "./_small_specs.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

test("the specs of the project pass every rule", async () => {
  checkSpecs(await loadSpecs(ROOT));
});

test("the small specs pass every rule", () => {
  checkSpecs(smallSpecs());
});

test("every problem is listed with its place and what to do, unless a rule that others rely on fails", () => {
  const { openapi, openrpc } = smallSpecs();
  const text = openapi.text
    .replace("description: What is staked.\n      x-source: given", "x-source: given")
    .replace("description: Which block comes first.", "deprecated: true");
  const twice = new SpecFile("openapi.yaml", text);
  const fix = "    Add a `description` that says what it is and, where it has one, its unit.";
  expect(messageOf(() => checkSpecs({ openapi: twice, openrpc }))).toBe(
    [
      `openapi.yaml:39: parameter "order" of operation listBlocks has no description`,
      fix,
      "openapi.yaml:95: operation getStakes has no description",
      fix,
    ].join("\n"),
  );

  // A rule of the first stage fails: the rules of later stages, which rely on it, are not asked.
  const unknown = new SpecFile("openapi.yaml", text.replace("parameters/Page", "parameters/Pages"));
  expect(messageOf(() => checkSpecs({ openapi: unknown, openrpc }))).toBe(
    `openapi.yaml:31: unknown $ref "#/components/parameters/Pages"\n    Fix the reference, or add what it refers to.`,
  );
});

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof SpecError) return error.message;
    throw error;
  }
  return "";
}

test("a decided operation without a reason is reported once, not with each part that inherits from it", async () => {
  const { openapi, openrpc } = await loadSpecs(ROOT);
  const id = "operationId: getChainInfo\n";
  const text = openapi.text.replace(id, `${id}      x-source: decided\n`);
  const problems = missingReason({ openapi: new SpecFile(openapi.file, text), openrpc });
  expect(problems.map(({ message }) => message)).toEqual([
    "operation getChainInfo is decided without an x-reason",
  ]);
});
