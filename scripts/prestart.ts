/**
 * Prepares a start of the service: bundles the command line where that is stale, begins to build the explorer and `site`
 * behind what is started next, each where it is stale, and returns.
 *
 * Until that is done `site/.building` holds the number of the process that builds, and a service says at `/docs` that the
 * pages are being built. A failed build is told on standard error, and leaves the file. With `--wait` it builds these pages
 * itself, and nothing else.
 */
import { spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { refreshCommandLine } from "./bundle_command_line.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT, runTool } from "./run_tool.ts";

const MARK = join(ROOT, "site/.building");

/** Milliseconds that the service has to itself: it starts with every processor. */
const HEAD_START = 3_000;

const options = readFlags("prestart", { wait: { type: "boolean" } });
if (options.wait) {
  await build();
} else {
  await refreshCommandLine();
  if (!(await isBuilding())) await buildBehind();
}

async function build(): Promise<void> {
  await sleep(HEAD_START);
  const scripts = ["explorer", "docs"].map(async (name) => {
    const faults = await runTool("node", `scripts/${name}.ts`, "--if-stale");
    if (faults !== "") console.error(`\n"npm run ${name}" failed:\n\n${faults}`);
    return faults === "";
  });
  if ((await Promise.all(scripts)).every(Boolean)) await rm(MARK, { force: true });
  else await writeFile(MARK, "failed\n");
}

async function buildBehind(): Promise<void> {
  const args = [fileURLToPath(import.meta.url), "--wait"];
  const builder = spawn(process.execPath, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
  });
  builder.unref();
  if (builder.pid === undefined) return;
  // The started service has the processors first.
  setPriority(builder.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  await mkdir(join(ROOT, "site"), { recursive: true });
  await writeFile(MARK, `${builder.pid}\n`);
}

/** True if another process builds them already. */
async function isBuilding(): Promise<boolean> {
  try {
    return process.kill(Number(await readFile(MARK, "utf8")), 0);
  } catch {
    return false;
  }
}
