import module from "node:module";

import { Command, Option } from "commander";
import type { Segment } from "../chains/mod.ts";
import { KEYLESS_TIER, type Tier } from "../generated/tiers.gen.ts";
import type { Listener, LogEntry, ProducerMode, Role, Service } from "../service/mod.ts";
import { listFrom } from "./read_list.ts";
import { endProcess } from "./end_process.ts";
import { entryWriter } from "./entry_writer.ts";
import { onStopSignal } from "./on_stop_signal.ts";
import { parentEnd } from "./parent_end.ts";
import { numberFrom, wholeNumberFrom } from "./read_number.ts";
import { prettyLine } from "./pretty_line.ts";
import { readSegments } from "./read_segments.ts";
import { tierFrom } from "./read_tier.ts";
import type { Terminal } from "./terminal.ts";
import { welcome } from "./welcome.ts";
import { writeDevToken } from "./dev/dev_token.ts";
import { withExamples } from "./with_examples.ts";

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
  readonly store?: string;
  readonly readStore?: string;
  readonly redis?: string;
  readonly role: Role;
  readonly databaseConnections: number;
  readonly exampleChain?: true;
  readonly traffic: boolean;
  readonly keylessTier: Tier;
  readonly keysPerDay: number;
  readonly pagesPerSecond: number;
  readonly trustedProxies: readonly string[];
  readonly eventQueue: number;
  readonly connections: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  readonly subjects: number;
  readonly metricsOpen?: true;
  readonly compressFrom: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly idleTimeout: number;
  readonly stopDelay: number;
  readonly stopTimeout: number;
  readonly log: "errors" | "requests" | "pretty";
  readonly dev?: true;
  readonly stopWithParent?: true;
}

const MODES: Readonly<Record<ProducerMode, true>> = {
  interval: true,
  manual: true,
  "on-submit": true,
};

const ROLES: Readonly<Record<Role, true>> = { all: true, writer: true, gateway: true };

/** When blocks come in a mode, in words. */
const BLOCKS: Readonly<Record<ProducerMode, (blockTime: number) => string>> = {
  interval: (blockTime) => `one every ${blockTime} s`,
  manual: () => "when they are asked for",
  "on-submit": () => "one after each submission",
};

/** Entries that are logged beside errors. */
const LOGGED: Readonly<Record<ServeFlags["log"], LogEntry["level"]>> = {
  errors: "error",
  requests: "info",
  pretty: "chain",
};

const SECONDS = numberFrom(0.001, 86_400);

/** The command `serve`: runs the service until it is interrupted. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command("serve")
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
        .choices(Object.keys(MODES))
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
    .option("--data <folder>", "folder that persists the chains; without it they live in memory")
    .option(
      "--store <url>",
      'keep the chains in this PostgreSQL, which other processes share: postgres://…; see "alphadelta migrate"',
    )
    .option("--read-store <url>", "read from this replica of it")
    .option("--redis <url>", "share rate limits with these processes by this Redis: redis://…")
    .addOption(
      new Option("--role <role>", "what this process does beside them")
        .choices(Object.keys(ROLES))
        .default("all"),
    )
    .option(
      "--database-connections <number>",
      "most connections to each database",
      wholeNumberFrom(2, 1_000),
      10,
    )
    .addOption(
      new Option(
        "--example-chain",
        "serve the chain that the examples of the specs are taken from, its clock stopped",
      ).conflicts(["blockTime", "data", "history", "mode", "seed", "traffic"]),
    )
    .option("--no-traffic", "make no transfers by itself")
    .option("--keyless-tier <tier>", "tier of requests without a key", tierFrom, KEYLESS_TIER)
    .option(
      "--keys-per-day <number>",
      "most key requests a day from one address",
      wholeNumberFrom(0, 1_000_000),
      10,
    )
    .option(
      "--pages-per-second <number>",
      "most pages and files of / and /docs a second from one address; ten times as many at once",
      wholeNumberFrom(1, 1_000_000),
      20,
    )
    .option(
      "--trusted-proxies <addresses>",
      "proxies whose X-Forwarded-For is believed, addresses or ranges such as 10.0.0.0/8, with commas",
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
    .option(
      "--max-connections <number>",
      "most connections at a time, WebSockets among them; further ones are dropped",
      wholeNumberFrom(1, 1_000_000),
      10_000,
    )
    .option(
      "--max-connections-per-address <number>",
      "most of those of one address; trusted proxies have no such bound",
      wholeNumberFrom(1, 1_000_000),
      1_000,
    )
    .option(
      "--subjects <number>",
      "most keys and addresses that are counted by themselves; further ones share a count",
      wholeNumberFrom(1, 10_000_000),
      100_000,
    )
    .option(
      "--compress-from <bytes>",
      "fewest bytes of an answer that are compressed for who takes gzip",
      wholeNumberFrom(1, 1_000_000_000),
      8_192,
    )
    .option("--headers-timeout <seconds>", "time to send the headers of a request", SECONDS, 10)
    .option("--request-timeout <seconds>", "time to send a whole request", SECONDS, 30)
    .option("--idle-timeout <seconds>", "time between the requests of a connection", SECONDS, 5)
    .option(
      "--stop-delay <seconds>",
      "time from a signal to stop, in which /readyz says so, to the end of new requests",
      numberFrom(0, 86_400),
      0,
    )
    .option("--stop-timeout <seconds>", "time that running requests then have", SECONDS, 10)
    .option("--metrics-open", "let /metrics answer everyone, not this machine alone")
    .addOption(
      new Option(
        "--log <what>",
        "what is logged on the standard error stream: errors, or requests too, as JSON lines; or a short line for each block and submission",
      )
        .choices(["errors", "requests", "pretty"])
        .default(process.stderr.isTTY ? "pretty" : "errors", "pretty on a terminal, else errors"),
    )
    .option("--dev", "serve the dev_* methods to this machine, with a token that is printed once")
    .option("--stop-with-parent", "stop too when the process that started it has ended, as npm")
    .action(async ({ stopWithParent, ...flags }: ServeFlags) => {
      const parentEnded = stopWithParent && parentEnd();
      const { listener, service } = await start(flags);
      const { devToken, opened } = service;
      let ending: Promise<void> | undefined;
      const forgetToken = await keepDevToken(terminal, listener.origin, devToken);
      const close = async (): Promise<void> => {
        await forgetToken();
        await listener.close();
      };
      const stop = (): void => void (ending ??= endProcess(close));
      onStopSignal(stop);
      void parentEnded?.then(stop);
      console.log(await welcome(listener.origin, { ...flags, blocks: blocksOf(flags), devToken }));
      // Not left to the end of the process, which may be a kill.
      module.flushCompileCache?.();
      await opened.catch(async (error: unknown) => {
        // Why a chain could not be opened matters more.
        await listener.close().catch(() => undefined);
        throw error;
      });
    });
  return withExamples(hideRareFlags(command), "serve --segments delta --block-time 0.5 --dev");
}

/** Flags that most people never need: limits, timeouts and how several processes work together. */
const RARE = [
  ...["mempool", "read-store", "redis", "role", "database-connections", "keys-per-day"],
  ...["pages-per-second", "trusted-proxies", "event-queue", "connections", "max-connections"],
  ...["max-connections-per-address", "subjects", "compress-from", "headers-timeout"],
  ...["request-timeout", "idle-timeout", "stop-delay", "stop-timeout", "metrics-open"],
  ...["stop-with-parent"],
];

/** Shows the help on one screen; `--help-all` shows it whole. */
function hideRareFlags(command: Command): Command {
  const rare = command.options.filter((option) => RARE.includes(option.long?.slice(2) ?? ""));
  for (const option of rare) option.hideHelp();
  return command
    .option("--help-all", "show the flags for limits, timeouts and shared databases too")
    .on("option:help-all", () => {
      for (const option of rare) option.hideHelp(false);
      command.help();
    });
}

/** Leaves the token for "alphadelta dev"; where that cannot be, it stands in the greeting alone. */
async function keepDevToken(
  terminal: Terminal,
  origin: string,
  token: string | undefined,
): Promise<() => Promise<void>> {
  const forget = token && (await writeDevToken(terminal, origin, token).catch(() => undefined));
  return async () => {
    if (forget) await forget();
  };
}

async function start({
  port,
  host,
  log: what,
  mempool,
  connections,
  subjects,
  maxConnections,
  maxConnectionsPerAddress,
  compressFrom,
  headersTimeout,
  requestTimeout,
  idleTimeout,
  stopDelay,
  stopTimeout,
  dev,
  exampleChain,
  ...options
}: Omit<ServeFlags, "stopWithParent">): Promise<{
  listener: Listener;
  service: Service;
}> {
  const { createService, listen, requireLoopback } = await import("../service/mod.ts");
  if (dev) requireLoopback(host);
  const write = what === "pretty" ? entryWriter(process.stderr, prettyLine) : entryWriter();
  const log = (entry: LogEntry): void => {
    if (entry.level === "error" || entry.level === LOGGED[what]) write(entry);
  };
  const service = await createService({
    ...(exampleChain ? withoutChain(options) : options),
    exampleChain: exampleChain ?? false,
    mempoolSize: mempool,
    connectionsPerSubject: connections,
    maximumSubjects: subjects,
    ...(dev && { dev: {} }),
    openInBackground: true,
    log,
  });
  try {
    const listener = await listen(service, {
      port,
      host,
      compressFrom,
      maximumConnections: maxConnections,
      maximumConnectionsPerAddress: maxConnectionsPerAddress,
      headersTimeout: milliseconds(headersTimeout),
      requestTimeout: milliseconds(requestTimeout),
      idleTimeout: milliseconds(idleTimeout),
      stopDelay: milliseconds(stopDelay),
      stopTimeout: milliseconds(stopTimeout),
    });
    return { listener, service };
  } catch (error) {
    // Why it cannot listen matters more.
    await service.close().catch(() => undefined);
    throw error;
  }
}

/** Options without those that the chain of the examples has of its own. */
function withoutChain<Options extends Partial<ServeFlags>>(options: Options): Partial<Options> {
  const { seed: _, blockTime: __, history: ___, traffic: ____, mode: _____, ...rest } = options;
  return rest as Partial<Options>;
}

/** What makes blocks, in words. */
function blocksOf({ exampleChain, mode, blockTime }: ServeFlags): string {
  if (exampleChain) return "none, the chain of the examples stands still";
  return BLOCKS[mode](blockTime);
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1_000);
}
