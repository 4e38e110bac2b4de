import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSite } from "../scripts/docs/mod.ts";
import { compareSpecs } from "../scripts/diff/mod.ts";
import { SpecEdits } from "../scripts/examples/spec_edits.ts";
import { generateFiles } from "../scripts/generate/mod.ts";
import { operationsOf } from "../scripts/specs/calls.ts";
import { inheritMarks } from "../scripts/specs/inherit_marks.ts";
import type { Json, JsonObject, Path } from "../scripts/specs/json.ts";
import { readSpecs } from "../scripts/specs/read_specs.ts";
import { loadSpecs } from "../scripts/specs/specs.ts";
import { SpecSource } from "../src/cli/doctor/patch/spec_source.ts";
import { followStep, stepsOf } from "./_follow_guide.ts";
import { run, runCompiler } from "./scripts/_run.ts";
import { snapshot } from "./scripts/_snapshot.ts";
import {
  copySpecs,
  folderInRepository,
  ROOT,
  temporaryFolder,
} from "./scripts/_temporary_folder.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

const COPIED = [
  ...[
    "src",
    "scripts",
    "openapi.yaml",
    "openrpc.json",
    "redocly.yaml",
    "package.json",
    "CHANGELOG.md",
  ],
  ...["tsconfig.json", "tsconfig.build.json", "vitest.config.ts"],
  ...["test/exchanges", "test/exchange_runner"],
  ...["test/_chromium.ts", "test/_compile_cache.ts", "test/_skipped_tests.ts"],
  ...["test/_deploy_tools.ts", "test/_postgres.ts", "test/_redis.ts"],
];

/** In a clone in which the guide was followed there is nothing left to follow. */
const isFollowed = (await readFile(join(ROOT, "openapi.yaml"), "utf8")).includes("getChainSupply");

const guide = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");

let copy: string;

beforeAll(async () => {
  copy = await folderInRepository();
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  // As a clone has it, which npm ci built.
  await mkdir(join(copy, "dist"));
});

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

test.skipIf(isFollowed)(
  "following CONTRIBUTING.md word for word gives an endpoint that answers",
  { timeout: SLOW },
  async () => {
    const steps = stepsOf(guide);
    const isDocument = ({ file }: { readonly file: string }): boolean => file === "openapi.yaml";
    expect(steps.map(({ file }) => file)).toEqual([
      ...["openapi.yaml", "openapi.yaml", "src/service/api/rest/_operations.ts"],
      ...["test/exchanges/getChainSupply/supply.io", "CHANGELOG.md"],
    ]);

    for (const step of steps.filter(isDocument)) await followStep(copy, step);
    await raiseVersion();
    const generated = await run("node", [join(copy, "scripts/generate.ts")]);
    expect(generated.code).toBe(0);
    expect(generated.stdout).toMatch(/^Wrote \d+ files to src\/generated\n$/);
    expect(generated.stderr).toMatch(
      /^src\/service\/api\/rest\/_operations\.ts\(.*'getChainSupply' is missing.*\n(?: .*\n)*src\/generated is generated from openapi\.yaml and openrpc\.json, and this code does not compile with it: fix the code or the specs, then run: npm run build\n$/,
    );
    const client = join(copy, "dist/generated/client/operations.gen.js");
    expect(await readFile(client, "utf8")).toContain("getChainSupply");

    const written = await snapshot(join(copy, "src/generated"));
    for (const step of steps.filter((other) => !isDocument(other))) await followStep(copy, step);
    expect(await compile()).toBe("");
    // What was generated is still there as it was; that a further run writes the same is for generate_build_test.ts.
    expect(await snapshot(join(copy, "src/generated"))).toEqual(written);

    const { code, stdout } = await run("vitest", [
      "run",
      "exchanges_test",
      "--root",
      copy,
      "-t",
      "getChainSupply",
    ]);
    expect(stdout).toContain("4 passed");
    expect(code).toBe(0);
  },
);

test.skipIf(isFollowed)(
  "300 operations written as CONTRIBUTING.md teaches are checked, generated, published, compared and edited",
  { timeout: SLOW },
  async () => {
    const folder = await copySpecs(await temporaryFolder());
    const [path, ...others] = stepsOf(guide).filter(({ file }) => file === "openapi.yaml");
    const paths = Array.from({ length: 300 }, (_, index) =>
      path?.block.replace("/chain/supply", `$&/${index}`).replace("getChainSupply", `$&${index}`),
    );
    for (const step of [{ ...path, block: paths.join("") }, ...others])
      await followStep(folder, step as NonNullable<typeof path>);

    const { specs, linted } = await readSpecs(folder);
    const [files, site] = await Promise.all([
      generateFiles(specs),
      buildSite(specs, { hasLibrary: false, releases: [] }),
      linted,
    ]);
    expect(files.get("client/operations.gen.ts")).toContain("getChainSupply299");
    expect(site.get("index.html")).toContain("getChainSupply299");
    expect(compareSpecs(await loadSpecs(ROOT), specs)).toHaveLength(301);
    const { text } = specs.openapi;
    const edits = new SpecEdits(text);
    const written = new SpecSource("openapi.yaml", text).values as JsonObject;
    const valueAt = (at: Path): Json =>
      at.reduce<Json>((value, key) => (value as JsonObject)[key] ?? null, written);
    for (const { path: at } of operationsOf(specs)) edits.set(at, valueAt(at));
    expect(edits.count).toBe(0);
    expect(inheritMarks("openapi.yaml", written)).toEqual(specs.openapi.value);
  },
);

test("the commands that CONTRIBUTING.md and the README name exist", async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const named = [...`${guide}${readme}`.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1]);
  expect(named).toContain("diff");
  expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name ?? ""))).toEqual([]);
});

/** Nothing in a document may change after it was generated from, its version neither. */
async function raiseVersion(): Promise<void> {
  const asked = guide.indexOf("Raise `info.version`");
  expect(asked).toBeGreaterThan(guide.indexOf("## 1."));
  expect(asked).toBeLessThan(guide.indexOf("## 2."));
  const file = join(copy, "openapi.yaml");
  const text = await readFile(file, "utf8");
  const raised = text.replace(/^( {2}version: \d+\.)(\d+)/m, (_, major: string, minor: string) => {
    return `${major}${Number(minor) + 1}`;
  });
  expect(raised).not.toBe(text);
  await writeFile(file, raised);
}

async function compile(): Promise<string> {
  const project = join(copy, "tsconfig.build.json");
  return (await runCompiler("-p", project, "--noEmit")).stdout;
}
