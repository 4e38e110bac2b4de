import { freePort, type Postgres, startPostgres } from "../_postgres.ts";
import { PostgresProxy } from "../_postgres_proxy.ts";
import { requireProgram } from "../_programs.ts";
import { type Redis, startRedis } from "../_redis.ts";
import { COMMAND_LINE } from "../cli/_command_line.ts";
import { type Running, runNodeWith } from "../cli/_process.ts";
import { migrate } from "../../src/service/internal.ts";

/** A process of a fleet that is started again on the same port. */
export interface Member {
  readonly origin: string;
  readonly role: string;
  running: Running;
  /** True if it is of the next release. */
  isNext: boolean;
}

/** A PostgreSQL, a Redis and three processes over them: two that may produce blocks, and a gateway. */
export interface TestFleet {
  readonly postgres: Postgres;
  /** The way of every process to PostgreSQL. */
  readonly proxy: PostgresProxy;
  readonly redis: Redis;
  /** URL of the database itself. */
  readonly store: string;
  readonly members: readonly Member[];
  readonly origins: readonly string[];
  /** The process that produces blocks now. */
  writer(): Promise<Member>;
  /** Starts a member that was killed again. */
  revive(member: Member): Promise<void>;
  /** Stops a member as an operator does and starts one of the next release in its place. */
  upgrade(member: Member): Promise<void>;
  close(): Promise<void>;
}

const ROLES = ["all", "all", "gateway"];

/** The segments of the fleet. Clients use delta; most blocks of alpha have no transaction. */
export const FLEET_SEGMENTS = ["delta", "alpha"] as const;

/** Starts all of it, with short chains. */
export async function startFleet(): Promise<TestFleet> {
  for (const name of ["PostgreSQL", "Redis"] as const) requireProgram(name);
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const store = postgres.url("fleet");
  await migrate({ store, segments: FLEET_SEGMENTS });
  const proxy = await PostgresProxy.open(store);
  const through = { store: proxy.through(store), redis: redis.url };
  const members = await Promise.all(
    ROLES.map(async (role): Promise<Member> => {
      const port = await freePort();
      return {
        origin: `http://127.0.0.1:${port}`,
        role,
        isNext: false,
        running: serve({ ...through, role, port, isNext: false }),
      };
    }),
  );
  await Promise.all(members.map(untilReady));
  async function start(member: Member): Promise<void> {
    const { origin, role, isNext } = member;
    const port = Number(new URL(origin).port);
    member.running = serve({ ...through, role, port, isNext });
    await untilReady(member);
  }
  return {
    postgres,
    proxy,
    redis,
    store,
    members,
    origins: members.map(({ origin }) => origin),
    async writer() {
      for (;;) {
        for (const member of members) if (await produces(member)) return member;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    revive: start,
    async upgrade(member) {
      member.running.kill("SIGTERM");
      await member.running.ended;
      member.isNext = true;
      await start(member);
    },
    async close() {
      for (const { running } of members) {
        running.kill("SIGCONT");
        running.kill("SIGKILL");
      }
      await Promise.all(members.map(({ running }) => running.ended));
      await Promise.all([proxy.close(), postgres.close(), redis.kill()]);
    },
  };
}

interface ServeOptions {
  readonly store: string;
  readonly redis: string;
  readonly role: string;
  readonly port: number;
  readonly isNext: boolean;
}

/** The clock of every process steps with SIGUSR2. */
const CLOCK = `--import=${new URL("_stepping_clock.ts", import.meta.url).href}`;
const NEXT_RELEASE = `--import=${new URL("_next_release.ts", import.meta.url).href}`;

function serve({ store, redis, role, port, isNext }: ServeOptions): Running {
  const where = ["--store", store, "--redis", redis, "--role", role, "--port", String(port)];
  const chain = [
    "--chain",
    FLEET_SEGMENTS.join(","),
    "--history",
    "3",
    "--block-time",
    "0.3",
    "--no-traffic",
  ];
  const stop = ["--stop-delay", "1", "--keyless-tier", "Enterprise"];
  const variables = {
    NODE_OPTIONS: isNext ? `${CLOCK} ${NEXT_RELEASE}` : CLOCK,
    XDG_CONFIG_HOME: "/proc/none",
  };
  return runNodeWith(variables, COMMAND_LINE, "serve", ...where, ...chain, ...stop);
}

async function untilReady({ running, origin }: Member): Promise<void> {
  await running.printed(/up at/);
  while (!(await fetch(`${origin}/readyz`)).ok)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

async function produces({ origin }: Member): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1_000) });
    return (await response.text()).includes("delta: produces blocks");
  } catch {
    return false;
  }
}
