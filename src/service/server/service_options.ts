import type { Segment } from "../../chains/mod.ts";
import type { Tier } from "../../generated/tiers.gen.ts";
import type { ProducerMode } from "../devnet/producer/mod.ts";
import type { Role } from "../fleet/mod.ts";
import type { LogEntry } from "./logs.ts";

export type { Role } from "../fleet/mod.ts";
export { PRODUCER_MODES, type ProducerMode } from "../devnet/producer/mod.ts";

/** Options of `createService`. */
export interface ServiceOptions {
  /** Segments to serve. @default every segment of the specs */
  readonly segments?: readonly Segment[];
  /** Seed of accounts, validators and traffic, a whole number from 0. @default {0}, or that of the chain in `store` */
  readonly seed?: number;
  /** Seconds from one block to the next. @default {2}, or that of the chain in `store` */
  readonly blockTime?: number;
  /** Blocks of history that a new chain starts with. @default {300} */
  readonly history?: number;
  /** Adds seeded transfers while the service runs. @default {true} */
  readonly traffic?: boolean;
  /** When blocks come by themselves; `produceBlock` makes one in every mode. @default {"interval"} */
  readonly mode?: ProducerMode;
  /** Most transactions of a segment that may wait for a block, from 1. @default {5000} */
  readonly mempoolSize?: number;
  /** Folder that persists the chains, a file a segment; in memory if left out. */
  readonly data?: string;
  /**
   * Serves the chain that the examples of the specs are taken from, its clock stopped: in memory and without blocks or
   * traffic by itself. Excludes `seed`, `blockTime`, `history`, `traffic`, `mode` and `data`. @default {false}
   */
  readonly exampleChain?: boolean;
  /**
   * `postgres://…` of a database that several processes share, in place of a data folder; `migrate` makes its schema.
   * Needs the package `pg`.
   */
  readonly store?: string;
  /** `postgres://…` of a replica of that database, which reads go to. */
  readonly readStore?: string;
  /** `redis://…` by which these processes share their rate limits. Needs the package `redis`. */
  readonly redis?: string;
  /** Role of this process in a fleet: produce blocks, answer requests, or both. @default {"all"} */
  readonly role?: Role;
  /** Most connections to each database, from 2. @default {10} */
  readonly databaseConnections?: number;
  /** Milliseconds that a call waits for a connection to a database, and a read in all. @default {3000} */
  readonly databaseTimeout?: number;
  /**
   * Lets `createService` resolve once the first chain is open, and with `store` at once, since a writer may have to make
   * it: the others are opened meanwhile, and a request for one of them waits until it is, 30 seconds at most, after which
   * it is answered with 503. `opened` of the service tells when all are. @default {false}
   */
  readonly openInBackground?: boolean;
  /** Tier of requests without a key. @default {"Public"} */
  readonly keylessTier?: Tier;
  /** Most key requests a day from one address. @default {10} */
  readonly keysPerDay?: number;
  /** Most pages and files of `/` and `/docs` a second from one address, from 1; ten times as many at once. @default {20} */
  readonly pagesPerSecond?: number;
  /** Proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are believed: addresses, and ranges such as `10.0.0.0/8`. @default {[]} */
  readonly trustedProxies?: readonly string[];
  /** Most keys and addresses with a counter of their own; further ones share one. @default {100_000} */
  readonly maximumSubjects?: number;
  /** Most live events that wait for a slow reader of a WebSocket, from 1; past it the connection closes. @default {2000} */
  readonly eventQueue?: number;
  /** Most WebSocket connections of one key or address at a time. @default {100} */
  readonly connectionsPerSubject?: number;
  /** Lets `/metrics` answer everyone, not only this machine. @default {false} */
  readonly metricsOpen?: boolean;
  /**
   * Serves the `dev_*` methods to local requests with the token.
   *
   * `token` has 16 to 256 visible ASCII characters; a random one if left out. @default not served
   */
  readonly dev?: { readonly token?: string };
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Receives the log entries. @default errors as JSON lines on the standard error stream */
  readonly log?: (entry: LogEntry) => void;
  /** False leaves requests out of the log, which makes a read 4 % cheaper. @default {true} */
  readonly logRequests?: boolean;
}
