/**
 * Seconds from starting `serve --history 300`, all four segments in memory, to the first answered request; also to the
 * first of another chain, and until every chain is open. Each run is a process of its own; the medians count. The first
 * run may compile the modules for those after it, and does not count. Floor of the first answer: at most 1.2; aim: 0.7.
 */
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

import { median, readFlag } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const FLAGS = ["src/cli/main.ts", "serve", "--port", "0", "--history", "300"];

/** Seconds from the start of a process. */
interface Start {
  /** To the answer of each chain, asked for at once. */
  readonly delta: number;
  readonly alpha: number;
  /** Until `/readyz` says ready. */
  readonly ready: number;
}

await timeStart();
const starts: Start[] = [];
for (let run = 0; run < readFlag("runs", 7); run++) starts.push(await timeStart());
const medianOf = (part: keyof Start): number => median(starts.map((start) => start[part]));
printTable([
  ["from start to", "seconds, median", "each run"],
  ...(
    [
      ["an answer of delta", "delta"],
      ["an answer of alpha", "alpha"],
      ["every chain open", "ready"],
    ] as const
  ).map(([name, part]) => {
    const each = starts.map((start) => start[part].toFixed(2)).toSorted();
    return [name, medianOf(part).toFixed(2), each.join(" ")];
  }),
]);
const what = "seconds to the first answered request, median";
judge({ what, value: medianOf("delta"), most: 1.2 });
judge({ what, value: medianOf("delta"), most: 0.7, isAim: true });

async function timeStart(): Promise<Start> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const child = spawn(process.execPath, FLAGS, { cwd: ROOT });
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      child.stdout.once("data", (chunk: Buffer) => {
        const [, found] = /up at (\S+)/.exec(chunk.toString()) ?? [];
        if (found === undefined) reject(new Error(`Printed ${chunk.toString()}`));
        else resolve(found);
      });
      child.stderr.once("data", (chunk: Buffer) => reject(new Error(chunk.toString())));
    });
    const [delta, alpha] = await Promise.all(
      ["delta", "alpha"].map(async (chain) => {
        const answer = await fetch(`${origin}/v1/${chain}/chain/info`);
        if (!answer.ok) throw new Error(`Answered ${answer.status}`);
        return seconds();
      }),
    );
    while ((await fetch(`${origin}/readyz`)).status !== 200) await delay(5);
    return { delta: delta ?? NaN, alpha: alpha ?? NaN, ready: seconds() };
  } finally {
    child.kill("SIGKILL");
  }
}
