// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** A rate tier. */
export type Tier = "Public" | "Registered" | "Enterprise";

/** Limits of a tier; `null` is no limit. */
export interface TierLimits {
  /** Requests in a second. */
  readonly requestsPerSecond: number | null;
  /** Requests in a day, by UTC. */
  readonly requestsPerDay: number | null;
}

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
