import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { LIMITS } from "../../generated/limits.gen.ts";
import type { OperationLimits } from "../../generated/service/operations.gen.ts";
import { KEYLESS_TIER } from "../../generated/tiers.gen.ts";
import type { Durability } from "../../durability.ts";
import type { Upstream } from "../api/served_chain.ts";
import type { LogEntry } from "../server/logs.ts";
import { CHAIN_ROWS, FLEET_ROWS } from "./chain_options.ts";
import {
  defaultsOf,
  type OptionsOf,
  type Resolved,
  resolveOptions,
  type OptionTable,
  type Values,
} from "./rows.ts";
import {
  addressList,
  callback,
  devOptions,
  eventRetention,
  MILLION,
  choiceOf,
  segmentList,
  text,
  tierName,
  trueOrFalse,
  wholeNumber,
} from "./values.ts";

/** The limit of each operation that has a separate one; the type makes each one mandatory. */
const COUNTED_LIMITS: OperationLimits = { requestKey: "keyRequestsPerDay" };

const ALL_SEGMENTS = Object.keys(SEGMENTS) as Segment[];

/** A deployed service to answer from. */
const UPSTREAM_PORT: Values<Upstream> = {
  type: "value of a program",
  isSecret: true,
  expected: "what upstreamOf of alphadelta/upstream returns",
  isKind: (value) =>
    typeof value === "object" &&
    value !== null &&
    "open" in value &&
    typeof value.open === "function",
  isAllowed: () => true,
};

/** The options that a service without chains of its own refuses. */
export const DEVNET_OPTIONS = [
  ...["seed", "blockTime", "history", "traffic", "mode", "mempoolSize", "dev"],
  ...["store", "redis", "role", "databaseConnections", "databaseTimeout"],
] as const;

/** The options of `createService`, in the order of its messages. */
export const SERVICE_ROWS = {
  /** Segments to serve. @default every segment of the specs */
  segments: {
    ...segmentList,
    default: ALL_SEGMENTS,
    defaultText: "all",
    flag: "--chain <segments>",
    help: "segments to serve, separated by commas",
  },
  ...CHAIN_ROWS,
  /** Folder that persists the chains, a file a segment; in memory if left out. */
  data: {
    ...text,
    defaultText: "in memory",
    flag: "--data <folder>",
    help: "folder that persists the chains; without it they are in memory only",
  },
  /**
   * When a submission, a block and an event count as done with `data`, and so are answered and sent: `full` once they are on
   * the disk, `relaxed` once the system has them, which is faster and may lose the last moments with the power. Keys are on
   * the disk either way. Excludes `store`. @default {"full"}
   */
  durability: {
    ...choiceOf<Durability>(["full", "relaxed"]),
    default: "full",
    flag: "--durability <level>",
    isRare: true,
    help: "what an acknowledgement means with `--data`: full, on the disk; relaxed is faster, and a loss of power may take the last moments",
  },
  /**
   * A deployed service to answer from, in place of chains of this one: `upstreamOf` of `alphadelta/upstream` makes it.
   * `data` then persists what is cached. Excludes every option that only a devnet has.
   */
  upstream: { ...UPSTREAM_PORT, excludes: DEVNET_OPTIONS },
  ...FLEET_ROWS,
  /**
   * Lets `createService` resolve once the first chain is open, and with `store` at once, since a writer may have to make
   * it: the others are opened meanwhile, and a request for one of them waits until it is, 30 seconds at most, after which
   * it is answered with 503. `opened` of the service tells when all are. @default {false}
   */
  openInBackground: { ...trueOrFalse, default: false },
  /** Tier of requests without a key. @default {"Public"}, and no limits for this machine, see the guide */
  keylessTier: {
    ...tierName,
    default: KEYLESS_TIER,
    flag: "--keyless-tier <tier>",
    help: "tier of requests without a key",
  },
  /** Most key requests a day from one address. @default {10} */
  keysPerDay: {
    ...wholeNumber(0, MILLION),
    default: LIMITS[COUNTED_LIMITS.requestKey],
    flag: "--keys-per-day <number>",
    isRare: true,
    help: "maximum number of key requests per day from one address",
  },
  /**
   * Most valid keys that one address asked for, from 1. A key that was not used for 90 days makes room for another.
   * @default {10}
   */
  keysPerAddress: {
    ...wholeNumber(1, MILLION),
    default: LIMITS.keysPerAddress,
    flag: "--keys-per-address <number>",
    isRare: true,
    help: "maximum number of valid keys that one address asked for; one that is not used for 90 days makes room",
  },
  /** Most pages and files of `/` and `/docs` a second from one address, from 1; ten times as many at once. @default {20} */
  pagesPerSecond: {
    ...wholeNumber(1, MILLION),
    default: 20,
    flag: "--pages-per-second <number>",
    isRare: true,
    help: "maximum number of pages and files of `/` and `/docs` per second for one address, with bursts of ten times that",
  },
  /** Proxies whose `X-Forwarded-For`, `-Host`, `-Port`, `-Proto` and `-Prefix` are trusted: addresses, and ranges such as `10.0.0.0/8`. @default {[]} */
  trustedProxies: {
    ...addressList,
    default: [],
    defaultText: "none",
    flag: "--trusted-proxies <addresses>",
    isRare: true,
    help: "proxies whose `X-Forwarded-For`, `-Host`, `-Port`, `-Proto` and `-Prefix` are trusted: addresses or ranges such as `10.0.0.0/8`, separated by commas",
  },
  /**
   * Depth below the newest block from which on no reorganisation is expected: shared caches may keep the answers that such
   * blocks settle, for a day. @default never
   */
  settledAfter: {
    ...wholeNumber(1, MILLION),
    defaultText: "never",
    flag: "--settled-after <blocks>",
    isRare: true,
    help: "depth of blocks from which on no reorganisation is expected, so that proxies and browsers may cache what they settle",
  },
  /** Most keys and addresses with a counter of their own; further ones share one. @default {100_000} */
  maximumSubjects: {
    ...wholeNumber(1, 10 * MILLION),
    default: 100_000,
    flag: "--subjects <number>",
    isRare: true,
    help: "maximum number of keys and addresses with their own rate-limit counter; further ones share one",
  },
  /** Most live events that wait for a slow reader of a WebSocket, from 1; past it the connection closes. @default {2000} */
  eventQueue: {
    ...wholeNumber(1, MILLION),
    default: 2_000,
    flag: "--event-queue <number>",
    isRare: true,
    help: "maximum number of live events queued for a slow WebSocket client; past it the connection closes with 1013",
  },
  /**
   * Bound of the event log of a segment: the most events, from 1000, or the longest that one stays, such as `"7d"`, `"12h"`
   * or `"90m"`. With `store` that of the process that produces the blocks counts. @default {100_000}
   */
  eventRetention: {
    ...eventRetention,
    default: LIMITS.eventLogEvents,
    flag: "--event-retention <bound>",
    isRare: true,
    help: "events that a segment keeps for clients to resume from: a number, or an age such as 7d or 12h",
  },
  /** Most WebSocket connections at a time of one key, or address without a key. @default {100} */
  connectionsPerSubject: {
    ...wholeNumber(1, MILLION),
    default: 100,
    flag: "--connections <number>",
    isRare: true,
    help: "maximum number of concurrent WebSocket connections of one key or address",
  },
  /** Most addresses in the filters of all WebSockets of one key, or address without a key. @default {200_000} */
  addressesPerSubject: {
    ...wholeNumber(1, 100 * MILLION),
    default: 200_000,
    flag: "--addresses-per-subject <number>",
    isRare: true,
    help: "maximum number of addresses in the filters of all WebSocket connections of one key or address",
  },
  /** Most addresses in the filters of all WebSockets of the process, about 80 bytes each. @default {1_000_000} */
  maximumAddresses: {
    ...wholeNumber(1, 100 * MILLION),
    default: MILLION,
    flag: "--max-addresses <number>",
    isRare: true,
    help: "maximum number of addresses in the filters of all WebSocket connections of the process",
  },
  /** Lets `/metrics` answer everyone, not only this machine. @default {false} */
  metricsOpen: {
    ...trueOrFalse,
    default: false,
    flag: "--metrics-open",
    isRare: true,
    excludes: ["metricsPort"],
    help: "serve `/metrics` to everyone, not only to this machine",
  },
  /**
   * Serves the `dev_*` methods to local requests with the token.
   *
   * `token` has 16 to 256 visible ASCII characters; a random one if left out. @default not served
   */
  dev: devOptions,
  /** Receives the log entries. What it throws is dropped. @default errors as JSON lines on the standard error stream */
  log: callback<(entry: LogEntry) => void>(),
  /** Called with each block of the first history of a chain in this process: its height, and that of the last one. What it throws is dropped. */
  onHistory: callback<(segment: Segment, height: number, last: number) => void>(),
  /** False leaves requests out of the log, which makes a read 4 % cheaper. @default {true} */
  logRequests: trueOrFalse,
} as const satisfies OptionTable;

/** Options of `createService`. */
export interface ServiceOptions extends OptionsOf<typeof SERVICE_ROWS> {}

/** The default of each option of `createService` that has one. */
export const SERVICE_DEFAULTS = defaultsOf(SERVICE_ROWS);

/** Options of `createService` with their defaults, but for those of a chain that a shared database may have. */
export type ServiceSettings = Omit<Resolved<typeof SERVICE_ROWS>, "seed" | "blockTime"> &
  Pick<ServiceOptions, "seed" | "blockTime"> & { readonly isLocalFree: boolean };

/**
 * Checks the options of `createService`, and fills in the defaults.
 *
 * @throws {TypeError | RangeError} If one is not what it must be, or excludes another one; the message names it.
 */
export function readServiceOptions(options: ServiceOptions): ServiceSettings {
  const action = "Cannot open service";
  const { seed, blockTime, ...settings } = resolveOptions(action, options, SERVICE_ROWS);
  if (settings.upstream) refuseGiven("an upstream makes the blocks", "upstream", options);
  if (settings.store) refuseGiven("the database persists the chains", "store", options);
  const isLocalFree = isFreeForLocal(options);
  return settings.store === undefined
    ? { ...settings, isLocalFree, seed, blockTime }
    : { ...settings, isLocalFree, ...chainOf(options) };
}

/**
 * Tells whether a service does not limit programs on its own machine: one on a devnet of its own, whose caller has not said
 * what requests without a key may do, nor where proxies are.
 */
export function isFreeForLocal(options: ServiceOptions): boolean {
  const { store, upstream, keylessTier, trustedProxies } = options;
  return [store, upstream, keylessTier, trustedProxies].every((one) => one === undefined);
}

/** @throws {TypeError} If an option is given that another one excludes. */
function refuseGiven(reason: string, by: "upstream" | "store", options: ServiceOptions): void {
  const named = SERVICE_ROWS[by].excludes.filter((name) => options[name] !== undefined);
  if (named.length === 0) return;
  throw new TypeError(`Cannot open service: ${reason}, leave out ${named.join(", ")}`);
}

function chainOf({ seed, blockTime }: ServiceOptions): Pick<ServiceOptions, "seed" | "blockTime"> {
  return { ...(seed !== undefined && { seed }), ...(blockTime !== undefined && { blockTime }) };
}
