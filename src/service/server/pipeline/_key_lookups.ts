import { TIERS } from "../../../generated/tiers.gen.ts";
import { subjectOfPeer } from "../../access/identity/mod.ts";
import { isAtHand } from "../../access/keys/mod.ts";
import { partOf } from "../../access/rate_limit/mod.ts";
import type { ServiceRequest } from "../../request.ts";
import type { Access, Observability } from "../parts.ts";

/** A lookup of the key of a request in a database. */
interface KeyLookup {
  /** Seconds until it may be tried again, where the address has tried too many keys; otherwise undefined. */
  readonly retryAfter: number | undefined;
  /** To be called where the key is valid: such lookups are not bounded. */
  readonly found: () => void;
}

/**
 * Limits lookups of unknown keys from one address to the rate of the keyless tier, at all gateways together, so that trying
 * keys is no way around the limits. Lookups of valid keys do not count.
 *
 * @returns Begins the lookup that a request needs; undefined where it needs none.
 */
export function boundLookups(
  access: Access,
  { fleet }: Pick<Observability, "fleet">,
): (key: string, request: ServiceRequest) => KeyLookup | undefined {
  const { keys, keyLookups, keylessTier } = access;
  const { requestsPerSecond } = TIERS[keylessTier];
  return (key, request) => {
    if (isAtHand(keys, key)) return undefined;
    const subject = subjectOfPeer(request, access);
    const limits = partOf({ requestsPerSecond, requestsPerDay: Infinity }, fleet?.gateways ?? 1);
    const { isAdmitted, retryAfter } = keyLookups.admit(subject, limits);
    const found = (): void => void keyLookups.admit(subject, limits, 0, 1);
    return { retryAfter: isAdmitted ? undefined : retryAfter, found };
  };
}
