import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./run_tool.ts";

/** The registry; it asks for a tag of one package that not every mirror has. */
const VERDACCIO = { dependencies: { verdaccio: "6.10.4" }, overrides: { "node-fetch": "2.7.0" } };

/** What the service answers at, as in the README. */
const FIRST_ANSWER = "http://127.0.0.1:8645/v1/delta/chain/info";

/** Milliseconds until a server must answer. */
const LONGEST_START = 120_000;

/**
 * Publishes a tarball to a registry on this machine, which fetches everything else from that of npm. Then, in an empty
 * folder, `npx alphadelta serve` answers and the first program of the README runs. Prints how long each took.
 *
 * @throws {Error} If one of them fails.
 */
export async function rehearse(tarball: string): Promise<void> {
  if (await fetch(FIRST_ANSWER).catch(() => undefined))
    throw new Error("Cannot rehearse: stop what answers at http://127.0.0.1:8645 first");
  const folder = await mkdtemp(join(tmpdir(), "rehearsal-"));
  const children: ChildProcess[] = [];
  try {
    const registry = await startRegistry(join(folder, "registry"), children);
    const project = await folderOf(join(folder, "project"), registry);
    const empty = await folderOf(join(folder, "empty"), registry);
    await told("npm publish", run("npm", ["publish", tarball], project));
    await told("npm install alphadelta", run("npm", ["install", "alphadelta"], project));
    // From a warm cache: the packages were fetched just now.
    await told(
      "npx alphadelta serve in an empty folder, to the first answer",
      serve(empty, children),
    );
    await writeFile(join(project, "first.ts"), await firstProgram());
    await told("the first program", run(process.execPath, ["first.ts"], project));
  } finally {
    for (const child of children) if (child.pid !== undefined) killGroup(child.pid);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder whose npm asks the registry of the rehearsal. */
async function folderOf(path: string, registry: string): Promise<string> {
  await mkdir(path);
  await writeFile(join(path, "package.json"), '{ "type": "module" }');
  const token = `//${new URL(registry).host}/:_authToken=rehearsal`;
  await writeFile(join(path, ".npmrc"), `registry=${registry}\n${token}\n`);
  return path;
}

async function startRegistry(folder: string, children: ChildProcess[]): Promise<string> {
  await mkdir(folder);
  const config = join(folder, "verdaccio.yaml");
  await writeFile(
    config,
    JSON.stringify({
      storage: join(folder, "storage"),
      uplinks: { npm: { url: await upstream() } },
      packages: {
        alphadelta: { access: "$all", publish: "$all" },
        "**": { access: "$all", proxy: "npm" },
      },
      log: { type: "stdout", level: "fatal" },
      max_body_size: "100mb",
    }),
  );
  await writeFile(join(folder, "package.json"), JSON.stringify(VERDACCIO));
  await run("npm", ["install", "--silent"], folder);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const args = ["verdaccio", "--config", config, "--listen", `127.0.0.1:${port}`];
  children.push(spawn("npx", args, { cwd: folder, detached: true, stdio: "ignore" }));
  await untilAnswered(`${address}/-/ping`);
  return address;
}

/** The registry that npm is set to. */
async function upstream(): Promise<string> {
  return (await run("npm", ["config", "get", "registry"], ROOT)).trim();
}

async function serve(project: string, children: ChildProcess[]): Promise<string> {
  const args = ["-y", "alphadelta", "serve"];
  children.push(spawn("npx", args, { cwd: project, detached: true, stdio: "ignore" }));
  return untilAnswered(FIRST_ANSWER);
}

async function untilAnswered(url: string): Promise<string> {
  const end = Date.now() + LONGEST_START;
  while (Date.now() < end) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return response.text();
    await sleep(20);
  }
  throw new Error(`Cannot rehearse: ${url} does not answer`);
}

/** The first program of the README. */
async function firstProgram(): Promise<string> {
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const [, program] = /```ts\n([\s\S]*?createClient[\s\S]*?)```/.exec(readme) ?? [];
  if (program === undefined) throw new Error("Cannot rehearse: README.md has no program");
  return program;
}

async function told(what: string, done: Promise<string>): Promise<void> {
  const started = performance.now();
  const text = await done;
  console.log(`${((performance.now() - started) / 1_000).toFixed(1)} s  ${what}`);
  if (text.trim() !== "") console.log(text.trim().replaceAll(/^/gm, "       "));
}

/** Runs a command to its end; what it printed. @throws {Error} If it fails. */
async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return output;
  throw new Error(`Cannot rehearse: ${command} ${args.join(" ")} failed:\n${output}${errors}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // It has ended.
  }
}
