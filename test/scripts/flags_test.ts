import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "./_run.ts";
import { ROOT } from "./_temporary_folder.ts";

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
    `Option '--output' is replaced whole, and / holds files in use; ${GENERATE}`,
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

const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** The files of this repository that scripts run. */
const files = Object.values(scripts).flatMap(
  (command) => /^node (\S+\.ts)/.exec(command)?.[1] ?? [],
);

test("every script of this repository answers --help with what it begins with", async () => {
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), "utf8")));
  const silent = files.filter((_, index) => {
    const text = texts[index] ?? "";
    return !/^\/\*\*[^]*^(?:answerHelp\(|.*\breadFlags\()/m.test(text);
  });
  expect(silent).toEqual([]);
  const { code, stdout, stderr } = await run("node", ["scripts/build.ts", "--help"]);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout:
      "Builds `dist` from `src`.\n\n`--if-stale` does nothing where it was built from the same sources.\n",
    stderr: "",
  });
});

test("every other script ends in a tool that answers --help itself", () => {
  const commands = Object.values(scripts).filter((command) => !/^node \S+\.ts/.test(command));
  const last = commands.map((command) =>
    command
      .split("&& ")
      .at(-1)
      ?.replace(/^(?:[A-Z_]+=\S+ )+/, ""),
  );
  expect(
    last.filter(
      (tool = "") => !/^(?:exec node dist\/cli|npm (?:run|test)|vitest|oxfmt)\b/.test(tool),
    ),
  ).toEqual([]);
});
