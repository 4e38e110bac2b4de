/**
 * Fuzzes a service in a process of its own: `npm run test:fuzz`, with `-- --count N` and `--seed N` where wanted.
 *
 * Prints the seed, the answers by class and the service's memory; for what fails, what was sent. Exits with 1 if
 * something fails, the service dies or logs an error, or its memory grows from the first half to the second.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runFuzz } from "./run_fuzz.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const FLAGS = [
  "--port",
  "0",
  "--segments",
  "alpha,delta",
  "--history",
  "30",
  "--mode",
  "on-submit",
];
const OPEN = ["--no-traffic", "--keyless-tier", "Enterprise", "--keys-per-day", "1000000"];
/** What the halves of a run may differ by: the heap is cleaned when it likes, and transactions that were taken stay. */
const NOISE_MEGABYTES = 48;

const { values } = parseArgs({
  options: { count: { type: "string", default: "20000" }, seed: { type: "string" } },
});
const count = Number(values.count);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
console.log(`${count} requests and frames, seed ${seed}`);

const child = spawn(process.execPath, ["src/cli/main.ts", "serve", ...FLAGS, ...OPEN], {
  cwd: ROOT,
});
let log = "";
child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
try {
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const [, found] = /up at (\S+)/.exec(chunk.toString()) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`The service ended with ${code}: ${log}`)));
  });
  const started = performance.now();
  const halves: [number[], number[]] = [[], []];
  const onProgress = (sent: number): void => {
    // The first quarter warms up.
    if (sent > count / 4) halves[sent > count / 2 ? 1 : 0].push(megabytes());
  };
  const { counts, failures: found } = await runFuzz({ origin, seed, count, onProgress });
  const failures = [...found];
  for (const [kind, times] of [...counts].toSorted(([, left], [, right]) => right - left)) {
    console.log(`${String(times).padStart(7)}  ${kind}`);
  }
  const [before, after] = halves.map((sizes) => median(sizes)) as [number, number];
  console.log(
    `${((performance.now() - started) / 1000).toFixed(0)} s; memory of the service: ${before} MB, then ${after} MB`,
  );
  if (found.length === 0 && after - before > NOISE_MEGABYTES)
    failures.push("The service's memory grows");
  if (child.exitCode !== null) failures.push(`The service ended with ${child.exitCode}`);
  if (log !== "") failures.push(`The service logged errors: ${log.slice(0, 2_000)}`);
  for (const failure of failures) console.log(`FAIL ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  child.kill("SIGKILL");
}

function megabytes(): number {
  const [, kilobytes] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function median(sizes: readonly number[]): number {
  return sizes.toSorted((left, right) => left - right)[Math.floor(sizes.length / 2)] ?? 0;
}
