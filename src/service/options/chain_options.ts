import type { OptionTable } from "./rows.ts";
import { callback, MILLION, oneOf, positiveNumber, trueOrFalse, wholeNumber } from "./values.ts";

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
    ...oneOf<ProducerMode>(["interval", "manual", "on-submit"]),
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
