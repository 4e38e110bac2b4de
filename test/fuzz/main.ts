/**
 * Fuzzes a service in a process of its own: `npm run test:fuzz`, with `-- --count N` and `--seed N` where wanted.
 *
 * Prints the seed, the answers by class and the service's memory; for what fails, what was sent. Exits with 1 if
 * something fails, the service dies or logs an error, or what it has in use grows from the second quarter to the last.
 */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { runFuzz } from "./run_fuzz.ts";
import { answerHelp } from "../../scripts/read_flags.ts";

answerHelp();

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
const OPEN = [
  "--no-traffic",
  "--keyless-tier",
  "Enterprise",
  "--keys-per-day",
  "1000000",
  "--pages-per-second",
  "1000000",
];
/** Runs beside the service: tells what it has in use with its heap cleaned, which no moment of cleaning can change. */
const DOOR = ["--expose-gc", "--import", new URL("memory_door.ts", import.meta.url).href];
/** Largest difference between quarters, for caches that fill. A leak of 1 kB a request is 10. */
const NOISE_MEGABYTES = 6;
/** Number of memory samples. */
const LOOKS = 32;

const USAGE = "Usage: npm run test:fuzz -- [--count NUMBER] [--seed NUMBER]";
const { count, seed } = readOptions();
console.log(`${count} requests and frames, seed ${seed}`);

const child = spawn(process.execPath, [...DOOR, "src/cli/main.ts", "serve", ...FLAGS, ...OPEN], {
  cwd: ROOT,
  stdio: ["ignore", "pipe", "pipe", "ipc"],
});
let log = "";
child.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
try {
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      const [, found] = /up at (\S+)/.exec(chunk.toString()) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`The service ended with ${code}: ${log}`)));
  });
  // The page is kept once it was asked for; left to chance that would look like a leak.
  await (await fetch(`${origin}/docs`)).text();
  const started = performance.now();
  const sizes: number[] = [];
  child.on("message", (bytes) => sizes.push(Number(bytes) / 2 ** 20));
  let looked = 0;
  const onProgress = (sent: number): void => {
    if (sent < (count * (looked + 1)) / LOOKS) return;
    looked++;
    child.send("memory");
  };
  const { counts, failures: found } = await runFuzz({ origin, seed, count, onProgress });
  const failures = [...found];
  for (const [kind, times] of [...counts].toSorted(([, left], [, right]) => right - left)) {
    console.log(`${String(times).padStart(7)}  ${kind}`);
  }
  // The first quarter warms up. The least of a quarter has the least under way.
  const quarter = Math.floor(sizes.length / 4);
  const before = Math.min(...sizes.slice(quarter, 2 * quarter));
  const after = Math.min(...sizes.slice(3 * quarter));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${seconds} s; in use by the service: ${before.toFixed(1)} MB, then ${after.toFixed(1)} MB`,
  );
  if (found.length === 0 && !(after - before < NOISE_MEGABYTES))
    failures.push("The service's memory grows");
  if (child.exitCode !== null) failures.push(`The service ended with ${child.exitCode}`);
  if (log !== "") failures.push(`The service logged errors: ${log.slice(0, 2_000)}`);
  for (const failure of failures) console.log(`FAIL ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  child.kill("SIGKILL");
}

/** Options from the command line; a wrong flag ends the process with 2. */
function readOptions(): { readonly count: number; readonly seed: number } {
  try {
    const { values } = parseArgs({
      options: { count: { type: "string", default: "20000" }, seed: { type: "string" } },
    });
    const chosen = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
    return { count: wholeNumber("count", values.count), seed: wholeNumber("seed", chosen) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}. ${USAGE}`);
    return process.exit(2);
  }
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`--${name} must be a whole number from 0, got ${JSON.stringify(text)}`);
}
