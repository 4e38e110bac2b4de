import type { Segment } from "../../../chains/mod.ts";
import type { EventSession } from "../../api/events/mod.ts";
import type { ServedChain } from "../data_folder/mod.ts";
import type { Adapter } from "../port/mod.ts";

/** The session of an open WebSocket. */
export interface ServedSession {
  readonly segment: Segment;
  readonly session: EventSession;
}

/** The processes that share chains, keys and limits, as this one sees them. */
export interface FleetStatus {
  readonly role: string;
  /** Gateways that run, this one included. */
  readonly gateways: number;
  /** Connections to the database. */
  readonly connections: { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Why each gateway admits only its part of the rate limits; undefined while they are counted together. */
  readonly limitsFailure: string | undefined;
}

/** Parts of a service that are measured when its metrics are read. */
export interface MetricsSources {
  /** Those that are open. */
  readonly chains: ReadonlyMap<Segment, ServedChain>;
  readonly sessions: ReadonlySet<ServedSession>;
  readonly adapters: ReadonlySet<Adapter>;
  readonly limiter: { readonly size: number };
  readonly fleet?: FleetStatus | undefined;
}
