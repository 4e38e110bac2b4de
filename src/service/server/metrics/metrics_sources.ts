import type { Segment } from "../../../chains/mod.ts";
import type { EventSession } from "../../api/events/mod.ts";
import type { ServedChain } from "../data_folder/mod.ts";
import type { Adapter } from "../port/mod.ts";

/** The session of an open WebSocket. */
export interface ServedSession {
  readonly segment: Segment;
  readonly session: EventSession;
}

/** Parts of a service that are measured when its metrics are read. */
export interface MetricsSources {
  readonly chains: ReadonlyMap<Segment, ServedChain>;
  readonly sessions: ReadonlySet<ServedSession>;
  readonly adapters: ReadonlySet<Adapter>;
  readonly limiter: { readonly size: number };
}
