import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createService, type Service } from "../../src/service/mod.ts";
import { type Postgres, startPostgres } from "../_postgres.ts";
import { openRedisDatabase } from "../_redis.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { preparation, startCommands } from "./_start_commands.ts";

const ROOT = join(import.meta.dirname, "../..");
const UP = /up at (http:\/\/127\.0\.0\.1:\d+)/;
/** Flags of a quick start on a free port. */
const QUICK = ["--host", "127.0.0.1", "--port", "0", "--chain", "delta", "--history", "0"];
const BIN = "node_modules/.bin/alphadelta";
const COMMANDS = await startCommands();

let folder: string;
let started = 0;
/** Ends the processes of a failed test. */
const running: (() => void)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "start-"));
  // As npm installs the package.
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  await symlink(ROOT, join(folder, "node_modules/alphadelta"));
  await symlink("../alphadelta/dist/cli/main.js", join(folder, BIN));
  await chmod(COMMAND_LINE, 0o755);
  // What the guide to telemetry has the user install and copy.
  await symlink(
    join(ROOT, "node_modules/@opentelemetry"),
    join(folder, "node_modules/@opentelemetry"),
  );
  await copyFile(join(ROOT, "examples/trace_statements.ts"), join(folder, "trace_statements.ts"));
});
afterEach(() => {
  for (const end of running.splice(0)) end();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started {
  /** The started process, in a group of its own. */
  readonly child: ChildProcess;
  readonly origin: string;
  /** Resolves to the exit code of the started process, or to the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

function run(
  [program = "", ...args]: readonly string[],
  cwd: string,
): Pick<Started, "child" | "ended"> {
  // The Node that runs the tests is the first that a command finds, and the package's own command.
  const paths = [join(process.execPath, ".."), join(folder, BIN, ".."), process.env["PATH"]];
  const env = { ...process.env, PATH: paths.join(":") };
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: [...stdio] });
  running.push(() => {
    const group = -Number(child.pid);
    if (isRunning(group)) process.kill(group, "SIGKILL");
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
  return { child, ended };
}

/** Runs a command that starts the service, until that is up. */
async function start(words: readonly string[], cwd = folder): Promise<Started> {
  const { child, ended } = run(words, cwd);
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, found] = UP.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    const fail = (end: unknown): void =>
      reject(new Error(`"${words.join(" ")}" ended with ${String(end)}: ${printed}`));
    ended.then(fail, fail);
  });
  return { child, origin, ended };
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** Status of `/readyz`; 0 if nothing answers. */
async function readiness(origin: string): Promise<number> {
  return fetch(`${origin}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Stops the service by a signal to `id`: it answers for as long as `--stop-delay` says, and leaves nothing behind. */
async function expectGracefulStop(
  { child, origin, ended }: Started,
  id = child.pid,
): Promise<void> {
  await expect.poll(() => readiness(origin)).toBe(200);
  process.kill(Number(id), "SIGTERM");
  const end = ended.then((code) => `ended with ${String(code)}`);
  await expect
    .poll(async () => Promise.race([readiness(origin), end]), { interval: 10 })
    .not.toBe(200);
  expect(await Promise.race([readiness(origin), end])).toBe(503);
  expect(await end).toBe("ended with 0");
  expect(isRunning(-Number(child.pid))).toBe(false);
  expect(await readiness(origin)).toBe(0);
}

const PATIENCE = { timeout: 60_000 };
const isWindows = process.platform === "win32";

describe.skipIf(isWindows)("the service that npm start runs", PATIENCE, () => {
  /** Runs `npm start` without what comes before it: the command line is bundled, and the docs may be old. */
  async function npmStart(
    ...further: readonly string[]
  ): Promise<Started & { readonly service: number }> {
    const data = join(folder, String(started++));
    const flags = [...QUICK, "--data", data, ...further];
    const npm = await start(["npm", "start", "--ignore-scripts", "--", ...flags], ROOT);
    const note = JSON.parse(await readFile(join(data, "alphadelta.json"), "utf8")) as {
      readonly user: { readonly process: number };
    };
    return { ...npm, service: note.user.process };
  }

  test.each([
    ["SIGTERM", 0],
    ["SIGINT", 0],
    ["SIGHUP", "SIGHUP"],
    ["SIGKILL", "SIGKILL"],
  ] as const)("ends when npm alone gets %s, and leaves its port", async (signal, end) => {
    const { child, service, origin, ended } = await npmStart();
    expect(await readiness(origin)).toBe(200);
    child.kill(signal);
    expect(await ended).toBe(end);
    await expect.poll(() => isRunning(service)).toBe(false);
    expect(await readiness(origin)).toBe(0);
  });

  test("ends in order when both get SIGINT, as with Ctrl-C, and npm passes its own on", async () => {
    const { child, service, ended } = await npmStart("--stop-delay", "0.5");
    process.kill(-Number(child.pid), "SIGINT");
    expect(await ended).toBe(0);
    expect(isRunning(service)).toBe(false);
  });
});

describe.skipIf(isWindows)("what guides, units and templates start", PATIENCE, () => {
  let postgres: Postgres;
  let redis: string;
  let writer: Service;
  beforeAll(async () => {
    redis = await openRedisDatabase();
    postgres = await startPostgres();
    const { sql, migrate } = await preparation();
    postgres.run("psql", ["-q", "-v", "ON_ERROR_STOP=1"], sql);
    const migrated = run([...here(migrate?.words ?? []), "--chain", "delta"], folder);
    expect(await migrated.ended).toBe(0);
    const [store = ""] = here(["postgres://service@db/alphadelta"]);
    writer = await createService({ store, segments: ["delta"], history: 0, role: "writer" });
  });
  afterAll(async () => {
    await writer?.close();
    await postgres?.close();
  });

  /** A command with the addresses and the folder of this test. */
  function here(words: readonly string[], from = "."): readonly string[] {
    const program = words[0]?.includes("=") ? ["env"] : [];
    const own = words.map((word) => {
      const [, role = "service"] = /^postgres:\/\/(owner|service)@/.exec(word) ?? [];
      if (/^postgres:|STORE}$/.test(word))
        return postgres.url().replace(/\w+(@.*)\/.*/, `${role}$1/alphadelta`);
      if (/^redis:|REDIS}$/.test(word)) return redis;
      if (word.endsWith("HOST}")) return "127.0.0.1";
      if (word === "1%i" || word === "18700") return "0";
      if (word.endsWith("{STATE_DIRECTORY}")) return `${folder}/state`;
      return word.replace("%i", "0").replace(`${from}/`, `${folder}/`);
    });
    return [...program, ...own];
  }

  test("are found in every kind of file", () => {
    expect(new Set(COMMANDS.map(({ file }) => file))).toEqual(
      new Set([
        "docs/service.md",
        "docs/fleet.md",
        "docs/gateway.md",
        "docs/proxy.md",
        "docs/telemetry.md",
        "deploy/alphadelta.service",
        "deploy/alphadelta-gateway@.service",
        "deploy/alphadelta-writer.service",
        "deploy/Containerfile",
        "deploy/compose.yaml",
      ]),
    );
    expect(COMMANDS.length).toBeGreaterThanOrEqual(8);
  });

  test.each(COMMANDS)("$file stops by SIGTERM: $words", async ({ words, folder: from }) => {
    await expectGracefulStop(await start([...here(words, from), ...QUICK, "--stop-delay", "1"]));
  });

  const managed = COMMANDS.filter(({ patience }) => patience !== undefined);
  test.each(managed)("$file leaves it the time to stop: $words", ({ words, patience = 0 }) => {
    const at = words.indexOf("--stop-delay");
    const delay = at < 0 ? 0 : Number(words[at + 1]);
    // The default of --stop-timeout is 10.
    expect(patience).toBeGreaterThan(delay + 10);
  });
});

const canUnshare = await promisify(execFile)("unshare", [...unshare(), "true"]).then(
  () => true,
  () => false,
);

/** Makes a command the first process of a namespace of its own, as that of a container is. */
function unshare(): readonly string[] {
  return ["--pid", "--fork", "--mount-proc", "--kill-child"];
}

describe.runIf(canUnshare)("as the first process of a container", PATIENCE, () => {
  /** Id of the first process in the namespace. */
  async function firstProcess({ pid }: ChildProcess): Promise<number> {
    return Number(await readFile(`/proc/${pid}/task/${pid}/children`, "utf8"));
  }

  test("the image's command stops by SIGTERM", async () => {
    const image = COMMANDS.find(({ file }) => file.endsWith("Containerfile"));
    const { words = [], folder: from = "" } = image ?? {};
    const own = words.map((word) => word.replace(`${from}/`, `${folder}/`));
    const service = await start(["unshare", ...unshare(), ...own, ...QUICK, "--stop-delay", "1"]);
    await expectGracefulStop(service, await firstProcess(service.child));
  });
});

describe.skipIf(isWindows)("SIGTERM before the service is up", PATIENCE, () => {
  const ways: readonly { readonly as: string; readonly before: readonly string[] }[] = [
    { as: "a process", before: [] },
    ...(canUnshare ? [{ as: "PID 1", before: ["unshare", ...unshare()] }] : []),
  ];
  test.each(ways)("ends it with 0, as $as", async ({ before }) => {
    // A database that takes a connection and says nothing.
    const database = createServer().listen(0, "127.0.0.1");
    await once(database, "listening");
    const { port } = database.address() as AddressInfo;
    const store = `postgres://nobody@127.0.0.1:${port}/none`;
    const command = [join(folder, BIN), "serve", ...QUICK, "--store", store];
    const { child, ended } = run([...before, ...command], folder);
    const [socket] = await Promise.race([once(database, "connection"), ended.then(() => [])]);
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
    process.kill(before.length > 0 ? Number(children) : Number(child.pid), "SIGTERM");
    expect(await ended).toBe(0);
    socket.destroy();
    database.close();
  });
});
