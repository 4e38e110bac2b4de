import type { OptionTable } from "./rows.ts";
import {
  callback,
  databaseUrl,
  MILLION,
  milliseconds,
  choiceOf,
  positiveNumber,
  trueOrFalse,
  wholeNumber,
} from "./values.ts";

/**
 * Triggers of a devnet's blocks:
 *
 * - `interval`: one every block time, empty or not.
 * - `manual`: only `produceBlock`.
 * - `on-submit`: one after each accepted submission, with all submissions accepted meanwhile; never an empty one.
 */
export type ProducerMode = "interval" | "manual" | "on-submit";

/** Most seconds from one block to the next. A much longer interval overflows the timer, which then fires at once. */
export const MAX_BLOCK_TIME = 86_400;

/** The options of every chain that is opened, which the devnet has too. */
export const CHAIN_ROWS = {
  /** Seed of accounts, validators and traffic, a whole number from 0. @default {0}, or that of the chain in `store` */
  seed: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: 0,
    flag: "--seed <number>",
    flagBounds: [0, 2 ** 31],
    help: "seed of accounts, validators and traffic",
  },
  /** Seconds from one block to the next. @default {2}, or that of the chain in `store` */
  blockTime: {
    ...positiveNumber(MAX_BLOCK_TIME),
    default: 2,
    flag: "--block-time <seconds>",
    flagBounds: [0.05, MAX_BLOCK_TIME],
    help: "seconds from one block to the next in mode interval",
  },
  /** Blocks of history that a new chain starts with. @default {300} */
  history: {
    ...wholeNumber(0, MILLION),
    default: 300,
    flag: "--history <blocks>",
    help: "blocks that a new chain starts with",
  },
  /** Adds seeded transfers while the service runs. @default {true} */
  traffic: {
    ...trueOrFalse,
    default: true,
    flag: "--no-traffic",
    help: "generate no transfers",
  },
  /** When blocks come by themselves; `produceBlock` makes one in every mode. @default {"interval"} */
  mode: {
    ...choiceOf<ProducerMode>(["interval", "manual", "on-submit"]),
    default: "interval",
    flag: "--mode <mode>",
    help: "trigger of new blocks",
  },
  /** Most transactions of a segment that may wait for a block, from 1. @default {5000} */
  mempoolSize: {
    ...wholeNumber(1, MILLION),
    default: 5_000,
    flag: "--mempool <number>",
    isRare: true,
    help: "maximum number of pending transactions of a chain",
  },
  /** Milliseconds since 1970. @default {Date.now} */
  clock: { ...callback<() => number>(), default: (): number => Date.now() },
} as const satisfies OptionTable;

/** Role of a process in a fleet: produce blocks, answer requests, or both. */
export type Role = "all" | "writer" | "gateway";

/** The options of a process that shares databases with others. */
export const FLEET_ROWS = {
  /**
   * `postgres://…` of a database that several processes share, in place of a data folder; `migrate` makes its schema.
   * Needs the package `pg`.
   */
  store: {
    ...databaseUrl("postgres"),
    flag: "--store <url>",
    excludes: ["data", "durability"],
    help: 'PostgreSQL that persists the chains and that other processes may share: postgres://…; see "alphadelta migrate"',
  },
  /** `redis://…` by which these processes share their rate limits. Needs the package `redis`. */
  redis: {
    ...databaseUrl("redis"),
    flag: "--redis <url>",
    isRare: true,
    help: "Redis that shares the rate limits of these processes: redis://…",
  },
  /** Role of this process in a fleet: produce blocks, answer requests, or both. @default {"all"} */
  role: {
    ...choiceOf<Role>(["all", "writer", "gateway"]),
    default: "all",
    flag: "--role <role>",
    isRare: true,
    help: "role of this process among those that share the databases",
  },
  /** Most connections to that database, from 2. @default {10} */
  databaseConnections: {
    ...wholeNumber(2, 1_000),
    default: 10,
    flag: "--database-connections <number>",
    isRare: true,
    help: "maximum number of connections to the database",
  },
  /** Milliseconds that a call waits for a connection to a database, and a read in all. @default {3000} */
  databaseTimeout: {
    ...milliseconds(1),
    default: 3_000,
    flag: "--database-timeout <seconds>",
    isRare: true,
    help: "maximum time that a call waits for a connection to a database, and that a read takes in all",
  },
} as const satisfies OptionTable;
