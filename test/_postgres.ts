import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { type PostgresPlace, sharedPart } from "./_parts.ts";
import { requireProgram } from "./_programs.ts";

/** The user that PostgreSQL runs as where the tests run as root, whom it refuses. */
const NOBODY = 65_534;
const USER = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Databases of a server. */
export interface Databases {
  /** URL of a database, which is made with the first use of its name. */
  url(database?: string): string;
  /** Runs statements in a database: a line for each row, whose values `|` separates. */
  sql(database: string, statements: string): Promise<string>;
  /** Runs a program of PostgreSQL, such as `pg_dump`, with the server that its arguments name a database of. */
  run(program: string, args: readonly string[], input?: string): string;
}

/** A PostgreSQL server of a test's own, in a folder that goes with it. */
export interface Postgres extends Databases {
  readonly place: PostgresPlace;
  /** Id of its first process, whose children serve the connections. */
  readonly id: number;
  /** Starts it again after {@linkcode kill}. */
  start(): Promise<void>;
  /** Ends it at once, as a loss of power does, or by another signal; resolves when it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Opens databases that no other test file has, of the server that all share. Roles and settings are of that server. */
export async function openDatabases(): Promise<Databases> {
  requireProgram("PostgreSQL");
  return databasesAt(await sharedPart("postgres"), `of_${randomBytes(4).toString("hex")}_`);
}

/**
 * Starts a server with an empty cluster, for a test that ends or changes it. What it acknowledged is on the disk: `fsync`
 * stays on.
 *
 * @param cluster Folder of the cluster that is copied; left out, that of all tests.
 */
export async function startPostgres(settings: Settings = {}, cluster?: string): Promise<Postgres> {
  requireProgram("PostgreSQL");
  const from = cluster ?? (await sharedPart("cluster"));
  return startServer((data) => promisify(execFile)("cp", ["-a", from, data], USER), settings);
}

/** Makes a cluster that no server runs on; its folder, which the caller removes. */
export async function makeCluster(): Promise<string> {
  const folder = ownFolder();
  const how = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await runProgram("initdb", ["-D", folder, ...how]);
  return folder;
}

type Settings = Readonly<Record<string, string>>;

/** Starts a server on the data folder that `make` makes. */
async function startServer(
  make: (data: string) => Promise<unknown>,
  settings: Settings = {},
): Promise<Postgres> {
  const folder = ownFolder();
  const data = join(folder, "data");
  const port = await freePort();
  await make(data);
  const own = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: folder,
  };
  const options = Object.entries({ ...own, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const place = { folder, port };
  const databases = databasesAt(place);
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(programPath("postgres"), ["-D", data, ...options], {
      ...USER,
      cwd: folder,
      stdio: "ignore",
    });
    for (;;) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      try {
        return void (await databases.sql("postgres", "SELECT 1"));
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
    ...databases,
    place,
    get id() {
      return server?.pid ?? 0;
    },
    start,
    kill,
    async close() {
      // "Immediate": the folder goes anyway.
      await kill("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The databases of a server whose names begin with `prefix`; those that it begins with have none. */
function databasesAt({ folder, port }: PostgresPlace, prefix = ""): Databases {
  const made = new Set(["postgres"]);
  const run = (name: string, args: readonly string[], input?: string): string =>
    execFileSync(programPath(name), ["-h", folder, "-p", String(port), "-U", "postgres", ...args], {
      ...USER,
      cwd: folder,
      encoding: "utf8",
      input,
      maxBuffer: 2 ** 28,
      stdio: ["pipe", "pipe", "pipe"],
    });
  const url = (database = "postgres"): string => {
    const name = `${prefix}${database}`;
    if (!made.has(name)) run("createdb", [name]);
    made.add(name);
    return `postgres://postgres@127.0.0.1:${port}/${name}`;
  };
  return { url, sql: (database, statements) => runStatements(url(database), statements), run };
}

async function runStatements(url: string, statements: string): Promise<string> {
  const client = new Client({ connectionString: url, types: { getTypeParser: () => String } });
  // A server that ends takes its connections with it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const results = [await client.query({ text: statements, rowMode: "array" })].flat();
    return results.flatMap(({ rows }) => rows.map((row) => row.join("|"))).join("\n");
  } finally {
    await client.end();
  }
}

function programPath(name: string): string {
  return join(requireProgram("PostgreSQL"), name);
}

function runProgram(name: string, args: readonly string[]): Promise<unknown> {
  return promisify(execFile)(programPath(name), args, { ...USER, cwd: tmpdir() });
}

/** A new folder of the user that PostgreSQL runs as. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  if (USER.uid !== undefined) chownSync(folder, USER.uid, USER.gid);
  return folder;
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
