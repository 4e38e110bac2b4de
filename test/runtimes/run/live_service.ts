import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { World } from "../suite/world.ts";
import { findNode } from "./find_node.ts";
import { Proxy } from "./proxy.ts";

const FLAGS = [
  ...["--port", "0", "--chain", "alpha,delta"],
  ...["--keyless-tier", "Enterprise", "--keys-per-day", "1000", "--keys-per-address", "1000"],
];
const DEVNET_FLAGS = ["--history", "60", "--mode", "manual", "--no-traffic", "--dev"];
const COMMANDS = { mine: "dev_mine", reorganise: "dev_reorg" } as const;

/** The installed package's service, and the proxy that the suite reaches it by. */
export interface LiveService {
  readonly world: World;
  readonly proxy: Proxy;
  readonly hasGateway: boolean;
  close(): Promise<void>;
}

/** The oldest Node that the service promises to run in; the other tests run it in the newest. */
const OLDEST_NODE = "22.13.0";

/**
 * Starts the service of the package that is installed in `folder`, in the oldest Node that it runs in; with a gateway in
 * front of it where that is asked for. Blocks are made at the service itself: a gateway has no methods of a devnet.
 */
export async function startLiveService(folder: string, hasGateway: boolean): Promise<LiveService> {
  const devnet = await startServe(folder, DEVNET_FLAGS);
  const upstream = ["--upstream", devnet.origin, "--upstream-tier", "Enterprise"];
  const gateway = hasGateway ? await startServe(folder, upstream) : undefined;
  const { origin } = gateway ?? devnet;
  const proxy = await Proxy.open(origin, (name) => control(devnet, COMMANDS[name]));
  return {
    world: { origin: proxy.origin, closed: await closedOrigin() },
    proxy,
    hasGateway,
    async close() {
      await proxy.close();
      await gateway?.stop();
      await devnet.stop();
    },
  };
}

/** A process of `alphadelta serve`. */
interface Served {
  readonly origin: string;
  readonly devToken?: string;
  stop(): Promise<void>;
}

async function startServe(folder: string, flags: readonly string[]): Promise<Served> {
  const program = join(folder, "node_modules/alphadelta/dist/cli/main.js");
  const args = [program, "serve", "--json", ...FLAGS, ...flags];
  const child = spawn(await findNode(OLDEST_NODE), args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const up = await new Promise<Omit<Served, "stop">>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith("}\n")) resolve(JSON.parse(text));
    });
    void ended.then(() => reject(new Error(`The service did not start: ${text}`)));
  });
  const stop = (): Promise<void> => {
    child.kill("SIGTERM");
    return ended;
  };
  return { ...up, stop };
}

async function control({ origin, devToken = "" }: Served, method: string): Promise<void> {
  const response = await fetch(`${origin}/rpc/delta`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Dev-Token": devToken },
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
