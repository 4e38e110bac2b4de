import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { TestRunner } from "vitest";

/** A program that tests start and that a machine may lack. */
interface Program {
  /** Variable that names another place. */
  readonly variable: string;
  /** Its usual place: a file, or the folder of several programs. */
  readonly place: string;
  /** The package of Debian that has it. */
  readonly package: string;
}

/** Every program that tests start beside Node and the tools that each machine has. */
export const PROGRAMS = {
  Chromium: {
    variable: "CHROMIUM_PATH",
    place: anyChromium(),
    package: "chromium-headless-shell",
  },
  PostgreSQL: { variable: "POSTGRES_BIN", place: newestPostgres(), package: "postgresql" },
  PgBouncer: { variable: "PGBOUNCER", place: "/usr/sbin/pgbouncer", package: "pgbouncer" },
  Redis: { variable: "REDIS_SERVER", place: "/usr/bin/redis-server", package: "redis-server" },
  nginx: { variable: "NGINX", place: "/usr/sbin/nginx", package: "nginx" },
  promtool: { variable: "PROMTOOL", place: "/usr/bin/promtool", package: "prometheus" },
  "systemd-analyze": {
    variable: "SYSTEMD_ANALYZE",
    place: "/usr/bin/systemd-analyze",
    package: "systemd",
  },
  "A C compiler": { variable: "CC", place: "/usr/bin/cc", package: "gcc libc6-dev" },
} satisfies Readonly<Record<string, Program>>;

/** Where a program is, if it is installed. */
export function placeOf(name: keyof typeof PROGRAMS): string {
  const { variable, place } = PROGRAMS[name];
  return process.env[variable] ?? place;
}

/**
 * Where an installed program is. Whatever starts one asks here first: where it is missing, the running test is skipped,
 * or the tests of its group if a hook such as `beforeAll` asks.
 *
 * @throws {Error} Outside of a test, if it is missing; the message says what to install.
 */
export function requireProgram(name: keyof typeof PROGRAMS): string {
  const place = placeOf(name);
  if (existsSync(place)) return place;
  const { variable, package: from } = PROGRAMS[name];
  const note = `${name} was not found at ${place}, install it (apt-get install -y ${from}) or set ${variable}`;
  if (!process.env["VITEST_POOL_ID"]) throw new Error(note);
  // The task is no test of the file. Its `skip` throws what ends any test or hook as skipped, and changes no other test.
  return TestRunner.getCurrentSuite().task("").context.skip(note);
}

/** The Chromium without windows, which takes two thirds of the processor time, or the usual one where only that is installed. */
function anyChromium(): string {
  const headless = "/usr/bin/chromium-headless-shell";
  const usual = "/usr/bin/chromium";
  return existsSync(usual) && !existsSync(headless) ? usual : headless;
}

/** Folder of the programs of the newest PostgreSQL. */
function newestPostgres(): string {
  const versions = "/usr/lib/postgresql";
  const found = existsSync(versions) ? readdirSync(versions) : [];
  const [newest = "15"] = found.toSorted((a, b) => Number(b) - Number(a));
  return join(versions, newest, "bin");
}
