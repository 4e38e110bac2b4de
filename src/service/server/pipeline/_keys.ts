import { KEY_TIER, TIERS } from "../../../generated/tiers.gen.ts";
import { subjectOfPeer } from "../../access/identity.ts";
import { askForKey, DAY_SECONDS, isAtHand, UNUSED_DAYS } from "../../access/keys/mod.ts";
import { partOf } from "../../access/rate_limit/mod.ts";
import type { ServiceRequest } from "../../request.ts";
import type { ServiceParts } from "../parts.ts";
import { handleHost } from "../../api/rest/mod.ts";
import type { RouteOf } from "./router.ts";
import type { Answer, Exchange } from "./exchange.ts";

/** A lookup of the key of a request in a database. */
interface KeyLookup {
  /** Seconds until it may be tried again, where the address has tried too many keys; otherwise undefined. */
  readonly retryAfter: number | undefined;
  /** To be called for a valid key, whose lookups are not limited. */
  readonly found: () => void;
}

/**
 * Limits lookups of unknown keys from one address to the rate of the keyless tier, over all gateways, so that guessing keys
 * does not evade the limits. Lookups of valid keys do not count.
 *
 * @returns The lookup of a request; undefined if the key is in memory.
 */
export function lookUp(
  key: string,
  request: ServiceRequest,
  { access, observability: { fleet } }: ServiceParts,
): KeyLookup | undefined {
  const { keys, keyLookups, keylessTier } = access;
  if (isAtHand(keys, key)) return undefined;
  const { requestsPerSecond } = TIERS[keylessTier];
  const subject = subjectOfPeer(request, access);
  const limits = partOf({ requestsPerSecond, requestsPerDay: Infinity }, fleet?.gateways ?? 1);
  const { isAdmitted, retryAfter } = keyLookups.admit(subject, limits);
  const found = (): void => void keyLookups.admit(subject, limits, 0, 1);
  return { retryAfter: isAdmitted ? undefined : retryAfter, found };
}

/** Answers a key request, which has limits of its own beside those of the tier. */
export async function answerKeyRequest(
  exchange: Exchange<RouteOf<"host">>,
  { access, observability: { metrics } }: ServiceParts,
): Promise<Answer> {
  const { keys, keysPerDay: perDay, keysPerAddress: perAddress, keylessTier, secretOf } = access;
  const now = exchange.meta.timestamp;
  return handleHost(exchange, {
    async issue(email) {
      const askedBy = await access.nameAddress(subjectOfPeer(exchange.request, access));
      const ask = { askedBy, secret: secretOf?.(email), perDay, perAddress };
      const issued = await askForKey(keys, { email, tier: KEY_TIER, now }, ask);
      if (typeof issued !== "string")
        return { apiKey: issued.apiKey, tier: issued.record.tier, email: issued.record.email };
      metrics.countRefusal(keylessTier, "keys");
      exchange.headers["Retry-After"] = String(
        issued === "perDay" ? DAY_SECONDS - (now % DAY_SECONDS) : DAY_SECONDS,
      );
      return issued === "perDay"
        ? `At most ${perDay} keys a day from one address, retry in ${DAY_SECONDS - (now % DAY_SECONDS)} seconds`
        : `At most ${perAddress} valid keys that one address asked for: use one of them. One that is not used for ${UNUSED_DAYS} days makes room, and so does one that the operator revokes`;
    },
  });
}
