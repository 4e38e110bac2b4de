import { type Chain, type Segment, SEGMENTS } from "../../../chains/mod.ts";

/** Differences between the chains, besides the rules of their transactions. */
export interface ChainTraits {
  /** Holders of value: accounts or records. */
  readonly holds: "balances" | "records";
  /** True if block producers are drawn by stake and may miss their turns; otherwise all take equal turns. */
  readonly isStaked: boolean;
}

const TRAITS: Readonly<Record<Chain, ChainTraits>> = {
  alpha: { holds: "records", isStaked: false },
  delta: { holds: "balances", isStaked: true },
};

/** The traits of a segment's chain. */
export function traitsOf(segment: Segment): ChainTraits {
  return TRAITS[SEGMENTS[segment].chain];
}
