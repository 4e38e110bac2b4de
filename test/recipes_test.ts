import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../src/testing/mod.ts";
import { runPrograms } from "./_run_programs.ts";
import {
  expectBlocks,
  expectOlderBlocks,
  type ServedExamples,
  serveExamples,
} from "./_served_examples.ts";
import { run } from "./scripts/_run.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

let service: TestService<"delta">;
let examples: ServedExamples;
beforeAll(async () => {
  service = await startService({ segments: ["delta"], history: 30, mode: "on-submit" });
  examples = await serveExamples();
});
afterAll(async () => {
  await examples?.[Symbol.asyncDispose]();
  await service?.close();
});

test("react shows blocks as they come", { timeout: SLOW }, async () => {
  await using page = await examples.open("react", service);
  await expectBlocks(page, "#root li", service);
});

test(
  "vue_query shows older blocks and one of them, and blocks as they come",
  async () => {
    await using page = await examples.open("vue_query", service);
    await expectOlderBlocks(page);
    await expectBlocks(page, "#app li", service);
  },
  SLOW,
);

test(
  "a client that another generator makes reads a block by this one's fetch",
  async () => {
    const file = join(import.meta.dirname, "../examples/hey_api_client.ts");
    const [ended] = await runPrograms([{ file, args: [service.url] }]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended?.stdout).toMatch(/number: 3,[^]*requests are left today\n$/);
  },
  SLOW,
);

test("local_tests passes in a runner of its own", { timeout: SLOW }, async () => {
  // The defaults are for a machine that does nothing else meanwhile.
  const patience = ["--testTimeout=50000", "--hookTimeout=50000"];
  const args = ["run", "--root", "examples/local_tests", ...patience];
  const { code, stdout } = await run("vitest", args);
  expect(stdout).toContain("2 passed");
  expect(code).toBe(0);
});
