import {
  type Chain,
  type ChainOf,
  type Network,
  type Segment,
  SEGMENTS,
} from "../generated/segments.gen.ts";
import { checkName } from "../validation/mod.ts";

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
 * @throws {TypeError} If `segment` is no string.
 * @throws {RangeError} If it is not one of the specs' segments.
 *
 * @example
 * ```ts
 * import { selectChain } from "alphadelta/chains";
 * selectChain("delta-testnet").network; // "testnet"
 * ```
 */
export function selectChain<S extends Segment>(segment: S): ChainSelection<S> {
  checkName("Cannot select chain: segment must be", segment, SEGMENTS);
  const { chain, network, addressPrefix } = SEGMENTS[segment];
  return { segment, chain: chain as ChainOf[S] & Chain, network, addressPrefix };
}
