import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runGenerate } from "./_run.ts";
import { ROOT, temporaryFolder } from "./_temporary_folder.ts";
import { type Mutation, SMALL, smallText } from "./specs/_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

const SPECS = fileURLToPath(SMALL);

describe("generate, its check and its repetition", { timeout: SLOW }, () => {
  test("two runs write the same bytes, which the check accepts until a file differs", async () => {
    const folder = await temporaryFolder();
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    const runs = await Promise.all(
      [first, second].map((output) => runGenerate("--specs", SPECS, "--output", output)),
    );

    const files = await readTree(first);
    expect(files.size).toBeGreaterThan(15);
    expect(await readTree(second)).toEqual(files);
    expect(runs).toEqual(
      [first, second].map((output) => ({
        code: 0,
        stdout: `Wrote ${files.size} files to ${relative(ROOT, output)}\n`,
        stderr: "",
      })),
    );
    expect((await readdir(folder)).toSorted()).toEqual(["first", "second"]);

    await appendTo(join(second, "tiers.gen.ts"), " ");
    await rm(join(second, "client/paths.gen.ts"));
    await mkdir(join(second, "client/old"));
    await writeFile(join(second, "client/old/left.gen.ts"), "");
    const before = await Promise.all([snapshot(first), snapshot(second)]);
    const [fresh, stale] = await Promise.all(
      [first, second].map((output) => runGenerate("--check", "--specs", SPECS, "--output", output)),
    );
    expect(fresh).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(stale).toEqual({
      code: 1,
      stdout: "",
      stderr: [
        `${relative(ROOT, second)} does not match the specs:`,
        "  client/old/left.gen.ts",
        "  client/paths.gen.ts",
        "  tiers.gen.ts",
        "Run: npm run generate\n",
      ].join("\n"),
    });
    expect(await Promise.all([snapshot(first), snapshot(second)])).toEqual(before);
  });
});

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
    fix: "Mend the YAML on this line.",
  },
  {
    title: "JSON that cannot be parsed",
    file: "openrpc.json",
    find: `"x-safe": true,\n      "x-chains": ["delta"],`,
    put: `"x-safe": true,\n      "x-chains": ["delta",],`,
    line: 60,
    says: "cannot be parsed: Unexpected token ']'",
    fix: "Mend the JSON on this line.",
  },
  {
    title: "a key that stands twice",
    file: "openapi.yaml",
    find: "summary: Get a block\n",
    put: "summary: Get a block\n      summary: Get it\n",
    line: 68,
    says: "cannot be parsed: Map keys must be unique",
    fix: "Mend the YAML on this line.",
  },
  {
    title: "a reference that leads nowhere",
    file: "openapi.yaml",
    find: `- $ref: "#/components/parameters/Page"`,
    put: `- $ref: "#/components/parameters/Paeg"`,
    line: 31,
    says: `unknown $ref "#/components/parameters/Paeg"`,
    fix: "Mend the reference, or add what it names.",
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

    const { code, stdout, stderr } = await runGenerate("--specs", folder, "--output", output);

    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    const lines = stderr.split("\n");
    expect(lines[0]).toContain(`${broken.file}:${broken.line}: ${broken.says}`);
    expect(lines[1]).toBe(`    ${broken.fix}`);
    expect(stderr).toContain(`1 problem(s); ${relative(ROOT, output)} is as it was.`);
    expect(await snapshot(folder)).toEqual(before);
  });
});

async function appendTo(file: string, text: string): Promise<void> {
  await writeFile(file, (await readFile(file, "utf8")) + text);
}

async function readTree(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return new Map(paths.map((path, index) => [relative(folder, path), texts[index] ?? ""]));
}

/** Text and time of the last change of each file: a file written again with the same text differs. */
async function snapshot(folder: string): Promise<unknown> {
  const files = await readTree(folder);
  return Promise.all(
    [...files].map(async ([path, text]) => ({
      path,
      text,
      changed: (await stat(join(folder, path), { bigint: true })).mtimeNs,
    })),
  );
}
