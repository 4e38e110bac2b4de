import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { ROOT } from "./_temporary_folder.ts";

/** Result of a process. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a tool of the repository in its folder, as `npm run` does: its own Node first; `variables` on top. */
export function run(
  tool: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const bin = join(ROOT, "node_modules/.bin");
  const path = bin + delimiter + (process.env.PATH ?? "");
  const env = { ...process.env, PATH: path, ...variables };
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, tool), args, { cwd: ROOT, env });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...output }));
  });
}

/**
 * Runs the compiler with `args`; what it prints are the errors.
 *
 * On one thread: threads of their own would repeat half of the work, and other tests run beside it.
 */
export function runCompiler(...args: readonly string[]): Promise<Run> {
  return run("tsc", ["--singleThreaded", "--pretty", "false", ...args], { GOGC: "1600" });
}

/** Runs `scripts/generate.ts`. */
export function runGenerate(...args: readonly string[]): Promise<Run> {
  return run("node", ["scripts/generate.ts", ...args]);
}

/** Runs `scripts/docs.ts`. */
export function runDocs(...args: readonly string[]): Promise<Run> {
  return run("node", ["scripts/docs.ts", ...args]);
}
