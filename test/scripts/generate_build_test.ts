import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateFiles } from "../../scripts/generate/mod.ts";
import { builtIn, copyGenerator, emptyDist, generateIn, WROTE } from "./_generate_copy.ts";
import type { Run } from "./_run.ts";
import { readTree, snapshot } from "./_snapshot.ts";
import { smallSpecs } from "./specs/_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

let copy: string;
let generated: string;
let first: Run;

beforeAll(async () => {
  copy = await copyGenerator();
  generated = join(copy, "src/generated");
  await emptyDist(copy);
  await writeFile(join(copy, "src/handlers.ts"), "export const height: string = 5;\n");
  first = await generateIn(copy);
}, SLOW);

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

test("generate writes the same bytes as another process", async () => {
  expect(await readTree(generated)).toEqual(await generateFiles(smallSpecs()));
  expect(first).toMatchObject({ code: 0, stdout: WROTE });
});

test("it builds dist from them in whole, and names the code that does not compile with them", async () => {
  expect(await builtIn(copy)).toEqual(["generated", "units", "validation", "zod"]);
  const [fault, ...rest] = first.stderr.split("\n");
  expect(fault).toMatch(/^src\/handlers\.ts\(1,14\): error TS2322: /);
  expect(rest).toEqual([
    "src/generated is generated from openapi.yaml and openrpc.json, and this code does not compile with it: fix the code or the specs, then run: npm run build",
    "",
  ]);
});

test("its check lists each file that differs, and changes none", { timeout: SLOW }, async () => {
  await appendFile(join(generated, "tiers.gen.ts"), " ");
  await rm(join(generated, "client/paths.gen.ts"));
  await mkdir(join(generated, "client/old"));
  await writeFile(join(generated, "client/old/left.gen.ts"), "");
  const before = await snapshot(generated);
  expect(await generateIn(copy, "--check")).toEqual({
    code: 1,
    stdout: "",
    stderr: [
      "src/generated does not match the specs:",
      "  client/old/left.gen.ts",
      "  client/paths.gen.ts",
      "  tiers.gen.ts",
      "Run: npm run generate\n",
    ].join("\n"),
  });
  expect(await snapshot(generated)).toEqual(before);
});
