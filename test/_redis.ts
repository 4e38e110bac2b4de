import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { freePort } from "./_postgres.ts";

/** Path of the Redis server that tests start. */
export const REDIS = process.env["REDIS_SERVER"] ?? "/usr/bin/redis-server";

/** True if it is installed. */
export const hasRedis = existsSync(REDIS);

/** A Redis server of a test's own, which keeps nothing. */
export interface Redis {
  readonly url: string;
  /** Starts it again after {@linkcode kill}; it is empty then. */
  start(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a server, empty. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const options = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  let server: ChildProcess | undefined;
  async function start(): Promise<void> {
    server = spawn(REDIS, options, { stdio: "ignore" });
    while (!(await answers(port))) {
      if (server.exitCode !== null) throw new Error(`Redis ended with ${server.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill(signal = "SIGKILL") {
      const running = server;
      server = undefined;
      if (!running || running.exitCode !== null) return;
      const ended = once(running, "exit");
      running.kill(signal);
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
