import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtIn, copyGenerator, emptyDist, generateIn, SPECS, WROTE } from "./_generate_copy.ts";
import { readTree } from "./_snapshot.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

let copy: string;
beforeAll(async () => {
  copy = await copyGenerator();
});
afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

test(
  "generate builds no dist where there is none, and not for another output, and its check accepts both",
  { timeout: SLOW },
  async () => {
    expect(await generateIn(copy)).toEqual({ code: 0, stdout: WROTE, stderr: "" });
    expect(await readdir(copy)).not.toContain("dist");

    await emptyDist(copy);
    const output = join(copy, "elsewhere");
    const flags = ["--specs", SPECS, "--output", output];
    const wrote = WROTE.replace("src/generated", "elsewhere");
    expect(await generateIn(copy, ...flags)).toEqual({ code: 0, stdout: wrote, stderr: "" });
    expect(await readdir(join(copy, "dist"))).toEqual(["stale.js"]);
    expect(await readTree(output)).toEqual(await readTree(join(copy, "src/generated")));

    const checks = [generateIn(copy, "--check"), generateIn(copy, "--check", ...flags)];
    const accepted = { code: 0, stdout: "", stderr: "" };
    expect(await Promise.all(checks)).toEqual([accepted, accepted]);
  },
);

test("two that run at once both build dist in whole", { timeout: SLOW }, async () => {
  await emptyDist(copy);
  const runs = await Promise.all([generateIn(copy), generateIn(copy)]);
  const expected = { code: 0, stdout: `${WROTE}Built dist from it\n`, stderr: "" };
  expect(runs).toEqual([expected, expected]);
  expect(await builtIn(copy)).toEqual(["generated", "units", "validation", "zod"]);
  const beside = [...(await readdir(copy)), ...(await readdir(join(copy, "src")))];
  expect(beside.filter((name) => name.includes(".new-"))).toEqual([]);
});
