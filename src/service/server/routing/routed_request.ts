import type { Identification } from "../../access/identity/mod.ts";
import type { Segment } from "../../../chains/mod.ts";
import type { CallerLimiter, RateLimiter } from "../../access/rate_limit/mod.ts";
import type { RequestTrace, ServiceRequest } from "../../request.ts";
import type { Meta } from "../../api/rest/mod.ts";
import type { ControlGuard } from "../../devnet/control/mod.ts";
import type { FaultKind, Faults } from "../../devnet/faults.ts";
import type { LogEntry, RequestLog } from "../logs.ts";
import type { PageParts } from "../pages/mod.ts";
import type { ServerMatch } from "./match_server.ts";

/** Parts of a service that routing needs. */
export interface RoutingParts extends PageParts, Identification {
  /** The segments that are served, whether their chains are open yet or not. */
  readonly segments: readonly Segment[];
  readonly limiter: RateLimiter;
  /** Most key requests a day from one peer. */
  readonly keysPerDay: number;
  /** The 32 bytes of the key of an email, where they are not random. */
  readonly secretOf: ((email: string) => Uint8Array) | undefined;
  /** The injected faults. */
  readonly faults: Faults;
  /** The `dev_*` methods, where they are served. */
  readonly controlGuard: ControlGuard | undefined;
  /** Aborted once the service closes, which ends injected delays. */
  readonly closing: AbortSignal;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: (entry: LogEntry) => void;
  /** Logs an answered request; undefined where requests are not logged, which saves making their entries. */
  readonly logRequest: RequestLog | undefined;
}

/** A request with what its answer needs. */
export interface RoutedRequest {
  readonly request: ServiceRequest;
  /** True for devnet control, which is not charged. */
  readonly isControl: boolean;
  readonly meta: Meta;
  readonly onError: (error: unknown) => void;
  /** Filled in while the request is answered. */
  readonly trace: RequestTrace;
  /** The injected fault that hit it. */
  fault: FaultKind | undefined;
  /** Subject it is charged to; undefined before that, and for requests free of charge. */
  limiter: CallerLimiter | undefined;
}

/** The target of a request, split and matched. */
export interface Target {
  readonly match: ServerMatch | undefined;
  readonly pathname: string;
  readonly search: string;
}
