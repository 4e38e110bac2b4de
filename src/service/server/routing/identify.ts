import { API_KEY_PARAMETER } from "../../../generated/limits.gen.ts";
import type { Caller, ServiceRequest } from "../../api/context/mod.ts";
import { findKey, presentedKey } from "../../access/keys/mod.ts";
import { subjectOfAddress } from "../../access/identity/mod.ts";
import type { ServiceParts } from "../service_parts.ts";

type Identification = Pick<ServiceParts, "keys" | "keylessTier" | "trustedProxies">;

/** Who a request counts for: the holder of the key it shows, else its peer; undefined where it shows an unknown key. */
export function identify(
  request: ServiceRequest,
  parts: Identification,
): Caller | Promise<Caller | undefined> {
  const key = presentedKey(request);
  return key === undefined ? callerOfPeer(request, parts) : holderOf(key, parts);
}

/** The same for a request for a WebSocket, which may show its key in the query: browsers can set no header there. */
export async function identifySocket(
  request: ServiceRequest,
  query: URLSearchParams,
  parts: Identification,
): Promise<Caller | undefined> {
  const key = presentedKey(request) ?? query.get(API_KEY_PARAMETER) ?? undefined;
  return key === undefined ? callerOfPeer(request, parts) : holderOf(key, parts);
}

async function holderOf(
  key: string,
  parts: Pick<ServiceParts, "keys">,
): Promise<Caller | undefined> {
  const record = await findKey(parts.keys, key);
  if (!record) return undefined;
  return {
    subject: `email:${record.email}`,
    tier: record.tier,
    shownAs: `key:${record.id}`,
    keyHash: record.hash,
  };
}

/** Whom a request counts for whatever key it shows. */
export function subjectOfPeer(
  request: Pick<ServiceRequest, "peer" | "header">,
  { trustedProxies }: Pick<ServiceParts, "trustedProxies">,
): string {
  const forwardedFor = request.header("x-forwarded-for");
  return subjectOfAddress({ address: request.peer, forwardedFor, trustedProxies });
}

/** Who a request without a key counts for. */
export function callerOfPeer(
  request: Pick<ServiceRequest, "peer" | "header">,
  parts: Pick<ServiceParts, "keylessTier" | "trustedProxies">,
): Caller {
  const subject = subjectOfPeer(request, parts);
  return { subject, tier: parts.keylessTier, shownAs: subject };
}
