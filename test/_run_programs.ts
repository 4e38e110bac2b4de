import { join } from "node:path";
import { type Ended, runNode } from "./cli/_process.ts";

/** A program to run. */
export interface Program {
  /** Absolute path. */
  readonly file: string;
  /** What follows it on the command line. */
  readonly args?: readonly string[];
}

/** Milliseconds that all of them have. */
const LONGEST = 60_000;

/**
 * Runs programs one after the other in a process of Node, which loads the package once for all. Resolves to how each ended.
 *
 * @param flags `--exit` lets them leave something running.
 * @throws {Error} If one ends the process, or keeps it from ending; the message holds what was printed.
 */
export async function runPrograms(
  programs: readonly Program[],
  ...flags: readonly "--exit"[]
): Promise<readonly Ended[]> {
  const texts = programs.map((program) => JSON.stringify(program));
  const host = runNode(join(import.meta.dirname, "_program_host.ts"), ...flags, "--", ...texts);
  const late = setTimeout(() => host.kill(), LONGEST);
  const { code, stdout, stderr } = await host.ended;
  clearTimeout(late);
  const results = stdout.split("\n").slice(0, -1);
  if (code === 0 && results.length === programs.length)
    return results.map((line) => JSON.parse(line) as Ended);
  const last = programs[results.length]?.file ?? "the last program";
  throw new Error(`The process did not end by itself after ${last}: ${code} ${stderr}${stdout}`);
}
