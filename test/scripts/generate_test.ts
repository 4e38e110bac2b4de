import { cp, mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { writeGenerated } from "../../scripts/generate/_write_generated.ts";
import { readSpecs } from "../../scripts/specs/read_specs.ts";
import { SpecError } from "../../scripts/specs/spec_file.ts";
import { runGenerate } from "./_run.ts";
import { snapshot } from "./_snapshot.ts";
import { ROOT, temporaryFolder } from "./_temporary_folder.ts";
import { type Mutation, SMALL, smallText } from "./specs/_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

interface Broken extends Mutation {
  readonly title: string;
  readonly line: number;
  readonly says: string;
  readonly fix: string;
}

const BROKEN: readonly Broken[] = [
  {
    title: "YAML that cannot be parsed",
    file: "openapi.yaml",
    find: "operationId: getBlock\n",
    put: "operationId: getBlock: twice\n",
    line: 65,
    says: "cannot be parsed: Nested mappings",
    fix: "Fix the YAML on this line.",
  },
  {
    title: "JSON that cannot be parsed",
    file: "openrpc.json",
    find: `"x-safe": true,\n      "x-chains": ["delta"],`,
    put: `"x-safe": true,\n      "x-chains": ["delta",],`,
    line: 60,
    says: "cannot be parsed: Unexpected token ']'",
    fix: "Fix the JSON on this line.",
  },
  {
    title: "a key that stands twice",
    file: "openapi.yaml",
    find: "summary: Get a block\n",
    put: "summary: Get a block\n      summary: Get it\n",
    line: 68,
    says: "cannot be parsed: Map keys must be unique",
    fix: "Fix the YAML on this line.",
  },
  {
    title: "a reference that leads nowhere",
    file: "openapi.yaml",
    find: `- $ref: "#/components/parameters/Page"`,
    put: `- $ref: "#/components/parameters/Paeg"`,
    line: 31,
    says: `unknown $ref "#/components/parameters/Paeg"`,
    fix: "Fix the reference, or add what it refers to.",
  },
  {
    title: "two operations of one id",
    file: "openapi.yaml",
    find: "operationId: getStakes",
    put: "operationId: getBlock",
    line: 95,
    says: "operation getBlock gives the same generated name as operation getBlock at openapi.yaml:64",
    fix: "Rename one of the two.",
  },
  {
    title: "a parameter that is not shown",
    file: "openapi.yaml",
    find: "          example: 7\n",
    put: "",
    line: 72,
    says: `parameter "identifier" of operation getBlock has no example`,
    fix: "Add a realistic example that agrees with the others.",
  },
];

describe("generate refuses and leaves the output as it was for", { timeout: SLOW }, () => {
  test.concurrent.for(BROKEN)("$title", async (broken, { onTestFinished }) => {
    const folder = await temporaryFolder(onTestFinished);
    const output = join(folder, "output");
    await mkdir(output);
    await writeFile(join(output, "kept.gen.ts"), "kept");
    await cp(SMALL, folder, { recursive: true });
    await writeFile(join(folder, broken.file), smallText(broken.file, broken));
    const before = await snapshot(folder);

    const [first = "", second, ...further] = (await refusalOf(folder, output)).split("\n");

    expect(first).toContain(`${broken.file}:${broken.line}: ${broken.says}`);
    expect(second).toBe(`    ${broken.fix}`);
    expect(further).toEqual([]);
    expect(await snapshot(folder)).toEqual(before);
  });

  test("what the command then tells, and ends with 1", async () => {
    const folder = await temporaryFolder();
    const output = join(folder, "output");
    await writeFile(join(folder, "openapi.yaml"), "- 1\n");
    await writeFile(join(folder, "openrpc.json"), "{}\n");
    const refusal = await refusalOf(folder, output);
    expect(await runGenerate("--specs", folder, "--output", output)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${refusal}\n\n1 problem(s); ${relative(ROOT, output)} is as it was.\n`,
    });
  });
});

/** The message by which specs are refused that cannot be used. */
async function refusalOf(specs: string, output: string): Promise<string> {
  const refused: unknown = await readSpecs(specs)
    .then((checked) => writeGenerated(checked, output))
    .catch((error: unknown) => error);
  if (refused instanceof SpecError) return refused.message;
  throw new Error("The specs were not refused", { cause: refused });
}
