import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { refreshCommandLine } from "../../scripts/bundle_command_line.ts";

const ROOT = join(import.meta.dirname, "../..");
const UP = /up at (http:\/\/127\.0\.0\.1:\d+)/;

let folder: string;
let started = 0;
/** Ends the processes of a failed test. */
const running: (() => void)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "npm-start-"));
  await refreshCommandLine();
});
afterEach(() => {
  for (const end of running.splice(0)) end();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started {
  /** The process of npm, in a group of its own. */
  readonly npm: ChildProcess;
  /** The number of the service's process. */
  readonly service: number;
  readonly origin: string;
  /** Resolves to npm's exit code, or to the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Runs `npm start` without what comes before it: the command line is bundled, and the docs may be old. */
async function npmStart(...further: readonly string[]): Promise<Started> {
  const data = join(folder, String(started++));
  const flags = [
    "--port",
    "0",
    "--segments",
    "delta",
    "--history",
    "0",
    "--data",
    data,
    ...further,
  ];
  const npm = spawn("npm", ["start", "--ignore-scripts", "--", ...flags], {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  running.push(
    () => void (isRunning(-Number(npm.pid)) && process.kill(-Number(npm.pid), "SIGKILL")),
  );
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    npm.once("exit", (code, signal) => resolve(code ?? signal));
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = "";
    npm.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, found] = UP.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then((end) => reject(new Error(`npm start ended with ${end}: ${printed}`)));
  });
  const note = JSON.parse(await readFile(join(data, "alphadelta.json"), "utf8")) as {
    readonly delta: { readonly process: number };
  };
  return { npm, service: note.delta.process, origin, ended };
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

async function isAnswering(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );
}

const PATIENCE = { timeout: 60_000 };

describe.skipIf(process.platform === "win32")("the service that npm start runs", PATIENCE, () => {
  test.each([
    ["SIGTERM", 0],
    ["SIGINT", 0],
    ["SIGHUP", "SIGHUP"],
    ["SIGKILL", "SIGKILL"],
  ] as const)("ends when npm alone gets %s, and leaves its port", async (signal, end) => {
    const { npm, service, origin, ended } = await npmStart();
    expect(await isAnswering(origin)).toBe(true);
    npm.kill(signal);
    expect(await ended).toBe(end);
    await expect.poll(() => isRunning(service)).toBe(false);
    expect(await isAnswering(origin)).toBe(false);
  });

  test("ends in order when both get SIGINT, as with Ctrl-C, and npm passes its own on", async () => {
    const { npm, service, ended } = await npmStart("--stop-delay", "0.5");
    process.kill(-Number(npm.pid), "SIGINT");
    expect(await ended).toBe(0);
    expect(isRunning(service)).toBe(false);
  });
});
