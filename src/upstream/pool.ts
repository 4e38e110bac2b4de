import { type Endpoints, type ResolvedEndpoints, resolveEndpoints } from "../chains/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import {
  type CallOptions,
  createTransport,
  type TransportCall,
  type TransportOptions,
} from "../transport/mod.ts";

/** Options of a call through the pool. */
export interface PoolCallOptions extends Pick<CallOptions, "signal" | "priority" | "deadline"> {
  /** Calls of the same name go to one upstream, as long as it answers: the pages of one client's pagination. */
  readonly sticky?: string | undefined;
  /** Upstreams whose chain is shorter are passed over. */
  readonly leastHeight?: number | undefined;
}

/** Options of {@linkcode openPool}: those of the transports, and where the upstreams are. */
export interface PoolOptions extends TransportOptions {
  /** Where each upstream is; at least one. */
  readonly endpoints: readonly Endpoints[];
  /** Segments that are served. */
  readonly segments: readonly Segment[];
}

/** How the chain of a segment does at an upstream. */
export interface UpstreamStatus {
  /** Origin of the upstream, which holds no secret. */
  readonly url: string;
  readonly segment: Segment;
  /** True of the upstream that calls go to and events come from. */
  readonly isUsed: boolean;
  /** Milliseconds of a request; undefined before the first. */
  readonly latencyMs: number | undefined;
  /** Blocks behind the highest known head; undefined before a head is known. */
  readonly lag: number | undefined;
  /** Requests left of the day; undefined where it is not known, null without a limit. */
  readonly quotaLeft: number | null | undefined;
  /** Why it is not used; undefined of one that works. */
  readonly failure: string | undefined;
}

/** The upstreams of a gateway. */
export interface UpstreamPool {
  /**
   * Sends a call to the best upstream; to the next one where it fails by network, time or a 5xx. Rejects with the
   * client's errors.
   *
   * @param make Makes the call for the endpoints of an upstream.
   */
  call<Value>(
    segment: Segment,
    make: (endpoints: ResolvedEndpoints) => TransportCall<Value>,
    options?: PoolCallOptions,
  ): Promise<Value>;
  status(): readonly UpstreamStatus[];
  close(): void;
}

/** Opens the upstreams and checks that each serves the segments. */
export async function openPool({
  endpoints: [first],
  segments,
  ...transportOptions
}: PoolOptions): Promise<UpstreamPool> {
  if (first === undefined) throw new TypeError("Cannot open upstreams: endpoints must have one");
  const transport = createTransport({ cache: false, dedupe: false, ...transportOptions });
  const endpointsOf = new Map(
    segments.map((segment) => [segment, resolveEndpoints(segment, first)] as const),
  );
  return {
    call(segment, make, { signal, priority, deadline } = {}) {
      const endpoints = endpointsOf.get(segment) as ResolvedEndpoints;
      return transport.call(make(endpoints), { signal, priority, deadline });
    },
    status: () =>
      segments.map((segment) => ({
        url: new URL((endpointsOf.get(segment) as ResolvedEndpoints).rest).origin,
        segment,
        isUsed: true,
        latencyMs: undefined,
        lag: undefined,
        quotaLeft: undefined,
        failure: undefined,
      })),
    close: () => undefined,
  };
}
