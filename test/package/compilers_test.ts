import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMPILERS, compileProject, makeStrictProject, RESOLUTIONS } from "./_strict_project.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

type Case = readonly [version: keyof typeof COMPILERS, resolution: keyof typeof RESOLUTIONS];

/** The rest of the older ones, which take long. */
const OLDER: readonly Case[] = [
  ["6", "nodenext"],
  ["5.7", "nodenext"],
  ["5.7", "bundler"],
];

/** Those that package_test.ts leaves out; `npm run test:types` also asks the one to be fetched. */
const CASES: readonly Case[] = [
  ["7", "nodenext"],
  ["6", "bundler"],
  ...(process.env.ALL === "compilers" ? OLDER : []),
];

let folder: string;
beforeAll(async () => {
  ({ folder } = await makeStrictProject());
}, SLOW);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.for(CASES)(
  "a strict project compiles with TypeScript %s and module resolution %s",
  { timeout: SLOW },
  async ([version, resolution]) => {
    expect(await compileProject(folder, COMPILERS[version], RESOLUTIONS[resolution])).toBe("");
  },
);
