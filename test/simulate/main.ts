/**
 * Runs clients and a service through faults, in simulated time: `npm run simulate`, with `-- --seed N`, `--runs N` or
 * `--seconds N`, `--minutes N` of each run and `--trace` where wanted.
 *
 * Standard output follows from seed, runs and minutes alone. Exits with 1 if a run breaks a rule; then it prints the
 * faults that it takes, and the end of the trace.
 */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { answerHelp } from "../../scripts/read_flags.ts";
import type { Report, Request } from "./worker.ts";

answerHelp();

const USAGE =
  "Usage: npm run simulate -- [--seed NUMBER] [--runs NUMBER | --seconds NUMBER] [--minutes NUMBER] [--trace]";

/** Bytes in MB that a thread makes before the garbage of it is collected: most of it is gone by then. */
const YOUNG = 96;

const options = readOptions();
const startedAt = performance.now();
const last = options.seconds === Infinity ? options.seed + options.runs : Infinity;
const reports = new Map<number, Report>();
let [next, printed, simulated] = [options.seed, options.seed, 0];
await Promise.all(Array.from({ length: Math.min(availableParallelism(), options.runs) }, work));
const took = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage();
console.error(
  `${(simulated / 3_600_000).toFixed(2)} simulated hours in ${took.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of the processors`,
);

/** Runs one seed after another in a thread. */
async function work(): Promise<void> {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG };
  const worker = new Worker(new URL("worker.ts", import.meta.url), { resourceLimits });
  while (next < last && performance.now() - startedAt < options.seconds * 1000) {
    const seed = next++;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread
    worker.postMessage({ ...options, seed } satisfies Request);
    // oxlint-disable-next-line no-await-in-loop -- one after another
    const [report] = (await once(worker, "message")) as [Report];
    reports.set(seed, report);
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

/** Options from the command line; a wrong flag ends the process with 2. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: "string", default: "1" },
        runs: { type: "string", default: "10" },
        seconds: { type: "string" },
        minutes: { type: "string", default: "5" },
        trace: { type: "boolean", default: false },
      },
    });
    const { seed, runs, seconds, minutes, trace } = values;
    return {
      seed: wholeNumber("seed", seed),
      runs: wholeNumber("runs", runs),
      seconds: seconds === undefined ? Infinity : wholeNumber("seconds", seconds),
      minutes: wholeNumber("minutes", minutes),
      isTraced: trace,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}. ${USAGE}`);
    return process.exit(2);
  }
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`--${name} must be a whole number from 0, got ${JSON.stringify(text)}`);
}
