// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type { TierLimits } from "../tables.ts";

/** A rate tier. */
export type Tier = "Public" | "Registered" | "Enterprise";

/** Every tier of the specs. */
export const TIERS: Readonly<Record<Tier, TierLimits>> = {
  "Public": {
    "requestsPerSecond": 10,
    "requestsPerDay": 10000
  },
  "Registered": {
    "requestsPerSecond": 100,
    "requestsPerDay": 100000
  },
  "Enterprise": {
    "requestsPerSecond": null,
    "requestsPerDay": null
  }
};

/** Tier of requests without a key. */
export const KEYLESS_TIER: Tier = "Public";

/** Tier of a key that is asked for. */
export const KEY_TIER: Tier = "Registered";

/** The first tier without limits. */
export const UNLIMITED_TIER: Tier | undefined = "Enterprise";
