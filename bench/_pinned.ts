import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const ROOT = new URL("..", import.meta.url).pathname;

/** A server in a process of its own. */
export interface Pinned {
  readonly origin: string;
  readonly process: ChildProcess;
}

/** A program to run, and how to tell that it is up. */
export interface PinnedOptions {
  /** Arguments of Node. */
  readonly args: readonly string[];
  /** Finds the port in its output; by default in that of a service. */
  readonly port?: RegExp;
  /** Target of its standard error stream, such as a log. */
  readonly log: string;
  /** Its standard input, which then ends; without it the stream stays open. */
  readonly input?: string;
  /** False for one that runs on any core. @default {true} */
  readonly isPinned?: boolean | undefined;
  /** Folder in which it leaves a profile of its processor when it ends. */
  readonly profile?: string | undefined;
}

/**
 * Keeps this process to the second core, so that servers have the first to themselves.
 *
 * @throws {Error} If the machine cannot do it.
 */
export function pinGenerator(): void {
  if (availableParallelism() < 2) throw new Error("Cannot measure a load: it takes two cores");
  execFileSync("taskset", ["-c", "-p", "1", String(process.pid)]);
  // The further threads too; one that ends meanwhile makes the command complain.
  spawnSync("taskset", ["-a", "-c", "-p", "1", String(process.pid)]);
}

/** As `docs/service.md` advises where it is Linux: without it code that is spread as wide as a service's costs 5 % more. */
const LARGE_PAGES = "--use-largepages=silent";

const servers = new Set<ChildProcess>();
process.once("exit", () => {
  for (const server of servers) server.kill();
});

export async function endPinned({ process: child }: Pinned): Promise<void> {
  servers.delete(child);
  child.kill();
  if (child.exitCode === null) await once(child, "exit");
}

/** Starts a server on the first core, which ends with this process. */
export async function startPinned(options: PinnedOptions): Promise<Pinned> {
  const { args, port = /up at \S+:(\d+)/, log, input, isPinned = true, profile } = options;
  const errors = openSync(log, "a");
  const pin = isPinned ? ["taskset", "-c", "0", process.execPath, LARGE_PAGES] : [process.execPath];
  const profiling = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];
  const [program = "", ...own] = [...pin, ...profiling];
  const child = spawn(program, [...own, ...args], { cwd: ROOT, stdio: ["pipe", "pipe", errors] });
  servers.add(child);
  closeSync(errors);
  if (input !== undefined) child.stdin?.end(input);
  const found = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, number] = port.exec(printed) ?? [];
      if (number !== undefined) resolve(number);
    });
    child.once("exit", (code) =>
      reject(new Error(`Ended with ${code}: ${args.join(" ")}\n${printed}`)),
    );
  });
  return { origin: `http://127.0.0.1:${found}`, process: child };
}

interface ServeOptions extends Pick<PinnedOptions, "profile" | "isPinned"> {
  /** Further flags of `serve`. */
  readonly flags?: readonly string[];
}

/** Starts the service on the first core: limits, checks and the log of every request are on, and no block comes by itself. */
export function startService(log: string, options: ServeOptions = {}): Promise<Pinned> {
  const still = ["--mode", "manual", "--no-traffic", "--keyless-tier", "Enterprise"];
  return startServe(log, { ...options, flags: [...still, ...(options.flags ?? [])] });
}

/** Starts `alphadelta serve` on the first core, on a free port and with the log of every request. */
export function startServe(
  log: string,
  { flags = [], ...options }: ServeOptions = {},
): Promise<Pinned> {
  const serve = ["src/cli/main.ts", "serve", "--port", "0", "--log", "requests"];
  return startPinned({ ...options, args: [...serve, ...flags], log });
}

/** Seconds of processor that a server's threads have used, to the nanosecond: `stat` of a process counts hundredths. */
export function cpuTime({ process: { pid } }: Pick<Pinned, "process">): number {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`${threads}/${thread}/schedstat`, "utf8").split(" ");
    return sum + Number(nanoseconds) / 1e9;
  }, 0);
}

/** Bytes of memory that a server has. */
export function residentBytes({ process: { pid } }: Pinned): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
