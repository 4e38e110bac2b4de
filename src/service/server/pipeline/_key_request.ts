import { KEY_TIER } from "../../../generated/tiers.gen.ts";
import { subjectOfPeer } from "../../access/identity/mod.ts";
import { askForKey, UNUSED_DAYS } from "../../access/keys/mod.ts";
import { handleHost } from "../../api/rest/mod.ts";
import type { ServiceParts } from "../parts.ts";
import type { RouteOf } from "./router.ts";
import type { Answer, Exchange } from "./exchange.ts";

/** Seconds of a day. */
const DAY = 86_400;

/** Answers an operation of the host: a key request, which has bounds of its own beside the limits of the tier. */
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
      const asked = await askForKey(keys, { email, tier: KEY_TIER, now }, ask);
      if (typeof asked !== "string")
        return { apiKey: asked.apiKey, tier: asked.record.tier, email: asked.record.email };
      metrics.countRefusal(keylessTier, "keys");
      exchange.headers["Retry-After"] = String(asked === "perDay" ? DAY - (now % DAY) : DAY);
      return asked === "perDay"
        ? `At most ${perDay} keys a day from one address, retry in ${DAY - (now % DAY)} seconds`
        : `At most ${perAddress} valid keys that one address asked for: use one of them. One that is not used for ${UNUSED_DAYS} days makes room, and so does one that the operator revokes`;
    },
  });
}
