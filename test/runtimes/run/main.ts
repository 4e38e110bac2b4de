/**
 * Runs the suite against the packed package in the runtimes that are named, or in all, and prints one table.
 *
 * @module
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installPackage } from "./install_package.ts";
import { type LiveService, startLiveService } from "./live_service.ts";
import { renderTable } from "./render_table.ts";
import { ROOT, type RunSuite, type RuntimeRun, RUNTIMES } from "./runtimes.ts";
import { writeTable } from "./write_table.ts";
import { answerHelp } from "../../../scripts/read_flags.ts";

answerHelp();

const { positionals, values } = parseArgs({
  options: { write: { type: "boolean" }, keep: { type: "boolean" } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(RUNTIMES);
const unknown = names.find((name) => !Object.hasOwn(RUNTIMES, name));
if (unknown !== undefined) {
  const known = Object.keys(RUNTIMES).join(", ");
  console.error(`Cannot run the suite in ${unknown}: known are ${known}`);
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), "alphadelta-runtimes-"));
try {
  process.exitCode = await runAll();
} finally {
  if (!values.keep) await rm(folder, { recursive: true, force: true });
}

async function runAll(): Promise<number> {
  await installPackage(ROOT, folder);
  const service = await startLiveService(folder);
  const runs: RuntimeRun[] = [];
  try {
    for (const name of names) runs.push(await runOne(name, service));
  } finally {
    await service.close();
  }
  const table = renderTable(runs);
  console.log(`\n${table}`);
  const isGreen = runs.every(({ outcomes }) => outcomes.every(({ fault }) => fault === null));
  if (values.write && isGreen) await writeTable(join(ROOT, "docs/runtimes.md"), table);
  return isGreen ? 0 : 1;
}

async function runOne(name: string, service: LiveService): Promise<RuntimeRun> {
  const started = performance.now();
  service.proxy.takeTraffic();
  const run = await runSuite(name, service);
  const { requests, preflights } = service.proxy.takeTraffic();
  // Of all runtimes browsers alone ask before they send.
  const fault = preflights.length > 0 ? `Asked before: ${preflights.join(", ")}` : null;
  const noPreflight = { name: "no preflight of a GET without a key", fault };
  const outcomes = [...run.outcomes, ...(name === "chromium" ? [noPreflight] : [])];
  const failed = outcomes.filter((outcome) => outcome.fault !== null);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const counts = `${outcomes.length - failed.length} of ${outcomes.length}`;
  console.log(`${run.title}: ${counts} in ${seconds} s, ${requests} requests`);
  for (const outcome of failed) console.log(`  ${outcome.name}: ${outcome.fault}`);
  return { ...run, outcomes };
}

async function runSuite(name: string, { world }: LiveService): Promise<RuntimeRun> {
  const run = RUNTIMES[name] as RunSuite;
  try {
    return await run(folder, world);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { title: name, outcomes: [{ name: "the suite runs", fault }] };
  }
}
