import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The user that PostgreSQL runs as where the tests run as root, whom it refuses. */
const NOBODY = 65_534;
const DEBIAN = "/usr/lib/postgresql";

/** Folder of the newest PostgreSQL's programs; undefined where there is none. */
export const POSTGRES = findPostgres();

/** A PostgreSQL server of a test's own, in a folder that goes with it. */
export interface Postgres {
  /** Id of its first process, whose children serve the connections. */
  readonly id: number;
  /** URL of a database, which is made with the first use of its name. */
  url(database?: string): string;
  /** Starts it again after {@linkcode kill}. */
  start(): Promise<void>;
  /** Ends it at once, as a loss of power does, or by another signal; resolves when it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Runs a program of PostgreSQL, such as `pg_dump`. */
  run(program: string, args: readonly string[], input?: string): string;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Starts a server with an empty cluster. What it acknowledged is on the disk: `fsync` stays on. */
export async function startPostgres(settings: Settings = {}): Promise<Postgres> {
  const cluster = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  return startServer("initdb", cluster, settings);
}

/** Starts a streaming replica of a server, which answers reads alone. */
export async function startReplica(primary: Postgres): Promise<Postgres> {
  const from = ["-d", primary.url(), "-R", "-X", "stream", "-c", "fast", "--no-sync"];
  const replica = await startServer("pg_basebackup", from, {});
  // It has the databases of the primary, and makes none.
  return { ...replica, url: (name = "postgres") => replica.url().replace(/\w+$/, name) };
}

type Settings = Readonly<Record<string, string>>;

/** Makes a data folder with a program of PostgreSQL, and starts a server on it. */
async function startServer(
  maker: string,
  makerArgs: readonly string[],
  settings: Settings,
): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  const user = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const port = await freePort();
  const program = (name: string): string => join(POSTGRES ?? DEBIAN, name);
  execFileSync(program(maker), ["-D", data, ...makerArgs], {
    ...user,
    cwd: folder,
    stdio: "ignore",
  });
  const own = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: folder,
  };
  const options = Object.entries({ ...own, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const databases = new Set(["postgres"]);
  const run = (name: string, args: readonly string[], input?: string): string =>
    execFileSync(program(name), ["-h", folder, "-p", String(port), "-U", "postgres", ...args], {
      ...user,
      cwd: folder,
      encoding: "utf8",
      input,
      maxBuffer: 2 ** 28,
      stdio: ["pipe", "pipe", "pipe"],
    });
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(program("postgres"), ["-D", data, ...options], {
      ...user,
      cwd: folder,
      stdio: "ignore",
    });
    for (;;) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      try {
        return void run("psql", ["-qc", "SELECT 1", "postgres"], undefined);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
  async function kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill(signal);
    await ended;
  }
  await start();
  return {
    get id() {
      return server?.pid ?? 0;
    },
    url(database = "postgres") {
      if (!databases.has(database)) run("createdb", [database]);
      databases.add(database);
      return `postgres://postgres@127.0.0.1:${port}/${database}`;
    },
    start,
    kill,
    run,
    async close() {
      // "Immediate": the folder goes anyway.
      await kill("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function findPostgres(): string | undefined {
  const named = process.env["POSTGRES_BIN"];
  if (named !== undefined) return named;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(DEBIAN, newest, "bin");
}
