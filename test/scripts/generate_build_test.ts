import { readdirSync } from "node:fs";
import { appendFile, cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Run, run } from "./_run.ts";
import { readTree, snapshot } from "./_snapshot.ts";
import { folderInRepository, ROOT } from "./_temporary_folder.ts";
import { SMALL } from "./specs/_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

const SPECS = fileURLToPath(SMALL);

/** Files of the generator, and the modules that generated code imports. */
const COPIED = [
  ...["scripts", "package.json", "tsconfig.json", "tsconfig.build.json", "redocly.yaml"],
  ...["src/parameters.ts", "src/tables.ts", "src/units", "src/validation", "src/zod"],
];

/** A copy of the repository with the small specs, of which the scripts take themselves to be part. */
let copy: string;

/** A run where there is no `dist`, and what it leaves in the copy. */
let first: Run;
let besideFirst: readonly string[];

/** A run where there is one, with its output in another folder, and what it leaves in `dist`. */
let second: Run;
let output: string;
let distAfterSecond: readonly string[];

beforeAll(async () => {
  copy = await folderInRepository();
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await cp(SPECS, copy, { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));

  first = await generate();
  besideFirst = await readdir(copy);

  await emptyDist();
  output = join(copy, "elsewhere");
  second = await generate("--specs", SPECS, "--output", output);
  distAfterSecond = await readdir(join(copy, "dist"));
}, SLOW);

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

describe("generate, its check and its repetition", { timeout: SLOW }, () => {
  test("two runs write the same bytes, which the check accepts until a file differs", async () => {
    const generated = join(copy, "src/generated");
    const files = await readTree(generated);
    expect(files.size).toBeGreaterThan(15);
    expect(await readTree(output)).toEqual(files);

    await appendFile(join(output, "tiers.gen.ts"), " ");
    await rm(join(output, "client/paths.gen.ts"));
    await mkdir(join(output, "client/old"));
    await writeFile(join(output, "client/old/left.gen.ts"), "");
    const before = await Promise.all([snapshot(generated), snapshot(output)]);
    const [fresh, stale] = await Promise.all([
      generate("--check"),
      generate("--check", "--specs", SPECS, "--output", output),
    ]);
    expect(fresh).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(stale).toEqual({
      code: 1,
      stdout: "",
      stderr: [
        "elsewhere does not match the specs:",
        "  client/old/left.gen.ts",
        "  client/paths.gen.ts",
        "  tiers.gen.ts",
        "Run: npm run generate\n",
      ].join("\n"),
    });
    expect(await Promise.all([snapshot(generated), snapshot(output)])).toEqual(before);
  });
});

describe("generate builds dist", { timeout: SLOW }, () => {
  test("not where there is none, and not for another output", async () => {
    expect(first).toEqual({ code: 0, stdout: WROTE, stderr: "" });
    expect(besideFirst).not.toContain("dist");

    const wrote = WROTE.replace("src/generated", "elsewhere");
    expect(second).toEqual({ code: 0, stdout: wrote, stderr: "" });
    expect(distAfterSecond).toEqual(["stale.js"]);
  });

  test("in whole, also when two run at once", async () => {
    await emptyDist();
    const runs = await Promise.all([generate(), generate()]);
    const expected = { code: 0, stdout: `${WROTE}Built dist from it\n`, stderr: "" };
    expect(runs).toEqual([expected, expected]);

    const folders = (await readdir(join(copy, "dist"))).filter((name) => !name.includes("."));
    expect(folders.toSorted()).toEqual(["generated", "units", "validation", "zod"]);
    const beside = [...(await readdir(copy)), ...(await readdir(join(copy, "src")))];
    expect(beside.filter((name) => name.includes(".new-"))).toEqual([]);
  });
});

const GENERATED = readdirSync(join(ROOT, "src/generated"), { recursive: true }).filter((name) =>
  /\.(?:ts|json)$/.test(String(name)),
);
const WROTE = `Wrote ${GENERATED.length} files to src/generated\n`;

function generate(...args: readonly string[]): Promise<Run> {
  return run("node", [join(copy, "scripts/generate.ts"), ...args]);
}

/** Leaves a `dist` that no build made. */
async function emptyDist(): Promise<void> {
  await rm(join(copy, "dist"), { recursive: true, force: true });
  await mkdir(join(copy, "dist"));
  await writeFile(join(copy, "dist/stale.js"), "");
}
