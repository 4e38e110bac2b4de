/**
 * Milliseconds that `/healthz` takes alone, and beside 20 connections that fetch `/docs`, which has some 3 MB, as fast
 * as they can. The service is on the first core and the load on the second, in a process of its own. The bound of pages
 * for one address is raised, so that every request is answered. The ratios of the medians have floors.
 *
 * `--rounds N`, `--seconds N` (of a round of each load). It takes `npm run docs`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { median, readFlag } from "./_measure.ts";
import { type Pinned, pinGenerator, startService } from "./_pinned.ts";
import { judge, printTable } from "./_table.ts";

const ROUNDS = readFlag("rounds", 3);
const MILLISECONDS = readFlag("seconds", 2) * 1_000;
const CONNECTIONS = 20;
const LOAD = new URL("_page_load.ts", import.meta.url).pathname;
/** Milliseconds between two questions to `/healthz`. */
const PAUSE = 5;
/** Loads by name, each the method of its requests; without one `/healthz` is alone. */
const LOADS = { alone: undefined, "GET /docs": "GET", "HEAD /docs": "HEAD" } as const;

/** Milliseconds of one answer of `/healthz`. */
function timeHealth(origin: string, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(`${origin}/healthz`, { agent }, (response) =>
      response.resume().once("end", () => resolve(performance.now() - started)),
    ).once("error", reject);
  });
}

async function timeRound(origin: string, method: string | undefined): Promise<number[]> {
  const load = method === undefined ? undefined : startLoad(origin, method);
  const agent = new Agent({ keepAlive: true });
  // Until all connections are busy.
  await wait(MILLISECONDS / 4);
  const times: number[] = [];
  const end = performance.now() + MILLISECONDS;
  while (performance.now() < end) {
    times.push(await timeHealth(origin, agent));
    await wait(PAUSE);
  }
  if (load && load.exitCode !== null) throw new Error("The load has ended before its time");
  load?.kill();
  agent.destroy();
  return times;
}

function startLoad(origin: string, method: string): ChildProcess {
  const args = [LOAD, origin, method, "/docs", String(CONNECTIONS)];
  return spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
}

const folder = mkdtempSync(join(tmpdir(), "bench-docs-"));
let service: Pinned | undefined;
try {
  pinGenerator();
  const flags = ["--chain", "delta", "--pages-per-second", "1000000"];
  service = await startService(join(folder, "log"), { flags });
  const { origin } = service;
  if (!(await fetch(`${origin}/docs`)).ok) throw new Error("Cannot measure: run `npm run docs`");
  await timeRound(origin, undefined);
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, method] of Object.entries(LOADS)) {
      times.set(name, [...(times.get(name) ?? []), ...(await timeRound(origin, method))]);
    }
  }
  const alone = median(times.get("alone") ?? []);
  const rows = [["/healthz beside", "median ms", "most ms", "ratio of medians"]];
  for (const [name, all] of times) {
    const figures = [median(all), Math.max(...all), median(all) / alone];
    rows.push([name, ...figures.map((figure) => figure.toFixed(1))]);
  }
  printTable(rows);
  for (const name of ["GET /docs", "HEAD /docs"]) {
    const value = median(times.get(name) ?? []) / alone;
    judge({ what: `/healthz beside ${CONNECTIONS} of ${name} over alone`, value, most: 10 });
  }
} finally {
  service?.process.kill();
  rmSync(folder, { recursive: true });
}
