import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { hasChromium } from "./test/_chromium.ts";

/** Test files that take more than ten seconds, the longest first: begun last, they would run on alone. */
const LONGEST = ["test/contributing_test.ts", "test/scripts/docs_test.ts"];

/** Starts the longest files first, also where no earlier run has told which they are. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = LONGEST.map((name) => join(import.meta.dirname, name));
    const place = ({ moduleId }: TestSpecification): number =>
      first.includes(moduleId) ? first.indexOf(moduleId) : first.length;
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => place(left) - place(right));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*_test.ts"],
    globalSetup: ["test/_compile_cache.ts", "test/_skipped_browser_tests.ts"],
    tags: [{ name: "browser", description: "Drives Chromium.", skip: !hasChromium }],
    testTimeout: 20_000,
    // Services that many test files open at once are slow to start.
    hookTimeout: 60_000,
    // The default leaves a processor to Vitest, which has little to do: half of a machine that has two.
    maxWorkers: "100%",
    // A worker loads a module once for all its files: no module keeps anything that a test could see.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
