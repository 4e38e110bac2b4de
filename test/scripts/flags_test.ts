import { expect, test } from "vitest";
import { run } from "./_run.ts";

const GENERATE = "allowed: --check, --documents FOLDER, --output FOLDER";

const CASES: readonly [string, string[], string][] = [
  ["generate", ["--chek"], `Unknown option '--chek'; ${GENERATE}`],
  ["generate", ["check"], `Unexpected argument 'check'; ${GENERATE}`],
  ["generate", ["--output"], `Option '--output <value>' argument missing; ${GENERATE}`],
  ["generate", ["--output", "--check"], `Option '--output' argument is ambiguous; ${GENERATE}`],
  ["generate", ["--output="], `Option '--output' is empty; ${GENERATE}`],
  [
    "docs",
    ["--stale"],
    "Unknown option '--stale'; allowed: --if-stale, --documents FOLDER, --output FOLDER",
  ],
  ["check", ["--fix"], "Unknown option '--fix'; allowed: no arguments"],
];

test.concurrent.for(CASES)(
  "%s refuses %j in one line that says what is allowed",
  { timeout: 60_000 },
  async ([script, args, reason]) => {
    expect(await run("tsx", [`scripts/${script}.ts`, ...args])).toEqual({
      code: 2,
      stdout: "",
      stderr: `Cannot run ${script}: ${reason}\n`,
    });
  },
);
