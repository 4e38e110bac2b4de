import { freePort, type Postgres, startPostgres } from "../_postgres.ts";
import { type Redis, startRedis } from "../_redis.ts";
import { type Running, runCli } from "../cli/_process.ts";
import { migrate } from "../../src/service/mod.ts";

/** A process of a fleet that is started again on the same port. */
export interface Member {
  readonly origin: string;
  readonly role: string;
  running: Running;
}

/** A PostgreSQL, a Redis and three processes over them: two that may produce blocks, and a gateway. */
export interface TestFleet {
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly store: string;
  readonly members: readonly Member[];
  readonly origins: readonly string[];
  /** The process that produces blocks now. */
  writer(): Promise<Member>;
  /** Starts a member that was killed again. */
  revive(member: Member): Promise<void>;
  close(): Promise<void>;
}

const ROLES = ["all", "all", "gateway"];

/** Starts all of it, with a short chain of delta. */
export async function startFleet(): Promise<TestFleet> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const store = postgres.url("fleet");
  await migrate({ store, segments: ["delta"] });
  const members = await Promise.all(
    ROLES.map(async (role): Promise<Member> => {
      const port = await freePort();
      return {
        origin: `http://127.0.0.1:${port}`,
        role,
        running: serve({ store, redis: redis.url, role, port }),
      };
    }),
  );
  await Promise.all(members.map(({ running }) => running.printed(/up at/)));
  return {
    postgres,
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
    async revive(member) {
      const port = Number(new URL(member.origin).port);
      member.running = serve({ store, redis: redis.url, role: member.role, port });
      await member.running.printed(/up at/);
    },
    async close() {
      for (const { running } of members) {
        running.kill("SIGCONT");
        running.kill("SIGKILL");
      }
      await Promise.all(members.map(({ running }) => running.ended));
      await Promise.all([postgres.close(), redis.kill()]);
    },
  };
}

interface ServeOptions {
  readonly store: string;
  readonly redis: string;
  readonly role: string;
  readonly port: number;
}

function serve({ store, redis, role, port }: ServeOptions): Running {
  const where = ["--store", store, "--redis", redis, "--role", role, "--port", String(port)];
  const chain = ["--segments", "delta", "--history", "3", "--block-time", "0.3", "--no-traffic"];
  return runCli("serve", ...where, ...chain, "--keyless-tier", "Enterprise");
}

async function produces({ origin }: Member): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1_000) });
    return (await response.text()).includes("produces blocks");
  } catch {
    return false;
  }
}
