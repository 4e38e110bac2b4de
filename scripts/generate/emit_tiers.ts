import type { Model } from "../specs/model/mod.ts";
import { HEADER, literal, union } from "./source_text.ts";

/** The rate tiers. */
export function emitTiers({ tiers }: Model): string {
  const rows = Object.entries(tiers).map(([name, { requestsPerSecond, requestsPerDay }]) => [
    name,
    { requestsPerSecond, requestsPerDay },
  ]);
  const assignedTo = (whom: string): string =>
    literal(Object.keys(tiers).find((name) => tiers[name]?.assigned === whom));
  return `${HEADER}
import type { TierLimits } from "../tables.ts";

/** A rate tier. */
export type Tier = ${union(Object.keys(tiers))};

/** Every tier of the specs. */
export const TIERS: Readonly<Record<Tier, TierLimits>> = ${literal(Object.fromEntries(rows))};

/** Tier of requests without a key. */
export const KEYLESS_TIER: Tier = ${assignedTo("keyless")};

/** Tier of a key that is asked for. */
export const KEY_TIER: Tier = ${assignedTo("key")};
`;
}
