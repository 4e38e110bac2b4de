import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { hasChromium } from "./test/_chromium.ts";
import { hasDeployTools } from "./test/_deploy_tools.ts";
import { POSTGRES } from "./test/_postgres.ts";
import { hasRedis } from "./test/_redis.ts";

const hasServers = POSTGRES !== undefined && hasRedis;

/** Test files that take more than four seconds, the longest first: begun last, they would run on alone. */
const LONGEST = [
  "test/scripts/docs_test.ts",
  "test/explorer/live_test.ts",
  "test/explorer/layout_test.ts",
  "test/explorer/explorer_test.ts",
  "test/cli/doctor_test.ts",
  "test/cli/start_test.ts",
  "test/contributing_test.ts",
  "test/service/fleet/lost_answers_test.ts",
  "test/examples_test.ts",
  "test/service/server/websocket/backpressure_test.ts",
  "test/fleet/faults_test.ts",
  "test/readme_test.ts",
  "test/service/fleet/fleet_test.ts",
  "test/scripts/generate/lost_names_test.ts",
  "test/scripts/generate/rename_test.ts",
  "test/explorer/details_test.ts",
  "test/explorer/tabs_test.ts",
  "test/service/chain/store/postgres/postgres_store_test.ts",
  "test/cli/chain_file_test.ts",
  "test/explorer/tokens_test.ts",
  "test/service/fleet/migrate_test.ts",
  "test/fuzz/fuzz_test.ts",
  "test/cli/export_test.ts",
  "test/package/package_test.ts",
  "test/explorer/anywhere_test.ts",
  "test/exchanges/exchanges_test.ts",
  "test/scripts/generate_build_test.ts",
  "test/scripts/generate/promise_test.ts",
  "test/cli/serve_test.ts",
  "test/cli/settings_test.ts",
  "test/scripts/docs/releases_test.ts",
  "test/scripts/docs/asyncapi_test.ts",
  "test/upstream/exchanges_test.ts",
  "test/upstream/follow_test.ts",
  "test/upstream/random_reads_test.ts",
  "test/scripts/generate/follows_test.ts",
  "test/events/backfill_test.ts",
  "test/service/devnet/producer/random_devnet_test.ts",
  "test/cli/operator_test.ts",
  "test/cli/process_test.ts",
  "test/service/chain/store/postgres/view_cache_test.ts",
  "test/scripts/specs/lint_specs_test.ts",
  "test/service/server/websocket/sockets_test.ts",
  "test/service/chain/store/check/check_store_test.ts",
  "test/events/rest_faults_test.ts",
  "test/service/chain/store/sqlite/full_disk_test.ts",
  "test/client/failures_test.ts",
  "test/scripts/docs/code_samples_test.ts",
  "test/service/fleet/round_trips_test.ts",
  "test/events/faults_test.ts",
];

/** Starts the longest files first, also where no earlier run has told which they are. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = LONGEST.map((name) => join(import.meta.dirname, name));
    const place = ({ moduleId }: TestSpecification): number =>
      first.includes(moduleId) ? first.indexOf(moduleId) : first.length;
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => place(left) - place(right));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*_test.ts"],
    // Long: `npm run test:explorer-memory` and `npm run test:executable` run them.
    exclude: [
      ...(process.env.EXPLORER_BLOCKS ? [] : ["test/explorer/memory_test.ts"]),
      ...(process.env.EXECUTABLE ? [] : ["test/package/executable_test.ts"]),
    ],
    globalSetup: ["test/_compile_cache.ts", "test/_skipped_tests.ts"],
    tags: [
      { name: "browser", description: "Drives Chromium.", skip: !hasChromium },
      { name: "servers", description: "Starts PostgreSQL and Redis.", skip: !hasServers },
      { name: "deploy", description: "Checks alerts and units.", skip: !hasDeployTools },
    ],
    // Bounds for what hangs, not for what is slow: other programs may keep the machine busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The default leaves a processor to Vitest, which has little to do: half of a machine that has two. One worker more than
    // processors has work for them while the others wait for a process, a browser or a socket.
    maxWorkers: availableParallelism() + 1,
    // A worker loads a module once for all its files: no module keeps anything that a test could see.
    isolate: false,
    // Node loads the modules as they are and strips their types, as it does for who runs them: Vite would transform each of
    // them, and calls from module to module would pass through its getters.
    experimental: { viteModuleRunner: false },
    sequence: { sequencer: LongestFirst },
  },
});
