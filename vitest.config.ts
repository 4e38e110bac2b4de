import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { leftOut } from "./test/_suites.ts";

export default defineConfig({
  test: {
    include: ["test/**/*_test.ts"],
    exclude: leftOut(),
    globalSetup: [
      "test/_temporary_files.ts",
      "test/_compile_cache.ts",
      "test/_share_parts.ts",
      "test/_skipped_tests.ts",
    ],
    // Bounds for what hangs, not for what is slow: other programs may keep the machine busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The default leaves a processor to Vitest, which has little to do: half of a machine that has two. Two workers more than
    // processors have work for them while others wait for a process, a browser or a socket.
    maxWorkers: availableParallelism() + 2,
    // A worker loads a module once for all its files: no module keeps anything that a test could see.
    isolate: false,
    // Node loads the modules as they are and strips their types, as it does for who runs them: Vite would transform each of
    // them, and calls from module to module would pass through its getters.
    experimental: { viteModuleRunner: false },
  },
});
