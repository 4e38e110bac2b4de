import { SEGMENTS } from "../../chains/mod.ts";
import { TIERS } from "../../generated/tiers.gen.ts";
import { MAX_BLOCK_TIME, PRODUCER_MODES } from "../devnet/producer/mod.ts";
import {
  callback,
  type Check,
  type Checks,
  flag,
  listOf,
  oneOf,
  positiveNumber,
  text,
  wholeNumber,
} from "./check_options.ts";
import type { ServiceOptions } from "./service_options.ts";
import { isAddressRange } from "../access/identity/mod.ts";

const MILLION = 1_000_000;
const SEGMENT_NAMES = Object.keys(SEGMENTS);

/** The token itself is checked where it is used, so that no message shows it. */
const devOptions: Check = {
  isSecret: true,
  expected: "an object with an optional string `token`",
  isKind: (value) => typeof value === "object" && value !== null,
  isAllowed: ({ token }: { readonly token?: unknown }) =>
    token === undefined || typeof token === "string",
};

/** The check of each option of `createService`. */
export const SERVICE_CHECKS: Checks<ServiceOptions> = {
  segments: listOf(`a list of ${SEGMENT_NAMES.join(", ")}, each once`, 0, (one) =>
    SEGMENT_NAMES.includes(one),
  ),
  seed: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  blockTime: positiveNumber(MAX_BLOCK_TIME),
  history: wholeNumber(0, MILLION),
  traffic: flag,
  mode: oneOf(PRODUCER_MODES),
  mempoolSize: wholeNumber(1, MILLION),
  data: text,
  exampleChain: flag,
  store: text,
  readStore: text,
  redis: text,
  role: oneOf(["all", "writer", "gateway"]),
  databaseConnections: wholeNumber(2, 1_000),
  databaseTimeout: wholeNumber(1, 2 ** 31 - 1),
  openInBackground: flag,
  keylessTier: oneOf(Object.keys(TIERS)),
  keysPerDay: wholeNumber(0, MILLION),
  pagesPerSecond: wholeNumber(1, MILLION),
  trustedProxies: listOf(
    "a list of IP addresses or ranges of them, such as 10.0.0.0/8, each once",
    0,
    isAddressRange,
  ),
  maximumSubjects: wholeNumber(1, 10 * MILLION),
  eventQueue: wholeNumber(1, MILLION),
  connectionsPerSubject: wholeNumber(1, MILLION),
  metricsOpen: flag,
  dev: devOptions,
  clock: callback,
  log: callback,
  logRequests: flag,
};

/** Options that the example chain fixes. */
const OF_THE_EXAMPLE_CHAIN = ["seed", "blockTime", "history", "traffic", "mode", "data"] as const;

/**
 * Checks that nothing is asked of the example chain that would make it another one.
 *
 * @throws {TypeError} If something is; the message names it.
 */
export function checkExampleChain(options: ServiceOptions): void {
  if (!options.exampleChain) return;
  const named = OF_THE_EXAMPLE_CHAIN.filter((name) => options[name] !== undefined);
  if (named.length === 0) return;
  throw new TypeError(
    `Cannot open service: the example chain is fixed, leave out ${named.join(", ")}`,
  );
}
