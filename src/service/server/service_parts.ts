import type { Segment } from "../../chains/mod.ts";
import type { Tier } from "../../generated/tiers.gen.ts";
import type { Gateway } from "../gateway/mod.ts";
import type { KeyStore } from "../keys/mod.ts";
import type { Limiter } from "../limits/mod.ts";

/** What a running service is made of. */
export interface ServiceParts {
  readonly chains: ReadonlyMap<Segment, Gateway>;
  readonly keys: KeyStore;
  /** Tier of who shows no key. */
  readonly keylessTier: Tier;
  readonly limiter: Limiter;
  /** Counts key requests by peer, beside what they cost as requests. */
  readonly keyRequests: Limiter;
  /** Most key requests a day from one peer. */
  readonly keysPerDay: number;
  readonly trustedProxies: ReadonlySet<string>;
}
