import { type Command, Option } from "commander";
import type { Segment } from "../../chains/mod.ts";
import { KEYLESS_TIER, type Tier } from "../../generated/tiers.gen.ts";
import type { ProducerMode, Role } from "../../service/mod.ts";
import {
  databaseUrl,
  listFrom,
  numberFrom,
  readSegments,
  tierFrom,
  wholeNumberFrom,
} from "../flag_values.ts";

/** Parsed flags of `serve`. */
export interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly segments?: readonly Segment[];
  /** Absent where it is not given: a fleet then takes that of its database. */
  readonly seed?: number;
  /** Absent likewise. */
  readonly blockTime?: number;
  readonly mode: ProducerMode;
  readonly mempool: number;
  readonly history: number;
  readonly data?: string;
  readonly store?: string;
  readonly readStore?: string;
  readonly redis?: string;
  readonly role: Role;
  readonly databaseConnections: number;
  readonly databaseTimeout: number;
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
  readonly metricsPort?: number;
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

const SECONDS = numberFrom(0.001, 86_400);

/** Adds the flags of `serve`, in the order of its help. */
export function addServeFlags(command: Command): Command {
  const groups = [
    ...[addAddressFlags, addChainFlags, addStoreFlags, addLimitFlags, addTimeFlags],
    addOperatorFlags,
  ];
  return groups.reduce((flags, add) => add(flags), command);
}

/** Flags of where it listens. */
function addAddressFlags(command: Command): Command {
  return command
    .option(
      "--port <number>",
      "port to listen on; 0 for a free one",
      wholeNumberFrom(0, 65_535),
      8645,
    )
    .option("--host <address>", "address to listen on", "127.0.0.1");
}

/** Flags of the chains and their blocks. */
function addChainFlags(command: Command): Command {
  return command
    .option(
      "--segments <list>",
      "segments to serve, separated by commas; by default all",
      readSegments,
    )
    .option(
      "--seed <number>",
      "seed of accounts, validators and traffic (default: 0)",
      wholeNumberFrom(0, 2 ** 31),
    )
    .option(
      "--block-time <seconds>",
      "seconds from one block to the next in mode interval (default: 2)",
      numberFrom(0.05, 86_400),
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
    .addOption(
      new Option(
        "--example-chain",
        "serve the chain of the specs' examples, with its clock stopped",
      ).conflicts(["blockTime", "data", "history", "mode", "seed", "store", "traffic"]),
    )
    .option("--no-traffic", "generate no transfers");
}

/** Flags of where the chains are kept. */
function addStoreFlags(command: Command): Command {
  return command
    .option(
      "--data <folder>",
      "folder that persists the chains; without it they are in memory only",
    )
    .addOption(
      new Option(
        "--store <url>",
        'PostgreSQL that persists the chains and that other processes may share: postgres://…; see "alphadelta migrate"',
      )
        .argParser(databaseUrl("--store", "postgres"))
        .conflicts("data"),
    )
    .option(
      "--read-store <url>",
      "read replica of that PostgreSQL: postgres://…",
      databaseUrl("--read-store", "postgres"),
    )
    .option(
      "--redis <url>",
      "Redis that shares the rate limits of these processes: redis://…",
      databaseUrl("--redis", "redis"),
    )
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
    .option(
      "--database-timeout <seconds>",
      "maximum time that a call waits for a connection to a database, and that a read takes in all",
      SECONDS,
      3,
    );
}

/** Flags of what one caller may take. */
function addLimitFlags(command: Command): Command {
  return command
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
    );
}

/** Flags of how long things may take. */
function addTimeFlags(command: Command): Command {
  return command
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
    );
}

/** Flags of whoever runs it. */
function addOperatorFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--metrics-open",
        "serve /metrics to everyone, not only to this machine",
      ).conflicts("metricsPort"),
    )
    .option(
      "--metrics-port <number>",
      "serve /metrics at this port of the host alone, to everyone; 0 for a free one",
      wholeNumberFrom(0, 65_535),
    )
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
    .option("--stop-with-parent", "stop when the parent process ends, such as npm");
}
