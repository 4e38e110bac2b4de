/**
 * Seconds from starting `serve --history 300`, all four segments in memory, to the first answered request. Each run is
 * a process of its own; the median counts. The first run may compile the modules for those after it, and does not count.
 * Floor: at most 1.2; aim: 0.7.
 */
import { spawn } from "node:child_process";

import { median, readFlag } from "./_measure.ts";
import { judge } from "./_table.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const FLAGS = ["src/cli/main.ts", "serve", "--port", "0", "--history", "300"];

await timeStart();
const times: number[] = [];
for (let run = 0; run < readFlag("runs", 7); run++) times.push(await timeStart());
const sorted = times.toSorted((left, right) => left - right);
console.log(`seconds: ${sorted.map((time) => time.toFixed(2)).join(" ")}`);
const value = median(times);
const what = "seconds to the first answered request, median";
judge({ what, value, most: 1.2 });
judge({ what, value, most: 0.7, isAim: true });

async function timeStart(): Promise<number> {
  const started = performance.now();
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
    const answer = await fetch(`${origin}/v1/delta/chain/info`);
    if (!answer.ok) throw new Error(`Answered ${answer.status}`);
    return (performance.now() - started) / 1000;
  } finally {
    child.kill("SIGKILL");
  }
}
