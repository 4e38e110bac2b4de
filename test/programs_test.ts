import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFiles } from "../scripts/tree.ts";
import { IS_WHOLE } from "./_suites.ts";
import { run } from "./scripts/_run.ts";
import { folderInRepository, ROOT } from "./scripts/_temporary_folder.ts";

/** Tests that start a program in every place where a test can. */
const TESTS = `
import { beforeAll, beforeEach, describe, test } from "vitest";
import { requireProgram } from "../../_programs.ts";

async function start() {
  await Promise.resolve();
  requireProgram("Redis");
  throw new Error("was started");
}
describe("a group", () => {
  beforeAll(start);
  test("of a hook", () => { throw new Error("ran"); });
  describe("in another", () => test("of an outer hook", () => { throw new Error("ran"); }));
});
describe("another group", () => {
  test("of no hook", () => {});
  describe("in it", () => {
    beforeEach(start);
    test("of a hook before each", () => { throw new Error("ran"); });
  });
});
test("by itself", start);
test.concurrent("beside another", start);
test.concurrent("beside one that starts", async () => { await new Promise((resolve) => setTimeout(resolve, 20)); });
test("that starts nothing", () => {});
`;

let folder: string;
beforeAll(async () => {
  folder = await folderInRepository();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// A run of tests within one, of what changes seldom.
test.runIf(IS_WHOLE)(
  "tests and groups that start a missing program are skipped, no others, and the last line says so",
  async () => {
    const file = join(folder, "own/starts_test.ts");
    await mkdir(join(folder, "own"));
    await writeFile(file, TESTS);
    const args = ["run", file, "--reporter=verbose", "--no-color", "--no-cache"];
    const { code, stdout, stderr } = await run("vitest", args, { REDIS_SERVER: "/nowhere" });
    const lines = [...stdout.matchAll(/^ ([✓↓×]) .*? > (.*?)(?: \d+ms)?(?: \[.*)?$/gm)];
    expect(lines.map(([, mark, name]) => `${mark} ${name}`)).toEqual([
      "↓ a group > of a hook",
      "↓ a group > in another > of an outer hook",
      "✓ another group > of no hook",
      "↓ another group > in it > of a hook before each",
      "↓ by itself",
      "↓ beside another",
      "✓ beside one that starts",
      "✓ that starts nothing",
    ]);
    expect(stderr).toBe(
      "Redis was not found at /nowhere, install it (apt-get install -y redis-server) or set REDIS_SERVER: 5 tests were skipped\n",
    );
    expect(code).toBe(0);
  },
);

/** What starts a browser, a server or a tool: imports of the library that drives browsers, and names of programs. */
const STARTS = [
  /(?:^import (?!type )[^"]*|import\()"playwright-core"/m,
  /"(?:chromium|redis-server|initdb|pg_ctl|promtool|systemd-analyze)"|"\/usr\/(?:bin|lib)\//,
];

test("a program that a machine may lack is started by what asks for it first", async () => {
  const files = await readFiles(join(ROOT, "test"), /^(?!\.|runtimes\/|fixtures\/).*\.ts$/);
  const starters = [...files].filter(([, text]) => STARTS.some((pattern) => pattern.test(text)));
  const forgotten = starters.filter(([, text]) => !text.includes("requireProgram("));
  expect(starters.length).toBeGreaterThan(2);
  expect(forgotten.map(([name]) => name)).toEqual([]);
});
