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

/** Parsed flags of `serve`. */
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

/** Description of block production by mode. */
const BLOCKS: Readonly<Record<ProducerMode, (blockTime: number) => string>> = {
  interval: (blockTime) => `one every ${blockTime} s`,
  manual: () => "on request only",
  "on-submit": () => "one after each submission",
};

/** Level of the entries that are logged besides errors. */
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
      "port to listen on; 0 for a free one",
      wholeNumberFrom(0, 65_535),
      8645,
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option(
      "--segments <list>",
      "segments to serve, separated by commas; by default all",
      readSegments,
    )
    .option(
      "--seed <number>",
      "seed of accounts, validators and traffic",
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
      new Option("--mode <mode>", "trigger of new blocks")
        .choices(Object.keys(MODES))
        .default("interval"),
    )
    .option(
      "--mempool <number>",
      "maximum number of pending transactions of a chain",
      wholeNumberFrom(1, 1_000_000),
      5_000,
    )
    .option(
      "--history <blocks>",
      "blocks that a new chain starts with",
      wholeNumberFrom(0, 1_000_000),
      300,
    )
    .option(
      "--data <folder>",
      "folder that persists the chains; without it they are in memory only",
    )
    .option(
      "--store <url>",
      'PostgreSQL that persists the chains and that other processes may share: postgres://…; see "alphadelta migrate"',
    )
    .option("--read-store <url>", "read replica of that PostgreSQL: postgres://…")
    .option("--redis <url>", "Redis that shares the rate limits of these processes: redis://…")
    .addOption(
      new Option("--role <role>", "role of this process among those that share the databases")
        .choices(Object.keys(ROLES))
        .default("all"),
    )
    .option(
      "--database-connections <number>",
      "maximum number of connections to each database",
      wholeNumberFrom(2, 1_000),
      10,
    )
    .addOption(
      new Option(
        "--example-chain",
        "serve the chain of the specs' examples, with its clock stopped",
      ).conflicts(["blockTime", "data", "history", "mode", "seed", "traffic"]),
    )
    .option("--no-traffic", "generate no transfers")
    .option("--keyless-tier <tier>", "tier of requests without a key", tierFrom, KEYLESS_TIER)
    .option(
      "--keys-per-day <number>",
      "maximum number of key requests per day from one address",
      wholeNumberFrom(0, 1_000_000),
      10,
    )
    .option(
      "--pages-per-second <number>",
      "maximum number of pages and files of / and /docs per second for one address, with bursts of ten times that",
      wholeNumberFrom(1, 1_000_000),
      20,
    )
    .option(
      "--trusted-proxies <addresses>",
      "proxies whose X-Forwarded-For is trusted: addresses or ranges such as 10.0.0.0/8, separated by commas",
      listFrom,
      [],
    )
    .option(
      "--event-queue <number>",
      "maximum number of live events queued for a slow WebSocket client",
      wholeNumberFrom(1, 1_000_000),
      2_000,
    )
    .option(
      "--connections <number>",
      "maximum number of concurrent WebSocket connections of one key or address",
      wholeNumberFrom(1, 1_000_000),
      100,
    )
    .option(
      "--max-connections <number>",
      "maximum number of concurrent connections, including WebSockets; further ones are dropped",
      wholeNumberFrom(1, 1_000_000),
      10_000,
    )
    .option(
      "--max-connections-per-address <number>",
      "maximum number of concurrent connections of one address; trusted proxies are exempt",
      wholeNumberFrom(1, 1_000_000),
      1_000,
    )
    .option(
      "--subjects <number>",
      "maximum number of keys and addresses with their own rate-limit counter; further ones share one",
      wholeNumberFrom(1, 10_000_000),
      100_000,
    )
    .option(
      "--compress-from <bytes>",
      "smallest response that is compressed with gzip, in bytes",
      wholeNumberFrom(1, 1_000_000_000),
      8_192,
    )
    .option("--headers-timeout <seconds>", "time to send the headers of a request", SECONDS, 10)
    .option("--request-timeout <seconds>", "time to send a whole request", SECONDS, 30)
    .option("--idle-timeout <seconds>", "time between the requests of a connection", SECONDS, 5)
    .option(
      "--stop-delay <seconds>",
      "time after a stop signal in which new requests are still accepted and /readyz reports the stop",
      numberFrom(0, 86_400),
      0,
    )
    .option(
      "--stop-timeout <seconds>",
      "time after that for running requests to finish",
      SECONDS,
      10,
    )
    .option("--metrics-open", "serve /metrics to everyone, not only to this machine")
    .addOption(
      new Option(
        "--log <what>",
        "log to standard error: errors or all requests as JSON lines, or pretty, a short line for each block and submission",
      )
        .choices(["errors", "requests", "pretty"])
        .default(
          process.stderr.isTTY ? "pretty" : "errors",
          "pretty on a terminal, otherwise errors",
        ),
    )
    .option(
      "--dev",
      "serve the dev_* methods to this machine, with a token that is printed at startup",
    )
    .option("--stop-with-parent", "stop when the parent process ends, such as npm")
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
      // Flushed now, since the process may be killed later.
      module.flushCompileCache?.();
      await opened.catch(async (error: unknown) => {
        // Why a chain could not be opened matters more.
        await close().catch(() => undefined);
        throw error;
      });
    });
  return withExamples(hideRareFlags(command), "serve --segments delta --block-time 0.5 --dev");
}

/** Flags hidden from `--help`: limits, timeouts and settings of several processes. */
const RARE = [
  ...["mempool", "read-store", "redis", "role", "database-connections", "keys-per-day"],
  ...["pages-per-second", "trusted-proxies", "event-queue", "connections", "max-connections"],
  ...["max-connections-per-address", "subjects", "compress-from", "headers-timeout"],
  ...["request-timeout", "idle-timeout", "stop-delay", "stop-timeout", "metrics-open"],
  ...["stop-with-parent"],
];

/** Hides rare flags so that the help fits one screen; `--help-all` shows all of them. */
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

/** Saves the token for "alphadelta dev"; if that fails, it is only in the greeting. */
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
    // The error of listening is the one to report.
    await service.close().catch(() => undefined);
    throw error;
  }
}

/** Options except those that the example chain sets itself. */
function withoutChain<Options extends Partial<ServeFlags>>(options: Options): Partial<Options> {
  const { seed: _, blockTime: __, history: ___, traffic: ____, mode: _____, ...rest } = options;
  return rest as Partial<Options>;
}

/** Description of block production. */
function blocksOf({ exampleChain, mode, blockTime }: ServeFlags): string {
  if (exampleChain) return "none, the example chain is static";
  return BLOCKS[mode](blockTime);
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1_000);
}
