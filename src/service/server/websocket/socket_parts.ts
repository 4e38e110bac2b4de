import type { RoutingParts } from "../routing/mod.ts";
import type { ServedSession } from "../metrics/mod.ts";

/** Parts of a service that WebSockets need. */
export interface SocketParts extends Pick<
  RoutingParts,
  | "chains"
  | "opening"
  | "segments"
  | "clock"
  | "closing"
  | "controlGuard"
  | "faults"
  | "keylessTier"
  | "keys"
  | "limiter"
  | "log"
  | "logRequest"
  | "metrics"
  | "trustedProxies"
> {
  /** Most live events that wait for the reader of a WebSocket. */
  readonly eventQueue: number;
  /** Most WebSockets of a key or address at a time. */
  readonly connectionsPerSubject: number;
  /** Open WebSockets, by key or address. */
  readonly connections: Map<string, number>;
  /** Open WebSockets, one by one. */
  readonly sessions: Set<ServedSession>;
}
