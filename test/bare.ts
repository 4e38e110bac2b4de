/**
 * Runs the tests as a machine has them that lacks every program of `_programs.ts`: each is skipped or passes, and for want
 * of each program some are skipped.
 *
 * Runs the files that import `_programs.ts` alone, directly or not: in every other file, nothing that is missing is asked for.
 */
import { join } from "node:path";
import { startVitest } from "vitest/node";
import { answerHelp } from "../scripts/read_flags.ts";
import { countSkipped } from "./_skipped_tests.ts";
import { PROGRAMS } from "./_programs.ts";

answerHelp();
process.env.ALL = "1";
for (const { variable } of Object.values(PROGRAMS)) process.env[variable] = "/nowhere";
const related = [join(import.meta.dirname, "_programs.ts")];
const vitest = await startVitest("test", [], { run: true, related, cache: false });
const notes = [...countSkipped(vitest).keys()];
await vitest.close();
for (const name of Object.keys(PROGRAMS)) {
  if (notes.some((note) => note.startsWith(`${name} `))) continue;
  console.error(
    `No test was skipped for want of ${name}: does what starts it call requireProgram()?`,
  );
  process.exitCode = 1;
}
