import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*_test.ts"],
    testTimeout: 20_000,
    // Services that many test files open at once are slow to start.
    hookTimeout: 60_000,
  },
});
