import { Command, Option } from "commander";
import type { Segment } from "../chains/mod.ts";
import type { Tier } from "../generated/tiers.gen.ts";
import {
  createService,
  listen,
  type Listener,
  type LogEntry,
  PRODUCER_MODES,
  type ProducerMode,
  requireLoopback,
} from "../service/mod.ts";
import { listFrom } from "./read_list.ts";
import { numberFrom, wholeNumberFrom } from "./read_number.ts";
import { readSegments } from "./read_segments.ts";
import { tierFrom } from "./read_tier.ts";
import { welcome } from "./welcome.ts";

/** Flags of `serve`, read. */
interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly segments?: readonly Segment[];
  readonly seed: number;
  readonly blockTime: number;
  readonly mode: ProducerMode;
  readonly mempool: number;
  readonly history: number;
  readonly data?: string;
  readonly traffic: boolean;
  readonly keylessTier: Tier;
  readonly keysPerDay: number;
  readonly trustedProxies: readonly string[];
  readonly eventQueue: number;
  readonly connections: number;
  readonly log: "errors" | "requests";
  readonly dev?: true;
}

/** The command `serve`: runs the service until it is interrupted. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Run the service on an embedded devnet, every chain and network in one process")
    .option(
      "--port <number>",
      "port to listen on; 0 takes a free one",
      wholeNumberFrom(0, 65_535),
      8645,
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--segments <list>", "segments to serve, with commas; without it all", readSegments)
    .option(
      "--seed <number>",
      "what accounts, validators and traffic follow from",
      wholeNumberFrom(0, 2 ** 31),
      0,
    )
    .option(
      "--block-time <seconds>",
      "seconds from one block to the next in mode interval",
      numberFrom(0.05, 86_400),
      2,
    )
    .addOption(
      new Option("--mode <mode>", "when blocks come by themselves")
        .choices(PRODUCER_MODES)
        .default("interval"),
    )
    .option(
      "--mempool <number>",
      "most transactions of a chain that may wait for a block",
      wholeNumberFrom(1, 1_000_000),
      5_000,
    )
    .option(
      "--history <blocks>",
      "blocks that a new chain starts with",
      wholeNumberFrom(0, 1_000_000),
      300,
    )
    .option("--data <folder>", "keep the chains in this folder; without it they live in memory")
    .option("--no-traffic", "make no transfers by itself")
    .option("--keyless-tier <tier>", "tier of who shows no key", tierFrom, "Public")
    .option(
      "--keys-per-day <number>",
      "most key requests a day from one address",
      wholeNumberFrom(0, 1_000_000),
      10,
    )
    .option(
      "--trusted-proxies <addresses>",
      "proxies whose X-Forwarded-For is believed, with commas",
      listFrom,
      [],
    )
    .option(
      "--event-queue <number>",
      "most live events that wait for a slow reader of a WebSocket",
      wholeNumberFrom(1, 1_000_000),
      2_000,
    )
    .option(
      "--connections <number>",
      "most WebSocket connections of one key or address at a time",
      wholeNumberFrom(1, 1_000_000),
      100,
    )
    .addOption(
      new Option("--log <what>", "what is logged, as JSON lines on the standard error stream")
        .choices(["errors", "requests"])
        .default("errors"),
    )
    .option("--dev", "serve the dev_* methods to this machine, with a token that is printed once")
    .action(async (flags: ServeFlags) => {
      const { listener, devToken } = await start(flags);
      console.log(welcome(listener.origin, { ...flags, devToken }));
      stopOnSignal(listener);
    });
}

async function start({
  port,
  host,
  log: what,
  mempool,
  connections,
  dev,
  ...options
}: ServeFlags): Promise<{ listener: Listener; devToken: string | undefined }> {
  if (dev) requireLoopback(host);
  const log = (entry: LogEntry): void => {
    if (what === "requests" || entry.level === "error") console.error(JSON.stringify(entry));
  };
  const service = await createService({
    ...options,
    mempoolSize: mempool,
    connectionsPerSubject: connections,
    ...(dev && { dev: {} }),
    log,
  });
  try {
    return { listener: await listen(service, { port, host }), devToken: service.devToken };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** The first signal ends what runs in order; a second one ends the process at once. */
function stopOnSignal(listener: Listener): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      void listener.close().then(() => process.exit(0));
    });
  }
}
