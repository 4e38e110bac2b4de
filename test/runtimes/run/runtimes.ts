import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome, World } from "../suite/mod.ts";
import { bundleHost } from "./bundle_host.ts";
import { findNode } from "./find_node.ts";
import { runPage } from "./run_page.ts";
import { runProcess } from "./run_process.ts";

/** Result of the suite in one runtime. */
export interface RuntimeRun {
  /** As people name it. */
  readonly title: string;
  readonly outcomes: readonly Outcome[];
}

/** Runs the suite in one runtime: the package is installed in `folder`. */
export type RunSuite = (folder: string, world: World) => Promise<RuntimeRun>;

/** Programs that npm fetches on demand. */
const VERSIONS = { deno: "2.9.6", bun: "1.4.5", miniflare: "4.20260730.0" } as const;

/** The runtimes by the names that select them. */
export const RUNTIMES: Readonly<Record<string, RunSuite>> = {
  node22: (folder, world) => runNode(folder, world, "22"),
  node24: (folder, world) => runNode(folder, world, "24"),
  node26: (folder, world) => runNode(folder, world, "26"),
  reduced: async (folder, world) => {
    const { title, outcomes } = await runNode(folder, world, "24", "hosts/reduced.ts");
    return { title: `${title}, reduced`, outcomes };
  },
  deno: (folder, world) => {
    const flags = ["run", "--no-remote", "--node-modules-dir=manual", "--allow-net"];
    const npx = ["-y", `deno@${VERSIONS.deno}`, ...flags, "hosts/program.ts"];
    return runProgram(folder, world, { title: `Deno ${VERSIONS.deno}`, npx });
  },
  bun: (folder, world) => {
    const npx = ["-y", "--allow-scripts=bun", `bun@${VERSIONS.bun}`, "hosts/program.ts"];
    return runProgram(folder, world, { title: `Bun ${VERSIONS.bun}`, npx });
  },
  workerd: async (folder, world) => {
    const script = await bundleHost(folder, "worker");
    const runner = fileURLToPath(new URL("run_worker.ts", import.meta.url));
    const miniflare = `miniflare@${VERSIONS.miniflare}`;
    const npx = ["-y", "-p", miniflare, "--", process.execPath, runner, script];
    return runProgram(folder, world, { title: `workerd (miniflare ${VERSIONS.miniflare})`, npx });
  },
  chromium: async (folder, world) => {
    const { version, outcomes } = await runPage(await bundleHost(folder, "page"), world);
    return { title: `Chromium ${version}`, outcomes };
  },
};

async function runNode(
  folder: string,
  world: World,
  major: string,
  host = "hosts/program.ts",
): Promise<RuntimeRun> {
  const node = await findNode(major);
  const version = await runProcess(node, ["--version"]);
  return {
    title: `Node ${version.trim().slice(1)}`,
    outcomes: await readOutcomes(folder, world, node, [host]),
  };
}

async function runProgram(
  folder: string,
  world: World,
  { title, npx }: { readonly title: string; readonly npx: readonly string[] },
): Promise<RuntimeRun> {
  return { title, outcomes: await readOutcomes(folder, world, "npx", npx) };
}

async function readOutcomes(
  folder: string,
  world: World,
  command: string,
  args: readonly string[],
): Promise<Outcome[]> {
  const printed = await runProcess(command, [...args, JSON.stringify(world)], { cwd: folder });
  const line = printed.trim().split("\n").at(-1) ?? "";
  return JSON.parse(line) as Outcome[];
}

/** Folder of the repository. */
export const ROOT: string = join(fileURLToPath(new URL("../../..", import.meta.url)));
