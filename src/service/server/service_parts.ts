import type { Segment } from "../../chains/mod.ts";
import type { Tier } from "../../generated/tiers.gen.ts";
import type { DevDoor, Faults } from "../devnet/control/mod.ts";
import type { KeyStore } from "../access/keys/mod.ts";
import type { Limiter } from "../access/rate_limit/mod.ts";
import type { EventSession } from "../api/events/mod.ts";
import type { RequestMetrics } from "./metrics/mod.ts";
import type { ServedChain } from "./data_folder/open_chains.ts";
import type { SiteFiles } from "./pages/site_files.ts";
import type { TrustedProxies } from "../access/identity/mod.ts";

/** What carries requests to a service. */
export interface Carrier {
  /** Connections that are open. */
  connections(): number;
}

/** An open WebSocket's side of the service. */
export interface ServedSession {
  readonly segment: Segment;
  readonly session: EventSession;
}

/** What a running service is made of. */
export interface ServiceParts {
  readonly chains: ReadonlyMap<Segment, ServedChain>;
  readonly keys: KeyStore;
  /** Tier of who shows no key. */
  readonly keylessTier: Tier;
  readonly limiter: Limiter;
  /** Most key requests a day from one peer. */
  readonly keysPerDay: number;
  /** Counts requests for static pages by peer; they cost nothing of a tier. */
  readonly pageRequests: Limiter;
  /** Most requests for static pages a second from one peer. */
  readonly pagesPerSecond: number;
  readonly siteFiles: SiteFiles;
  readonly trustedProxies: TrustedProxies;
  /** Most live events that wait for the reader of a WebSocket. */
  readonly eventQueue: number;
  /** Most WebSockets of a subject at a time. */
  readonly connectionsPerSubject: number;
  /** What fails on purpose. */
  readonly faults: Faults;
  /** The `dev_*` methods, where they are served. */
  readonly door: DevDoor | undefined;
  /** Aborted once the service closes: what waits on purpose waits no longer. */
  readonly closing: AbortSignal;
  /** WebSockets that are open, by subject. */
  readonly connections: Map<string, number>;
  /** The same one by one. */
  readonly sessions: Set<ServedSession>;
  readonly carriers: Set<Carrier>;
  readonly metrics: RequestMetrics;
  /** Whether the metrics are for everyone. */
  readonly isMetricsOpen: boolean;
  /** Changes while the service runs. */
  readonly state: { isStopping: boolean };
}
