/**
 * Test files that `npm test` leaves out. `npm run test:all` runs the long ones too.
 *
 * @module
 */

/** True in a run of all tests: one that has a case for each pair of things takes each pair, and else some. */
export const IS_WHOLE = Boolean(process.env.ALL);

/** All of `cases` in a run of all tests, else the first `count`: the others differ from them in values alone. */
export function sampleOf<Case>(cases: readonly Case[], count = 1): readonly Case[] {
  return IS_WHOLE ? cases : cases.slice(0, count);
}

interface Group {
  /** Why `npm test` goes without, and what of it notices the same faults first. */
  readonly reason: string;
  readonly files: readonly string[];
}

const LONG: readonly Group[] = [
  {
    reason:
      "Random faults, kills and losses of power, against processes. What one of them found has a test of its own, which stays.",
    files: [
      "test/cli/crash_test.ts",
      "test/cli/full_disk_test.ts",
      "test/delivery/crash_test.ts",
      "test/fleet/faults_test.ts",
      "test/fuzz/fuzz_test.ts",
      "test/power_loss/commands_test.ts",
      "test/power_loss/deliver_test.ts",
      "test/power_loss/disk_test.ts",
      "test/power_loss/service_test.ts",
      "test/upstream/faults_test.ts",
      "test/upstream/random_reads_test.ts",
    ],
  },
  {
    reason:
      "Every command of guides, units and templates, and every signal. serve_test starts and stops a service.",
    files: ["test/cli/start_test.ts", "test/upstream/guide_test.ts"],
  },
  {
    reason: "The tests of a PostgreSQL store and of a fleet once more, through a pooler.",
    files: [
      "test/service/chain/store/postgres/pooler_test.ts",
      "test/service/fleet/pooler_test.ts",
    ],
  },
  {
    reason:
      "The doctor at a gateway has to find what it finds at a service, where doctor_test has it.",
    files: ["test/upstream/doctor_test.ts"],
  },
  {
    reason:
      "They read all of the specs with other names, or run the programs of others. generate/promise_test.ts uses what is generated of a changed spec, cache_control_test.ts says what may be kept, and docs tests read the flows.",
    files: [
      "test/scripts/generate/rename_test.ts",
      "test/service/server/proxy/nginx_test.ts",
      "test/strangers/flows_test.ts",
    ],
  },
  {
    reason:
      "The explorer in several tabs, and at a host that serves files. shared_connection_test.ts has what tabs share, explorer_test.ts every page at the service.",
    files: ["test/explorer/anywhere_test.ts", "test/explorer/tabs_test.ts"],
  },
  {
    reason:
      "It measures memory by collections of all that the tests before it hold. The bounds of what is kept have tests where they stand.",
    files: ["test/transport/memory_test.ts"],
  },
  {
    reason: "Programs for tests alone, run as a person runs them.",
    files: ["test/exchanges/command_test.ts"],
  },
  {
    reason:
      "They try hundreds of schemas, keywords and leaves of specs one after the other. A fault of one keyword shows in generate/keywords_test.ts, one of what is written in generate/mod_test.ts, one of a comparison in diff/compare_specs_test.ts.",
    files: [
      "test/scripts/diff/every_leaf_test.ts",
      "test/scripts/generate/follows_test.ts",
      "test/scripts/generate/json_schema_suite_test.ts",
    ],
  },
  {
    reason:
      "They run a command of the repository again and again, or build once more what is built for all tests. scripts/generate_build_test.ts runs the generator and its check once, artifacts_test.ts says what is stale, and generate/watch_files_test.ts follows changes of files.",
    files: [
      "test/scripts/docs/docs_script_test.ts",
      "test/scripts/environment_test.ts",
      "test/scripts/generate_twice_test.ts",
      "test/scripts/generate_watch_test.ts",
    ],
  },
  {
    reason:
      "They start a bundler, a generator or a test runner of others. examples_test.ts has an example of each kind: programs, a page, and one with React.",
    files: ["test/recipes_test.ts"],
  },
  {
    reason:
      "An older compiler takes as long as ten newer ones. package/package_test.ts asks the one that most have, as a bundler and as Node resolve modules.",
    files: ["test/package/compilers_test.ts"],
  },
];

/** Files that only a command of their own runs, by the variable of the environment that the command sets. */
const APART: Readonly<Record<string, string>> = {
  EXPLORER_BLOCKS: "test/explorer/memory_test.ts",
  EXECUTABLE: "test/package/executable_test.ts",
  HOLDS: "test/service/server/holds/holds_test.ts",
};

/** Files that this run of Vitest leaves out; in a run of all tests none of {@linkcode LONG}. */
export function leftOut(): string[] {
  const apart = Object.entries(APART).filter(([name]) => !process.env[name]);
  const long = IS_WHOLE ? [] : LONG.flatMap(({ files }) => files);
  return [...apart.map(([, file]) => file), ...long];
}
