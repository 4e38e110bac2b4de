import { type Chain, type Segment, SEGMENTS } from "../../../chains/mod.ts";

/** What sets a chain apart beside the rules of its transactions. */
export interface ChainTraits {
  /** What its value is held in. */
  readonly holds: "balances" | "records";
  /** Whether block producers are drawn by stake, and may miss their turns; else all are, equally often. */
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
