import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { World } from "../suite/world.ts";
import { findNode } from "./find_node.ts";
import { Proxy } from "./proxy.ts";

const FLAGS = [
  ...["--port", "0", "--chain", "alpha,delta", "--history", "60", "--mode", "manual"],
  ...["--no-traffic", "--keyless-tier", "Enterprise", "--keys-per-day", "1000", "--dev"],
];
const COMMANDS = { mine: "dev_mine", reorganise: "dev_reorg" } as const;

/** The installed package's service, and the proxy that the suite reaches it by. */
export interface LiveService {
  readonly world: World;
  readonly proxy: Proxy;
  close(): Promise<void>;
}

/** The oldest Node that the service promises to run in; the other tests run it in the newest. */
const OLDEST_NODE = "22.13.0";

/** Starts the service of the package that is installed in `folder`, in the oldest Node that it runs in. */
export async function startLiveService(folder: string): Promise<LiveService> {
  const program = join(folder, "node_modules/alphadelta/dist/cli/main.js");
  const child = spawn(await findNode(OLDEST_NODE), [program, "serve", ...FLAGS], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const printed = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (/dev token +\S+\n/.test(text)) resolve(text);
    });
    void ended.then(() => reject(new Error(`The service did not start: ${text}`)));
  });
  const [, origin = ""] = /up at (\S+)/.exec(printed) ?? [];
  const [, token = ""] = /dev token +(\S+)/.exec(printed) ?? [];
  const proxy = await Proxy.open(origin, (name) => control(origin, token, COMMANDS[name]));
  return {
    world: { origin: proxy.origin, closed: await closedOrigin() },
    proxy,
    async close() {
      await proxy.close();
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function control(origin: string, token: string, method: string): Promise<void> {
  const response = await fetch(`${origin}/rpc/delta`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Dev-Token": token },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [1] }),
  });
  const { error } = (await response.json()) as { error?: unknown };
  if (error) throw new Error(`The service refused ${method}: ${JSON.stringify(error)}`);
}

/** Origin where nothing listens; a free port, since runtimes block some of the others. */
async function closedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
