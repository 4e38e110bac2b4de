import type { OptionTable } from "./rows.ts";
import { databaseUrl, milliseconds, oneOf, wholeNumber } from "./values.ts";

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
    ...oneOf<Role>(["all", "writer", "gateway"]),
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
