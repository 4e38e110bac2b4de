import { expect, test } from "vitest";
import { run } from "./_run.ts";

const GENERATE = "allowed: --check, --specs FOLDER, --output FOLDER, --watch";

const CASES: readonly [string, string[], string][] = [
  ["generate", ["--chek"], `Unknown option '--chek'; ${GENERATE}`],
  ["generate", ["check"], `Unexpected argument 'check'; ${GENERATE}`],
  ["generate", ["--output"], `Option '--output <value>' argument missing; ${GENERATE}`],
  ["generate", ["--output", "--check"], `Option '--output' argument is ambiguous; ${GENERATE}`],
  ["generate", ["--output="], `Option '--output' is empty; ${GENERATE}`],
  [
    "generate",
    // Of all folders that hold the repository, the one that nothing could replace.
    ["--output=/"],
    `Option '--output' is replaced in whole, and / holds what is in use; ${GENERATE}`,
  ],
  [
    "docs",
    ["--stale"],
    "Unknown option '--stale'; allowed: --if-stale, --package, --specs FOLDER, --output FOLDER",
  ],
  [
    "diff",
    ["HEAD"],
    "Unexpected argument 'HEAD'; allowed: --base COMMIT|FOLDER, --specs FOLDER, --json",
  ],
  ["check", ["--fix"], "Unknown option '--fix'; allowed: --update"],
];

test.concurrent.for(CASES)(
  "%s refuses %j in one line that says what is allowed",
  { timeout: 60_000 },
  async ([script, args, reason]) => {
    expect(await run("node", [`scripts/${script}.ts`, ...args])).toEqual({
      code: 2,
      stdout: "",
      stderr: `Cannot run ${script}: ${reason}\n`,
    });
  },
);
