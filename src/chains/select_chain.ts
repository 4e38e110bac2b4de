import {
  type Chain,
  type ChainOf,
  type Network,
  type Segment,
  SEGMENTS,
} from "../generated/segments.gen.ts";

/** One chain on one network. */
export interface ChainSelection<S extends Segment = Segment> {
  /** Chain and network in one word, as in URLs. */
  readonly segment: S;
  /** The chain. */
  readonly chain: ChainOf[S] & Chain;
  /** The network. */
  readonly network: Network;
  /** Prefix of the chain's addresses. */
  readonly addressPrefix: string;
}

/**
 * Returns the chain, network and address prefix of a segment.
 *
 * @throws {RangeError} If `segment` is not one of the specs' segments.
 *
 * @example
 * ```ts
 * import { selectChain } from "alphadelta";
 * selectChain("delta-testnet").network; // "testnet"
 * ```
 */
export function selectChain<S extends Segment>(segment: S): ChainSelection<S> {
  if (!Object.hasOwn(SEGMENTS, segment)) {
    const known = Object.keys(SEGMENTS).map((name) => `"${name}"`);
    throw new RangeError(
      `Cannot select chain: segment must be one of ${known.join(", ")}, got ${JSON.stringify(segment)}`,
    );
  }
  const { chain, network, addressPrefix } = SEGMENTS[segment];
  return { segment, chain: chain as ChainOf[S] & Chain, network, addressPrefix };
}
