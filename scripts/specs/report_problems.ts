import { SpecError } from "./spec_file.ts";

/**
 * Runs a task of a script. Problems of the specs are printed, with the clause `unchanged`.
 *
 * @returns The exit code: that of the task, else 0, or 1 where the specs have problems.
 */
export async function reportProblems(
  task: () => Promise<number | void>,
  unchanged: string,
): Promise<number> {
  try {
    return (await task()) ?? 0;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    console.error(error.message);
    console.error(`\n${error.problems.length} problem(s); ${unchanged}.`);
    return 1;
  }
}
