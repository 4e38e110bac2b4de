/**
 * Runs the suite against the packed package in the runtimes that are named, or in all, and prints one table. Those that
 * `--gateway` names run it through a gateway in front of the service.
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
  options: {
    write: { type: "boolean" },
    keep: { type: "boolean" },
    gateway: { type: "string", multiple: true, default: [] },
  },
  allowPositionals: true,
});
const given = [...positionals, ...values.gateway];
const names = given.length > 0 ? positionals : Object.keys(RUNTIMES);
const unknown = given.find((name) => !Object.hasOwn(RUNTIMES, name));
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
  const runs = await runThese(names, false);
  const table = renderTable(runs);
  const further = await runThese(values.gateway, true);
  console.log(`\n${further.length > 0 ? renderTable([...runs, ...further]) : table}`);
  const isGreen = [...runs, ...further].every(({ outcomes }) =>
    outcomes.every(({ fault }) => fault === null),
  );
  if (values.write && isGreen && runs.length > 0)
    await writeTable(join(ROOT, "docs/runtimes.md"), table);
  return isGreen ? 0 : 1;
}

async function runThese(these: readonly string[], hasGateway: boolean): Promise<RuntimeRun[]> {
  const runs: RuntimeRun[] = [];
  if (these.length === 0) return runs;
  const service = await startLiveService(folder, hasGateway);
  try {
    for (const name of these) runs.push(await runOne(name, service));
  } finally {
    await service.close();
  }
  return runs;
}

async function runOne(name: string, service: LiveService): Promise<RuntimeRun> {
  const started = performance.now();
  service.proxy.takeTraffic();
  const run = await runSuite(name, service);
  const { requests, preflights } = service.proxy.takeTraffic();
  // Of all runtimes browsers alone ask before they send. A gateway tells the height of its answers, and the client's later
  // requests name it in a header that they ask for.
  const fault = preflights.length > 0 ? `Asked before: ${preflights.join(", ")}` : null;
  const isOfBrowser = name === "chromium" && !service.hasGateway;
  const noPreflight = { name: "no preflight of a GET without a key", fault };
  const outcomes = [...run.outcomes, ...(isOfBrowser ? [noPreflight] : [])];
  const failed = outcomes.filter((outcome) => outcome.fault !== null);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const counts = `${outcomes.length - failed.length} of ${outcomes.length}`;
  const title = run.title + (service.hasGateway ? ", gateway" : "");
  console.log(`${title}: ${counts} in ${seconds} s, ${requests} requests`);
  for (const outcome of failed) console.log(`  ${outcome.name}: ${outcome.fault}`);
  return { title, outcomes };
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
