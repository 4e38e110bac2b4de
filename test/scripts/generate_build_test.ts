import { readdirSync } from "node:fs";
import { cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Run, run } from "./_run.ts";
import { folderInRepository, ROOT } from "./_temporary_folder.ts";
import { SMALL } from "./specs/_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

const SPECS = fileURLToPath(SMALL);

/** What the generator is made of, and the modules that generated code imports. */
const COPIED = [
  ...["scripts", "package.json", "tsconfig.json", "tsconfig.build.json", "redocly.yaml"],
  ...["src/parameters", "src/units", "src/validation"],
];

/** A copy of the repository with the small specs, of which the scripts take themselves to be part. */
let copy: string;

beforeAll(async () => {
  copy = await folderInRepository();
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await cp(SPECS, copy, { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
}, SLOW);

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

describe("generate builds dist", { timeout: SLOW }, () => {
  test("not where there is none, and not for another output", async () => {
    expect(await generate()).toMatchObject({ code: 0, stdout: WROTE, stderr: "" });
    expect(await readdir(copy)).not.toContain("dist");

    await emptyDist();
    const output = join(copy, "elsewhere");
    const elsewhere = await generate("--specs", SPECS, "--output", output);
    expect(elsewhere).toMatchObject({ code: 0, stderr: "" });
    expect(elsewhere.stdout).not.toContain("dist");
    expect(await readdir(join(copy, "dist"))).toEqual(["stale.js"]);
  });

  test("in whole, also when two run at once", async () => {
    await emptyDist();
    const runs = await Promise.all([generate(), generate()]);
    const expected = { code: 0, stdout: `${WROTE}Built dist from it\n`, stderr: "" };
    expect(runs).toEqual([expected, expected]);

    expect((await readdir(join(copy, "dist"))).toSorted()).toEqual([
      "generated",
      "parameters",
      "units",
      "validation",
    ]);
    const beside = [...(await readdir(copy)), ...(await readdir(join(copy, "src")))];
    expect(beside.filter((name) => name.includes(".new-"))).toEqual([]);
  });
});

const GENERATED = readdirSync(join(ROOT, "src/generated"), { recursive: true }).filter((name) =>
  String(name).endsWith(".ts"),
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
