import { API_KEY_PARAMETER } from "../../../generated/limits.gen.ts";
import type { Tier } from "../../../generated/tiers.gen.ts";
import type { Caller, ServiceRequest } from "../../api/context/mod.ts";
import { findKey, type KeyStore, presentedKey } from "../keys/mod.ts";
import { subjectOfAddress } from "./subject_of_address.ts";
import type { TrustedProxies } from "./trusted_proxies.ts";

/** Dependencies of identifying a caller. */
export interface Identification {
  readonly keys: KeyStore;
  /** Tier of requests without a key. */
  readonly keylessTier: Tier;
  readonly trustedProxies: TrustedProxies;
}

/** Identifies the caller by the request's key, or by its peer without one; undefined for an unknown key. */
export function identify(
  request: ServiceRequest,
  identification: Identification,
): Caller | Promise<Caller | undefined> {
  const key = presentedKey(request);
  return key === undefined
    ? callerOfPeer(request, identification)
    : holderOf(key, identification.keys);
}

/** The same for a WebSocket, whose key may be in the query, since browsers cannot set headers there. */
export async function identifySocket(
  request: ServiceRequest,
  query: URLSearchParams,
  identification: Identification,
): Promise<Caller | undefined> {
  const key = presentedKey(request) ?? query.get(API_KEY_PARAMETER) ?? undefined;
  return key === undefined
    ? callerOfPeer(request, identification)
    : holderOf(key, identification.keys);
}

async function holderOf(key: string, keys: KeyStore): Promise<Caller | undefined> {
  const record = await findKey(keys, key);
  if (!record) return undefined;
  return {
    subject: `email:${record.email}`,
    tier: record.tier,
    shownAs: `key:${record.id}`,
    keyHash: record.hash,
  };
}

/** The subject of a request's peer, whatever its key. */
export function subjectOfPeer(
  request: Pick<ServiceRequest, "peer" | "header">,
  { trustedProxies }: Pick<Identification, "trustedProxies">,
): string {
  const forwardedFor = request.header("x-forwarded-for");
  return subjectOfAddress({ address: request.peer, forwardedFor, trustedProxies });
}

/** The caller of a request without a key. */
export function callerOfPeer(
  request: Pick<ServiceRequest, "peer" | "header">,
  identification: Pick<Identification, "keylessTier" | "trustedProxies">,
): Caller {
  const subject = subjectOfPeer(request, identification);
  return { subject, tier: identification.keylessTier, shownAs: subject };
}
