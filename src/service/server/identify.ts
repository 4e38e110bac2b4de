import type { Caller, ServiceRequest } from "../gateway/mod.ts";
import { findKey, presentedKey } from "../keys/mod.ts";
import { subjectOfAddress } from "../limits/mod.ts";
import type { ServiceParts } from "./service_parts.ts";

/** Who a request counts for: the holder of the key it shows, else its peer; undefined where it shows an unknown key. */
export async function identify(
  request: ServiceRequest,
  parts: Pick<ServiceParts, "keys" | "keylessTier" | "trustedProxies">,
): Promise<Caller | undefined> {
  const key = presentedKey((name) => request.header(name));
  if (key === undefined) return { subject: subjectOfPeer(request, parts), tier: parts.keylessTier };
  const record = await findKey(parts.keys, key);
  return record && { subject: `email:${record.email}`, tier: record.tier };
}

/** Whom a request counts for whatever key it shows. */
export function subjectOfPeer(
  request: Pick<ServiceRequest, "peer" | "header">,
  { trustedProxies }: Pick<ServiceParts, "trustedProxies">,
): string {
  const forwardedFor = request.header("x-forwarded-for");
  return subjectOfAddress({ address: request.peer, forwardedFor, trustedProxies });
}
