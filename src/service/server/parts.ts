import type { Identification } from "../access/identity.ts";
import type { KeyStore, KeyUses } from "../access/keys/mod.ts";
import type { Limiter, Pacer, RateLimiter } from "../access/rate_limit/mod.ts";
import type { AddressRoom } from "../api/events/mod.ts";
import type { ControlGuard } from "../devnet/control/mod.ts";
import type { SubjectCounts } from "../subject_counts.ts";
import type { Faults } from "../devnet/faults.ts";
import type { Chains } from "./data_folder/mod.ts";
import type { LogEntry, RequestLog } from "./logs.ts";
import type { FleetStatus, ServiceMetrics, ServedSession } from "./metrics/mod.ts";
import type { Adapter } from "../request.ts";

/** The parts of a running service. */
export interface ServiceParts {
  readonly chains: Chains;
  readonly access: Access;
  readonly devnet: DevnetControls;
  readonly observability: Observability;
  /** Depth of blocks that no reorganisation is expected to remove; undefined where no answer is shared. */
  readonly settledAfter: number | undefined;
}

/** The keys and limits of callers. */
export interface Access extends Identification {
  readonly keys: KeyStore;
  /** Counts the requests of each key. */
  readonly keyUses: KeyUses;
  readonly limiter: RateLimiter;
  /** Makes replays wait for it. */
  readonly pacer: Pacer;
  /** Most key requests a day from one peer. */
  readonly keysPerDay: number;
  /** Most valid keys that one address asked for. */
  readonly keysPerAddress: number;
  /** Names the subject of a peer for the store of keys. */
  readonly nameAddress: (subject: string) => Promise<string>;
  /** The 32 bytes of the key of an email, where they are not random. */
  readonly secretOf: ((email: string) => Uint8Array) | undefined;
  /** Most requests for static pages a second from one peer; they cost nothing of a tier. */
  readonly pagesPerSecond: number;
  /** Counts them. */
  readonly pageRequests: Limiter;
  /** Counts lookups of keys that nobody knows, by peer. */
  readonly keyLookups: Limiter;
  /** Most WebSockets of a subject at a time. */
  readonly connectionsPerSubject: number;
  /** Open WebSockets, by subject. */
  readonly connections: SubjectCounts;
  /** Counts the addresses in the filters of their subscriptions. */
  readonly addressRoom: AddressRoom;
  /** Most live events that wait for the reader of a WebSocket. */
  readonly eventQueue: number;
}

/** Control and injected faults, for tests against the service. */
export interface DevnetControls {
  /** The injected faults. */
  readonly faults: Faults;
  /** The `dev_*` methods, where they are served. */
  readonly controlGuard: ControlGuard | undefined;
  /** Aborted once the service closes, which ends injected delays. */
  readonly closing: AbortSignal;
}

/** Log, metrics and readiness of the service. */
export interface Observability {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: (entry: LogEntry) => void;
  /** Logs an answered request; undefined where requests are not logged, which saves making their entries. */
  readonly logRequest: RequestLog | undefined;
  readonly metrics: ServiceMetrics;
  /** Writes all metrics as text. */
  readonly writeMetrics: () => Promise<string>;
  /** True if `/metrics` is open to everyone. */
  readonly isMetricsOpen: boolean;
  /** Open WebSockets, one by one. */
  readonly sessions: Set<ServedSession>;
  readonly adapters: Set<Adapter>;
  /** The processes that share chains, keys and limits; undefined where there is this one alone. */
  readonly fleet: FleetStatus | undefined;
  /** Changes while the service runs. */
  readonly state: { isStopping: boolean; areMetricsApart: boolean };
}
