import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "./_postgres.ts";
import { requireProgram } from "./_programs.ts";

/** The user that it runs as where the tests run as root, whom it refuses. */
const NOBODY = 65_534;

/** A PgBouncer in front of a PostgreSQL, with the settings that its package comes with but the pool mode. */
export interface PgBouncer {
  /** The URL of a database through it. */
  through(url: string): string;
  /** Starts it again after {@linkcode kill}. */
  start(): Promise<void>;
  /** Ends it at once, with every connection on both sides. */
  kill(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Starts one in front of the server of a URL. */
export async function startPgBouncer(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const program = requireProgram("PgBouncer");
  const { hostname, port: target } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  const port = await freePort();
  const [config, users] = [join(folder, "pgbouncer.ini"), join(folder, "userlist.txt")];
  const own = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: users,
    pool_mode: "transaction",
  };
  const lines = Object.entries({ ...own, ...settings }).map(
    ([name, value]) => `${name} = ${value}`,
  );
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(
    config,
    `[databases]\n* = host=${hostname} port=${target}\n[pgbouncer]\n${lines.join("\n")}\n`,
  );
  const user = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined)
    for (const path of [folder, config, users]) chownSync(path, user.uid, user.gid);
  const through = (of: string): string => {
    const changed = new URL(of);
    changed.port = String(port);
    return changed.href;
  };
  let bouncer: ChildProcess | undefined;

  async function start(): Promise<void> {
    bouncer = spawn(program, ["-q", config], { ...user, cwd: folder, stdio: "ignore" });
    while (!(await answers(through(url)))) {
      if (bouncer.exitCode !== null) throw new Error(`PgBouncer ended with ${bouncer.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  async function kill(): Promise<void> {
    const running = bouncer;
    bouncer = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  }
  await start();
  return {
    through,
    start,
    kill,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
