import type { Chain } from "../../../chains/mod.ts";
import { ALPHA_RULES } from "./alpha/mod.ts";
import type { ChainRules } from "./chain_rules.ts";
import { DELTA_RULES } from "./delta/mod.ts";

const RULES: Readonly<Record<Chain, unknown>> = { alpha: ALPHA_RULES, delta: DELTA_RULES };

/** The rules of a chain. They are only ever given transactions of their own chain, so the wider type is safe. */
export function rulesOf(chain: Chain): ChainRules {
  return RULES[chain] as ChainRules;
}
