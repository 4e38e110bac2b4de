import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { sharedPart } from "./_parts.ts";
import { freePort } from "./_postgres.ts";
import { requireProgram } from "./_programs.ts";

/** A Redis server of a test's own, which keeps nothing. */
export interface Redis {
  readonly url: string;
  /** Starts it again after {@linkcode kill}; it is empty then. */
  start(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** URL of an empty database of the server that all test files share; a worker has one, since it runs a file at a time. */
export async function openRedisDatabase(): Promise<string> {
  requireProgram("Redis");
  const port = await sharedPart("redis");
  const number = Number(process.env["VITEST_POOL_ID"]);
  const socket = connect(port, "127.0.0.1");
  socket.end(`SELECT ${number}\r\nFLUSHDB\r\n`);
  const replies = await text(socket);
  if (replies !== "+OK\r\n+OK\r\n") throw new Error(`Redis refused database ${number}: ${replies}`);
  return `redis://127.0.0.1:${port}/${number}`;
}

/** Starts a server of a test's own, empty, for one that ends it. */
export async function startRedis(...further: readonly string[]): Promise<Redis> {
  const program = requireProgram("Redis");
  const port = await freePort();
  const place = ["--port", String(port), "--bind", "127.0.0.1"];
  const options = [...place, "--save", "", "--appendonly", "no", ...further];
  let server: ChildProcess | undefined;
  async function start(): Promise<void> {
    server = spawn(program, options, { stdio: "ignore" });
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
