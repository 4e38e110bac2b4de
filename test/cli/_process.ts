import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMAND_LINE } from "./_command_line.ts";

/** A process that ended: how, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running process: what it printed so far, and its end. */
export interface Running {
  /** Its number in the system. */
  readonly id: number;
  readonly ended: Promise<Ended>;
  /** Resolves to the first match in what it prints; rejects if it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** The same of what it prints on standard error. */
  told(pattern: RegExp): Promise<RegExpExecArray>;
  /** Writes to its standard input and leaves that open. */
  write(text: string): void;
  kill(signal?: NodeJS.Signals): void;
}

/** Takes the place of the user's own folder of settings. */
const CONFIG = join(tmpdir(), "alphadelta-tests-config");

const ROOT = new URL("../..", import.meta.url).pathname;

/** Runs the command line of this repository with `args`. */
export function runCli(...args: readonly string[]): Running {
  return runNode(COMMAND_LINE, ...args);
}

/** Runs a program with the Node that runs the tests. */
export function runNode(program: string, ...args: readonly string[]): Running {
  return runNodeWith({ XDG_CONFIG_HOME: CONFIG }, program, ...args);
}

/** The same with variables of its own. */
export function runNodeWith(
  variables: Readonly<Record<string, string>>,
  program: string,
  ...args: readonly string[]
): Running {
  return run(variables, process.execPath, [program, ...args]);
}

/** The same on a pseudo-terminal, where both streams come as the first one. */
export function runNodeOnTerminal(
  variables: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Running {
  const quoted = [process.execPath, ...words].map((word) => `'${word}'`);
  return run(variables, "script", ["-qec", `stty -onlcr; ${quoted.join(" ")}`, "/dev/null"]);
}

function run(
  variables: Readonly<Record<string, string>>,
  file: string,
  args: readonly string[],
): Running {
  const env = { ...process.env, ...variables };
  const child = spawn(file, args, { cwd: ROOT, env });
  let stdout = "";
  let stderr = "";
  const watchers = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    for (const watch of watchers) watch();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    for (const watch of watchers) watch();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  const matched = (pattern: RegExp, text: () => string): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const watch = (): void => {
        const match = pattern.exec(text());
        if (match) resolve(match);
      };
      watchers.add(watch);
      watch();
      void ended.then((end) =>
        reject(new Error(`Ended with ${end.code}: ${end.stderr}${end.stdout}`)),
      );
    });
  return {
    id: child.pid ?? 0,
    ended,
    printed: (pattern) => matched(pattern, () => stdout),
    told: (pattern) => matched(pattern, () => stderr),
    write: (text) => void child.stdin.write(text),
    kill: (signal = "SIGTERM") => child.kill(signal),
  };
}
