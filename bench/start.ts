/**
 * Seconds from starting `serve --history 300`, all four segments in memory, to the first answered request; also to the
 * first of another chain, and until every chain is open: of the package, of the sources, and of a Fastify service without
 * a chain beside them. Each run is a process of its own, and the three take turns; the medians count. The first runs may
 * compile the modules for those after them, and do not count. The processor's time is that of the process with all its
 * threads up to the first answer (Linux).
 *
 * Machines differ by a factor of three, so the figure is a ratio. The package's first answer takes at most 4.6 times
 * Fastify's, which is 1.2 s where Fastify takes 0.26 s; aim: 2.7 times, 0.7 s there. The version of the package's command
 * line takes at most 3 times as long as a bare `node -e 0`.
 *
 * `--runs N` takes another number of runs than 7.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

import { median, readFlag } from "./_measure.ts";
import { cpuTime } from "./_pinned.ts";
import { judge, printTable } from "./_table.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const FLAGS = ["serve", "--port", "0", "--history", "300"];

/** The programs that are started. `npm run build` makes the package's. */
const PROGRAMS = { package: "dist/cli/main.js", sources: "src/cli/main.ts" } as const;
const FASTIFY = "bench/rivals/_fastify_start.ts";

/** Seconds from the start of a process. */
interface Start {
  /** To the answer of each chain, asked for at once. */
  readonly delta: number;
  readonly alpha: number;
  /** Until `/readyz` says ready. */
  readonly ready: number;
  /** Seconds of the processor until delta answered. */
  readonly processor: number;
}

const ROWS = [
  ["an answer of delta", "delta"],
  ["an answer of alpha", "alpha"],
  ["every chain open", "ready"],
  ["processor until delta", "processor"],
] as const;

for (const program of Object.values(PROGRAMS)) await timeStart(program);
await timeFastify();
const fastify: number[] = [];
const starts = { package: [] as Start[], sources: [] as Start[] };
for (let run = 0; run < readFlag("runs", 7); run++) {
  fastify.push(await timeFastify());
  for (const name of ["package", "sources"] as const)
    starts[name].push(await timeStart(PROGRAMS[name]));
}
printTable([
  ["from start to", "seconds, median", "each run"],
  ["an answer of Fastify", ...describe(fastify)],
  ...(["package", "sources"] as const).flatMap((name) =>
    ROWS.map(([what, part]) => [
      `${what}, ${name}`,
      ...describe(starts[name].map((start) => start[part])),
    ]),
  ),
]);
const value = median(starts.package.map(({ delta }) => delta)) / median(fastify);
const what = "first answer beside Fastify's, medians";
judge({ what, value, most: [4.6, 2.7] });

const [bare, version] = [[], []] as [number[], number[]];
for (let run = 0; run < readFlag("runs", 7); run++) {
  bare.push(timeProgram("-e", "0"));
  version.push(timeProgram(PROGRAMS.package, "--version"));
}
const versions = median(version) / median(bare);
judge({ what: "starts of bare Node that --version takes", value: versions, most: 3 });

/** Milliseconds that a program takes to its end. */
function timeProgram(...args: readonly string[]): number {
  const started = performance.now();
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: "ignore" });
  return performance.now() - started;
}

function describe(seconds: readonly number[]): [middle: string, each: string] {
  const each = seconds.toSorted((left, right) => left - right).map((one) => one.toFixed(2));
  return [median([...seconds]).toFixed(2), each.join(" ")];
}

async function timeFastify(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [FASTIFY], { cwd: ROOT });
  try {
    await (await fetch(`${await originOf(child)}/v1/delta/chain/info`)).arrayBuffer();
    return (performance.now() - started) / 1000;
  } finally {
    child.kill("SIGKILL");
  }
}

async function timeStart(program: string): Promise<Start> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const child = spawn(process.execPath, [program, ...FLAGS], { cwd: ROOT });
  try {
    const origin = await originOf(child);
    const answered = async (chain: "alpha" | "delta"): Promise<number> => {
      const answer = await fetch(`${origin}/v1/${chain}/chain/info`);
      if (!answer.ok) throw new Error(`Answered ${answer.status}`);
      return seconds();
    };
    const alpha = answered("alpha");
    const delta = await answered("delta");
    const processor = cpuTime({ process: child });
    while ((await fetch(`${origin}/readyz`)).status !== 200) await delay(5);
    return { delta, alpha: await alpha, ready: seconds(), processor };
  } finally {
    child.kill("SIGKILL");
  }
}

/** The origin in the greeting of a service. */
function originOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (chunk: Buffer) => {
      const [, found] = /up at (\S+)/.exec(chunk.toString()) ?? [];
      if (found === undefined) reject(new Error(`Printed ${chunk.toString()}`));
      else resolve(found);
    });
    child.stderr?.once("data", (chunk: Buffer) => reject(new Error(chunk.toString())));
  });
}
