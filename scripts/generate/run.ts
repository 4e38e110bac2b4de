import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { buildDist } from "../build_dist.ts";
import { compareSpecs } from "../diff/mod.ts";
import { ROOT } from "../run_tool.ts";
import { type CheckedSpecs, readSpecs } from "../specs/read_specs.ts";
import { reportProblems } from "../specs/report_problems.ts";
import { FILES, loadSpecs, type Specs } from "../specs/specs.ts";
import { staleFiles } from "../tree.ts";
import { watchFiles } from "./_watch_files.ts";
import { lintedFiles, writeGenerated } from "./_write_generated.ts";

/** Folders of a run of the generator. */
export interface Run {
  /** Folder of both specs. */
  readonly specs: string;
  readonly output: string;
  /** True if `dist` is built from the output, where it is there. */
  readonly builds: boolean;
}

/** Writes the output. Resolves to the exit code. */
export function generate(run: Run): Promise<number> {
  return report(run, async () => {
    await write(run, await readSpecs(run.specs));
  });
}

/** Lists the files of the output that would be written otherwise. Resolves to the exit code. */
export function checkGenerated(run: Run): Promise<number> {
  return report(run, async () => {
    const stale = await staleFiles(run.output, await lintedFiles(await readSpecs(run.specs)));
    if (stale.length === 0) return 0;
    console.error(`${shownOutput(run)} does not match the specs:`);
    for (const path of stale) console.error(`  ${path}`);
    console.error("Run: npm run generate");
    return 1;
  });
}

/** Writes the output at once, and after each change of the specs until Ctrl-C. Resolves to the exit code. */
export async function generateOnChange(run: Run): Promise<number> {
  const end = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => end.abort());
  let last: Specs | undefined;
  const changed = async (): Promise<void> => {
    const next = await loadSpecs(run.specs);
    if (last && textOf(last) === textOf(next)) return;
    await write(run, await readSpecs(run.specs), last ? `${summarize(last, next)}. ` : "");
    last = next;
  };
  const task = async (): Promise<void> => {
    await report(run, changed).catch((error: unknown) => console.error(error));
  };
  const watching = watchFiles(run.specs, FILES, task, end.signal);
  await task();
  console.log(`Watching ${FILES.join(" and ")}; Ctrl-C ends`);
  await watching;
  return 0;
}

function report(run: Run, task: () => Promise<number | void>): Promise<number> {
  return reportProblems(task, `${shownOutput(run)} is as it was`);
}

function shownOutput({ output }: Run): string {
  return relative(ROOT, output);
}

async function write(run: Run, checked: CheckedSpecs, news = ""): Promise<void> {
  const shown = shownOutput(run);
  const count = await writeGenerated(checked, run.output);
  console.log(`${news}Wrote ${count} files to ${shown}`);
  // Programs that import the package by its name take `dist`, which is to have the new client.
  const dist = join(ROOT, "dist");
  if (!run.builds || !existsSync(dist)) return;
  const faults = await buildDist(dist);
  if (faults === "") console.log("Built dist from it");
  else console.error(explainFaults(faults, shown));
}

function textOf({ openapi, openrpc }: Specs): string {
  return `${openapi.text}\0${openrpc.text}`;
}

/** Changes in a few words, the worst first. */
function summarize(base: Specs, next: Specs): string {
  const [first, ...others] = compareSpecs(base, next);
  if (first === undefined) return "The specs are unchanged";
  const { spec, line, level, message } = first;
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  return `${spec}:${line}: ${level}: ${message}${more}`;
}

/** Compiler errors about a missing name: 2339 and 2551 of a property, 2305, 2694 and 2724 of an export. */
const MISSING_NAME = /error TS(?:2339|2551|2305|2694|2724)\b/;

/** Remedy for `faults` of the compiler that follow from a change of the specs. */
export function explainFaults(faults: string, output: string): string {
  const removed = MISSING_NAME.test(faults)
    ? "\nA missing name was renamed in the specs or removed from them: restore it there, or remove it from the code."
    : "";
  return `${faults}${removed}\n${output} is generated from openapi.yaml and openrpc.json, and this code does not compile with it: fix the code or the specs, then run: npm run build`;
}
