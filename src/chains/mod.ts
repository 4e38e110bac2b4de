/**
 * Chains, networks and segments, and where their servers are.
 *
 * @module
 */
export {
  type Chain,
  type ChainOf,
  type Network,
  type Segment,
  type SegmentInfo,
  SEGMENTS,
} from "../generated/segments.gen.ts";
export {
  type Endpoints,
  endpointsAt,
  type ResolvedEndpoints,
  resolveEndpoints,
} from "./resolve_endpoints.ts";
export * from "./select_chain.ts";
