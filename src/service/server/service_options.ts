import type { Segment } from "../../chains/mod.ts";
import type { Tier } from "../../generated/tiers.gen.ts";
import type { LogEntry } from "./log_entry.ts";

/** Options of `createService`. */
export interface ServiceOptions {
  /** Segments to serve. @default every segment of the documents */
  readonly segments?: readonly Segment[];
  /** What accounts, validators and traffic follow from, a whole number from 0. @default {0} */
  readonly seed?: number;
  /** Seconds from one block to the next. @default {2} */
  readonly blockTime?: number;
  /** Blocks of history that a new chain starts with. @default {300} */
  readonly history?: number;
  /** Whether seeded transfers go on while the service runs. @default {true} */
  readonly traffic?: boolean;
  /** Whether blocks come by themselves; if not, `produceBlock` makes them. @default {true} */
  readonly automatic?: boolean;
  /** Folder that keeps the chains, a file a segment; in memory if left out. */
  readonly data?: string;
  /** Tier of who shows no key. @default {"Public"} */
  readonly keylessTier?: Tier;
  /** Most key requests a day from one address. @default {10} */
  readonly keysPerDay?: number;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. @default {[]} */
  readonly trustedProxies?: readonly string[];
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Takes what is logged. @default errors as JSON lines on the standard error stream */
  readonly log?: (entry: LogEntry) => void;
}
