/**
 * Runs clients and a service through faults, in simulated time: `npm run simulate`, with `-- --seed N`, `--runs N` or
 * `--seconds N`, `--minutes N` of each run and `--trace` where wanted.
 *
 * Standard output follows from seed, runs and minutes alone. Exits with 1 if a run breaks a rule; then it prints the
 * faults that it takes, and the end of the trace.
 */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { readFlags } from "../../scripts/read_flags.ts";
import type { Report, Request } from "./worker.ts";

/** Bytes in MB that a thread makes before the garbage of it is collected: most of it is gone by then. */
const YOUNG = 96;

const number = { type: "string", shown: "NUMBER" } as const;
const flags = readFlags("simulate", {
  ...{ seed: { ...number, default: "1" }, runs: { ...number, default: "10" }, seconds: number },
  ...{ minutes: { ...number, default: "5" }, trace: { type: "boolean", default: false } },
});
const [seed, runs, minutes] = [Number(flags.seed), Number(flags.runs), Number(flags.minutes)];
const seconds = Number(flags.seconds ?? Infinity);
if (!(seed >= 0 && runs > 0 && minutes > 0 && seconds > 0))
  throw new RangeError(
    "Cannot simulate: --seed, --runs, --minutes and --seconds are numbers above 0",
  );
const startedAt = performance.now();
const last = flags.seconds === undefined ? seed + runs : Infinity;
const reports = new Map<number, Report>();
let [next, printed, simulated] = [seed, seed, 0];
await Promise.all(Array.from({ length: Math.min(availableParallelism(), last - seed) }, work));
const took = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage();
console.error(
  `${(simulated / 3_600_000).toFixed(2)} simulated hours in ${took.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of the processors`,
);

/** Runs one seed after another in a thread. */
async function work(): Promise<void> {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG };
  const worker = new Worker(new URL("worker.ts", import.meta.url), { resourceLimits });
  while (next < last && performance.now() - startedAt < seconds * 1000) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread
    worker.postMessage({ seed: next, minutes, isTraced: flags.trace } satisfies Request);
    const own = next++;
    // oxlint-disable-next-line no-await-in-loop -- one after another
    const [report] = (await once(worker, "message")) as [Report];
    reports.set(own, report);
    print();
  }
  await worker.terminate();
}

/** Prints what there is by now, in the order of the seeds. */
function print(): void {
  for (let report = reports.get(printed); report; report = reports.get(++printed)) {
    reports.delete(printed);
    console.log(report.lines.join("\n"));
    simulated += report.time;
    if (report.isFailure) process.exitCode = 1;
  }
}
